import CardModel
import CardRecords
import Cardstock

/// The records that a command was asked for, in all its data files one after another.
///
/// Their fields are mapped and those left out that were not asked for. It can be walked more than
/// once.
struct RecordStream: Sendable {
  /// A test of one field.
  struct Filter: Sendable, Equatable {
    let field: String
    let value: String
    let isEqual: Bool

    /// Reads `field=value` or `field!=value`.
    init(_ text: String) throws(CommandFailure) {
      guard let sign = text.firstIndex(of: "="), sign != text.startIndex else {
        throw CommandFailure(
          "The expression '\(text)' of '--only' is not understood.",
          hint: "Write it like 'department=Sales' or 'department!=Sales'.")
      }
      let name = text[..<sign]
      isEqual = name.last != "!"
      field = String(isEqual ? name : name.dropLast())
      value = String(text[text.index(after: sign)...])
    }

    func admits(_ record: Record) -> Bool {
      ((record[field]?.text ?? "") == value) == isEqual
    }
  }

  let sources: [RecordSource]
  let overrides: [(field: String, column: String)]
  let filters: [Filter]
  /// The records to take by their numbers among those that the filters admit, from 0.
  let range: Range<Int>

  init(
    sources: [RecordSource], maps: [String], only: [String], first: Int?, last: Int?
  ) throws {
    let all = RecordStream(
      sources: sources,
      overrides: try maps.map { text throws(CommandFailure) in try Self.override(text) },
      filters: try only.map { text throws(CommandFailure) in try Filter(text) },
      range: 0..<(first ?? .max))
    try all.refuseUnknownColumns()
    guard let last else {
      self = all
      return
    }
    let count = try all.count()
    self = RecordStream(
      sources: sources, overrides: all.overrides, filters: all.filters,
      range: max(count - last, 0)..<count)
  }

  private init(
    sources: [RecordSource], overrides: [(field: String, column: String)], filters: [Filter],
    range: Range<Int>
  ) {
    self.sources = sources
    self.overrides = overrides
    self.filters = filters
    self.range = range
  }

  /// The number of records.
  ///
  /// - Throws: What keeps the data from being read to its end.
  func count() throws -> Int {
    var walk = try Walk(self)
    var count = 0
    while try walk.next() != nil { count += 1 }
    return count
  }

  /// A column that no record has is a mistake in a mapping; where the data names its columns, that
  /// is found as it is opened.
  private func refuseUnknownColumns() throws {
    var missing = overrides
    var known: [String] = []
    guard !missing.isEmpty else { return }
    for source in sources {
      let reader = try source.open()
      if reader.fieldNames != nil {
        // The mapping refuses what this source does not have.
        _ = try FieldMapping(fieldNames: reader.fieldNames, overrides: overrides)
        continue
      }
      while !missing.isEmpty, let result = try reader.next() {
        guard let record = result.record else { continue }
        missing.removeAll { record[$0.column] != nil }
        for field in record.fields where known.count < 50 && !known.contains(field.name) {
          known.append(field.name)
        }
      }
    }
    guard let (field, column) = missing.first, !known.isEmpty else { return }
    throw CommandFailure(
      "The column '\(column)' for the field '\(field)' is not in the data.",
      hint: unknownFieldHint(column, among: known))
  }

  private static func override(
    _ text: String
  ) throws(CommandFailure) -> (field: String, column: String) {
    guard let sign = text.firstIndex(of: "="), sign != text.startIndex,
      text.index(after: sign) != text.endIndex
    else {
      throw CommandFailure(
        "The mapping '\(text)' of '--map' is not understood.",
        hint: "Write it as field=column, like 'name=Full name'.")
    }
    return (String(text[..<sign]), String(text[text.index(after: sign)...]))
  }

  /// The records one after another, as an export asks for them.
  func reading() throws -> sending () throws -> BatchExport.Input? {
    var walk = try Walk(self)
    return { try walk.next() }
  }

  /// One way through the records.
  struct Walk {
    private let stream: RecordStream
    private var pending: ArraySlice<RecordSource>
    private var reader: RecordReader?
    private var mapping: FieldMapping?
    private var count = 0

    init(_ stream: RecordStream) throws {
      self.stream = stream
      pending = stream.sources[...]
    }

    /// The next record, or why there is none; nil at the end.
    mutating func next() throws -> BatchExport.Input? {
      while count < stream.range.upperBound {
        guard let result = try nextRaw() else { return nil }
        let input: BatchExport.Input
        switch result {
        case .failure(let error): input = .failure(CardOutcome.Failure(error))
        case .record(let record):
          let mapped = mapping?.apply(to: record) ?? record
          if let fault = stream.filters.lazy.compactMap({ mapped.fault(of: $0.field) }).first {
            input = .failure(CardOutcome.Failure(fault))
            break
          }
          guard stream.filters.allSatisfy({ $0.admits(mapped) }) else { continue }
          input = .success(mapped)
        }
        count += 1
        if count > stream.range.lowerBound { return input }
      }
      return nil
    }

    private mutating func nextRaw() throws -> RecordResult? {
      while true {
        if let reader, let result = try reader.next() {
          // A row of nothing but separators, as spreadsheet programs write below a table.
          if reader.fieldNames != nil, let fields = result.record?.fields, fields.count > 1,
            fields.allSatisfy({ $0.value.text?.isEmpty == true })
          {
            continue
          }
          return result
        }
        guard let source = pending.popFirst() else { return nil }
        let opened = try source.open()
        reader = opened
        mapping = try FieldMapping(fieldNames: opened.fieldNames, overrides: stream.overrides)
      }
    }
  }
}
