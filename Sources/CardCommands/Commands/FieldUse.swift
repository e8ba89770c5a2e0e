import CardModel
import CardRecords
import Cardstock

/// Which columns or fields of the data are on no card, and which of them are probably misspelt.
///
/// A table of thirty columns of which a card shows five is nothing to speak of; one that is nearly
/// called what a card shows, and is not, is told once in a run.
struct FieldUse {
  /// A name that is nearly that of a field.
  private struct Slip {
    let column: String
    let field: String
    let meant: String
  }

  private var columns: [String] = []
  private var unused: [String] = []
  private var slips: [Slip] = []
  /// The fields of the design that no column of a single table gives.
  private var missing: [String] = []
  private var isTable = true

  /// So many records are looked at where each has fields of its own, and so many in a row that
  /// bring no new one.
  private static let (recordLimit, repeatLimit) = (1000, 50)
  /// The most names in one sentence.
  private static let nameLimit = 20

  /// Looks at the data of a run, in which these fields are used for something.
  ///
  /// - Throws: `MissingColumn` where a table has no column that every card needs; `CommandFailure`
  ///   for a filter by a field that is not there; what keeps the data from being read.
  init(_ stream: RecordStream, _ design: any CardDesign, besides others: [String]) throws {
    guard let fields = design.fields else { return }
    var known: [String] = []
    let used = fields.all.union(others).union(stream.filters.map(\.field))
    for source in stream.sources where source.format != .vcf {
      let reader = try source.open()
      let mapping = try FieldMapping(
        fieldNames: reader.fieldNames, overrides: stream.overrides)
      var names = reader.fieldNames ?? []
      if reader.fieldNames == nil {
        isTable = false
        var seen: Set<String> = []
        var repeats = 0
        for _ in 0..<Self.recordLimit where repeats < Self.repeatLimit {
          guard let record = try? reader.next() else { break }
          repeats += 1
          for field in record.record?.fields ?? [] where seen.insert(field.name).inserted {
            names.append(field.name)
            repeats = 0
          }
        }
      }
      let present = Set(mapping.names(of: names))
      known += present.sorted()
      if reader.fieldNames != nil, stream.sources.count == 1 {
        try Self.refuseMissing(fields.required, in: names, present, file: source.name)
      }
      let mapped = Set(stream.overrides.map(\.column))
      let missing = fields.all.subtracting(present).sorted()
      if reader.fieldNames != nil, stream.sources.count == 1 { self.missing = missing }
      for name in names where !columns.contains(name) {
        columns.append(name)
        guard !mapped.contains(name), used.isDisjoint(with: mapping.names(of: [name])) else {
          continue
        }
        unused.append(name)
        if let meant = FieldMapping.meant(by: name, among: missing) {
          slips.append(Slip(column: name, field: meant.field, meant: meant.name))
        }
      }
    }
    // What is said of the fields of the first objects may not hold for all of them.
    if isTable, !known.isEmpty, !stream.sources.contains(where: { $0.format == .vcf }) {
      try Self.refuseUnknown(stream.filters.map(\.field), among: known)
    }
  }

  /// Where fields and columns are left over: they may well be the same under other names.
  var gap: (message: String, hint: String)? {
    let others = unused.filter { name in !slips.contains { $0.column == name } }
    let open = missing.filter { name in !slips.contains { $0.meant == name } }
    guard let first = open.first, !others.isEmpty else { return nil }
    return (
      "No column gives the field\(open.count == 1 ? "" : "s") \(Self.list(open)) of the template, and "
        + "no card shows the column\(others.count == 1 ? "" : "s") \(Self.list(others)).",
      "Where one is the other by another name, give '--map \(Self.option(first, others[0]))'."
    )
  }

  private static func refuseUnknown(_ filtered: [String], among known: [String]) throws {
    guard let field = filtered.first(where: { !known.contains($0) }) else { return }
    throw CommandFailure(
      "The field '\(field)' of '--only' is not in the data.",
      hint: unknownFieldHint(field, among: known))
  }

  /// A table without a column that every card needs.
  struct MissingColumn: Diagnostic {
    let message: String
    let place: String?
    let hint: String?
  }

  private static func refuseMissing(
    _ required: [String], in columns: [String], _ present: Set<String>, file: String?
  ) throws {
    guard let field = required.first(where: { !present.contains($0) }) else { return }
    let near =
      FieldMapping.meant(by: field, among: columns)?.field ?? nearestName(to: field, among: columns)
    throw MissingColumn(
      message: "The data has no column '\(field)', which every card needs.",
      place: DataPlace(file: file).description,
      hint: near.map { "If it is '\($0)', give '--map \(option(field, $0))'." }
        ?? unknownFieldHint(field, among: columns) + " Name one with '--map \(field)=COLUMN'.")
  }

  /// A mapping as a shell takes it within quotes.
  private static func option(_ field: String, _ column: String) -> String { "\(field)=\(column)" }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(nameLimit).map { "'\($0)'" }.joined(separator: ", ")
    return names.count > nameLimit ? "\(shown) and \(names.count - nameLimit) more" : shown
  }

  private func noun(_ count: Int) -> String {
    (isTable ? "column" : "field") + (count == 1 ? "" : "s")
  }

  /// What a person should look at, and what would help; nil where there is nothing.
  var warning: (message: String, hint: String)? {
    guard let first = slips.first else { return nil }
    return (
      "No card shows the \(noun(slips.count)) \(Self.list(slips.map(\.column))).",
      "Did you mean \(Self.list(slips.map(\.meant)))? Rename \(slips.count == 1 ? "it" : "them"), or "
        + "give '--map \(Self.option(first.field, first.column))'."
    )
  }

  /// What stands in the report: the same, and all that no card shows.
  var notes: [String] {
    var notes: [String] = []
    if let warning { notes.append(warning.message + " " + warning.hint) }
    let others = unused.filter { name in !slips.contains { $0.column == name } }
    if !others.isEmpty {
      notes.append(
        "Of \(columns.count) \(noun(columns.count)), \(others.count) "
          + "\(others.count == 1 ? "is" : "are") not used: \(Self.list(others)).")
    }
    return notes
  }

  /// Says it on standard error.
  func tell(_ console: Console) {
    guard let warning else { return }
    console.printError("Note: \(warning.message)\n  hint: \(warning.hint)")
  }
}
