internal import CardModel

/// Differences below this, in points, are rounding.
let tolerance = 1e-6

/// A number with at most two decimals, the same on every machine.
func decimals(_ value: Double) -> String {
  guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
  let hundredths = Int64((value * 100).rounded())
  let (whole, rest) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
  let sign = hundredths < 0 ? "-" : ""
  if rest == 0 { return "\(sign)\(whole)" }
  let digits = rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)"
  return "\(sign)\(whole).\(digits)"
}

/// The name that needs the fewest changes to become another; nil where none is near.
func nearest(to name: String, in names: [String]) -> String? {
  let scored = names.map { (name: $0, distance: editDistance(Array(name), Array($0))) }
  let best = scored.min { ($0.distance, $0.name) < ($1.distance, $1.name) }
  return best.flatMap { $0.distance <= max(2, name.count / 2) ? $0.name : nil }
}

private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  var row = Array(0...right.count)
  for (i, a) in left.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, b) in right.enumerated() {
      let above = row[j + 1]
      row[j + 1] = min(above + 1, row[j] + 1, diagonal + (a == b ? 0 : 1))
      diagonal = above
    }
  }
  return row[right.count]
}
