import CardFiles
import CardModel
import Cardstock

/// The names of the files that a pattern makes of records, found out before anything is drawn.
///
/// Two names that a common file system takes for one are a collision. For each name only a hash
/// of 16 bytes and the record's number are kept.
struct FileNames {
  /// What the names of some records get to tell them from others, by the records' numbers from 1.
  private(set) var numbers: [Int: Int] = [:]
  /// The number of records, those that cannot be read among them.
  private(set) var count = 0

  private let pattern: OutputPattern
  /// Whether each card has a second file, for its back.
  private let hasBack: Bool
  /// Which record has a name, by the name's hash.
  private var owners: [UInt128: Int32] = [:]

  /// Walks the records.
  ///
  /// - Throws: `CommandFailure` at the first collision, unless collisions get a number; errors of
  ///   the pattern.
  init(
    _ pattern: OutputPattern, hasBack: Bool, of stream: RecordStream, numbersCollisions: Bool
  ) throws {
    self.pattern = pattern
    self.hasBack = hasBack
    try Self.refuseUnknownFields(pattern, stream)
    var collisions = 0
    count = try Self.walk(pattern, stream) { index, path, place in
      guard let (name, first) = claim(path, for: index) else { return }
      collisions += 1
      guard numbersCollisions else {
        throw CommandFailure(
          "The records \(first) and \(index) would both be the file '\(name)'.", place: place,
          hint: "Use a field that tells them apart, '{{index}}', or '--on-collision number'.")
      }
    }
    if collisions > 0 { try numberCollisions(stream) }
    owners = [:]
  }

  /// Takes all names of a record for it, or gives the first that another has, and takes none.
  private mutating func claim(_ path: String, for index: Int) -> (name: String, owner: Int)? {
    let names = hasBack ? [path, OutputPattern.back(of: path)] : [path]
    let keys = names.map { CollisionKey($0).digest }
    for (name, key) in zip(names, keys) {
      if let owner = owners[key] { return (name, Int(owner)) }
    }
    for key in keys { owners[key] = Int32(clamping: index) }
    return nil
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
  private mutating func numberCollisions(_ stream: RecordStream) throws {
    var last: [UInt128: Int32] = [:]
    var found: [Int: Int] = [:]
    _ = try Self.walk(pattern, stream) { index, path, _ in
      let key = CollisionKey(path).digest
      guard owners[key] != Int32(clamping: index) else { return }
      var number = last[key, default: 1]
      repeat {
        number += 1
      } while claim(OutputPattern.insert("-\(number)", into: path), for: index) != nil
      last[key] = number
      found[index] = Int(number)
    }
    numbers = found
  }

  /// Tells the name of each record that has one; gives the number of all records.
  private static func walk(
    _ pattern: OutputPattern, _ stream: RecordStream,
    _ visit: (_ index: Int, _ path: String, _ place: String?) throws -> Void
  ) throws -> Int {
    var walk = try RecordStream.Walk(stream)
    var index = 0
    while let input = try walk.next() {
      index += 1
      guard case .success(let record) = input,
        let path = try? pattern.expand(index: index, field: { record[$0]?.text })
      else { continue }
      try visit(index, path, record.place?.description)
    }
    return index
  }
}
