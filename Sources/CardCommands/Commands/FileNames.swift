import CardFiles
import CardModel
import Cardstock

/// The files that a pattern makes of records, found out before anything is drawn.
///
/// Two names that a common file system takes for one are a collision. For each record only a hash
/// of its name is kept.
struct FileNames {
  /// What the names of some records get to tell them from others, by the records' numbers from 1.
  private(set) var numbers: [Int: Int] = [:]

  /// Walks the records.
  ///
  /// - Throws: `CommandFailure` at the first collision, unless collisions get a number; errors of
  ///   the pattern.
  init(
    _ pattern: OutputPattern, of stream: RecordStream, numbersCollisions: Bool
  ) throws {
    try Self.refuseUnknownFields(pattern, stream)
    var seen: [Int: Int] = [:]
    var hasCollisions = false
    try Self.walk(pattern, stream) { index, path, place in
      let key = CollisionKey(path).hashValue
      guard let first = seen[key] else {
        seen[key] = index
        return
      }
      hasCollisions = true
      guard numbersCollisions else {
        throw CommandFailure(
          "The records \(first) and \(index) would both be the file '\(path)'.",
          place: place,
          hint: "Use a field that tells them apart, '{{index}}', or '--on-collision number'.")
      }
    }
    if hasCollisions { try numberCollisions(pattern, stream, firsts: seen) }
  }

  /// A field that no record has is a mistake in the pattern, not one of each record.
  private static func refuseUnknownFields(
    _ pattern: OutputPattern, _ stream: RecordStream
  ) throws {
    var missing = Set(pattern.fields).subtracting([OutputPattern.index])
    var known: [String] = []
    var walk = try RecordStream.Walk(stream)
    while !missing.isEmpty, let input = try walk.next() {
      guard case .success(let record) = input else { continue }
      for field in record.fields {
        missing.remove(field.name)
        if known.count < 50, !known.contains(field.name) { known.append(field.name) }
      }
    }
    if !missing.isEmpty, !known.isEmpty { try pattern.check(known: known) }
  }

  /// Gives each later record of a name the least number that makes a name nobody else has.
  private mutating func numberCollisions(
    _ pattern: OutputPattern, _ stream: RecordStream, firsts: [Int: Int]
  ) throws {
    var taken = Set(firsts.keys)
    var last: [Int: Int] = [:]
    var found: [Int: Int] = [:]
    try Self.walk(pattern, stream) { index, path, _ in
      let key = CollisionKey(path).hashValue
      guard firsts[key] != index else { return }
      var number = last[key, default: 1]
      repeat {
        number += 1
      } while !taken.insert(
        CollisionKey(OutputPattern.insert("-\(number)", into: path)).hashValue
      ).inserted
      last[key] = number
      found[index] = number
    }
    numbers = found
  }

  /// Tells the name of each record that has one.
  private static func walk(
    _ pattern: OutputPattern, _ stream: RecordStream,
    _ visit: (_ index: Int, _ path: String, _ place: String?) throws -> Void
  ) throws {
    var walk = try RecordStream.Walk(stream)
    var index = 0
    while let input = try walk.next() {
      index += 1
      guard case .success(let record) = input,
        let path = try? pattern.expand(index: index, field: { record[$0]?.text })
      else { continue }
      try visit(index, path, record.place?.description)
    }
  }
}
