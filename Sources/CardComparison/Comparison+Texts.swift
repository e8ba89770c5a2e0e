internal import CardDiff

extension Comparison {
  /// Compares two texts, line by line.
  public static func texts(_ reference: String, _ candidate: String) -> Comparison {
    guard reference != candidate else {
      return Comparison(isSame: true, summary: "The texts are the same.")
    }
    let lines = LineDiff(reference, candidate)
    var outcome = Comparison(
      isSame: false,
      summary: "The text differs in \(counted(lines.changedLines, "line")).")
    outcome.lines = lines
    return outcome
  }
}
