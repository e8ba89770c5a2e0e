public import CardModel

extension [Finding] {
  /// The findings without those that another one of the same node says as well and better: what
  /// sticks out of the card sticks out of its place.
  public var worstOfEachCause: [Finding] {
    let outside = Set(filter { $0.code == .outsideCard }.map(\.path))
    guard !outside.isEmpty else { return self }
    return filter { !($0.code == .textOverflows && outside.contains($0.path)) }
  }
}
