/// The known name that is closest to a mistyped one, or nil where none is close.
///
/// Close is an edit distance under 4 and under half the name's length, letter case left out.
public func nearestName(to name: String, among known: some Sequence<String>) -> String? {
  let wanted = Array(name.lowercased())
  var best: (name: String, distance: Int)?
  for candidate in known {
    let distance = editDistance(wanted, Array(candidate.lowercased()))
    let limit = min(4, (max(wanted.count, candidate.count) + 1) / 2)
    if distance < max(limit, 1), distance < best?.distance ?? .max {
      best = (candidate, distance)
    }
  }
  return best?.name
}

/// The number of letters to add, remove or exchange (Levenshtein).
private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  var row = Array(0...right.count)
  for (i, letter) in left.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, other) in right.enumerated() {
      let cost = diagonal + (letter == other ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(cost, row[j] + 1, diagonal + 1)
    }
  }
  return row[right.count]
}
