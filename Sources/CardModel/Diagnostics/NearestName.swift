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

/// The number of letters to add, remove, exchange or swap with their neighbour.
///
/// It is the optimal string alignment distance.
package func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for i in left.indices {
    var row = [i + 1]
    for j in right.indices {
      let exchanged = last[j] + (left[i] == right[j] ? 0 : 1)
      var distance = min(exchanged, last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
        distance = min(distance, beforeLast[j - 1] + 1)
      }
      row.append(distance)
    }
    beforeLast = last
    last = row
  }
  return last[right.count]
}
