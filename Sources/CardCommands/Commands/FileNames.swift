import CardFiles
import CardModel
import Cardstock

/// The files that a pattern makes of records, found out before anything is drawn.
///
/// Two names that a common file system takes for one are a collision. For each record only a hash
/// of its name is kept.
struct FileNames {
  /// How many records come before this one under the same name, by their numbers from 1.
  private(set) var repeats: [Int: Int] = [:]

  /// Walks the records once.
  ///
  /// - Throws: `CommandFailure` at the first collision, unless collisions get a number; errors of
  ///   the pattern.
  init(
    _ pattern: OutputPattern, of stream: RecordStream, numbersCollisions: Bool
  ) throws {
    var walk = try RecordStream.Walk(stream)
    var seen: [Int: (first: Int, count: Int)] = [:]
    var index = 0
    while let input = try walk.next() {
      index += 1
      guard case .success(let record) = input,
        let path = try? pattern.expand(index: index, field: { record[$0]?.text })
      else { continue }
      let key = CollisionKey(path).hashValue
      guard let before = seen[key] else {
        seen[key] = (index, 1)
        continue
      }
      guard numbersCollisions else {
        throw CommandFailure(
          "The records \(before.first) and \(index) would both be the file '\(path)'.",
          place: record.place?.description,
          hint: "Use a field that tells them apart, '{{index}}', or '--on-collision number'.")
      }
      repeats[index] = before.count
      seen[key]?.count += 1
    }
  }
}
