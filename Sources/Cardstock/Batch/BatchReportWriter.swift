internal import CardFiles
internal import CardModel

/// Writes what became of each record to a file: `.json` as one object, `.ndjson` a line a record,
/// `.html` a page with a thumbnail of each card.
///
/// The report holds values of people's records, so its first line says that it is private.
public final class BatchReportWriter {
  private let file: WholeFile
  private let entries: ReportEntries?
  private let kind: Kind
  private let notes: [String]
  private var isFirst = true

  private enum Kind: String {
    case json
    case ndjson
    case html
  }

  /// Whether the report shows a thumbnail of each card.
  public var showsThumbnails: Bool { kind == .html }

  /// What the first line of a report says.
  static let notice = "Private: this report holds personal data."

  /// Begins a report; with `awaitsVerification` its cards wait on the disk for what is found.
  ///
  /// `notes` are sentences about the run as a whole.
  ///
  /// - Throws: `ReportError` for an unknown ending, `FileError` where it cannot be written.
  public init(_ path: String, notes: [String] = [], awaitsVerification: Bool = false) throws {
    let ending = path.split(separator: ".").last.map { $0.lowercased() }
    guard let kind = Kind(rawValue: ending == "jsonl" ? "ndjson" : ending ?? "") else {
      throw ReportError(path: path)
    }
    self.kind = kind
    self.notes = notes
    file = try WholeFile(path)
    entries = awaitsVerification ? try ReportEntries() : nil
    let notice = JSONValue.string(Self.notice).text()
    switch kind {
    case .json: try write("{\"notice\": \(notice),\n  \"cards\": [")
    case .ndjson: try write("{\"notice\":\(notice)}\n")
    case .html: try write(ReportPage.head(notes))
    }
  }

  /// Adds a record's outcome.
  ///
  /// - Throws: `FileError` where it cannot be written.
  public func add(_ outcome: CardOutcome) throws {
    let text = kind == .html ? ReportPage.card(outcome) : outcome.json.text()
    if let entries {
      return try entries.add(
        text, record: outcome.index, isMade: outcome.failure == nil && !outcome.isUnchanged)
    }
    try write(entry: text)
  }

  private func write(entry text: String) throws {
    switch kind {
    case .json: try write((isFirst ? "\n    " : ",\n    ") + text)
    case .ndjson: try write(text + "\n")
    case .html: try write(text)
    }
    isFirst = false
  }

  /// Writes the cards that waited, each with what was found of it.
  private func writeEntries(_ result: Verification.Result?) throws {
    try entries?.forEach { record, isMade, text in
      let reasons = result?.failures[record] ?? []
      guard let result, isMade, !result.isEmpty else { return try write(entry: text) }
      try write(
        entry: kind == .html
          ? ReportPage.card(text, verifiedWith: reasons)
          : ReportEntries.json(text, verifiedWith: reasons))
    }
  }

  /// Ends the report; only now it has its final name.
  ///
  /// - Throws: `FileError` where it cannot be written.
  public func finish(
    _ summary: BatchExport.Summary, _ verification: Verification.Result? = nil
  ) throws {
    defer { entries?.end() }
    try writeEntries(verification)
    switch kind {
    case .json: try write("\n  ],\n  \"summary\": \(summary.json(notes).text())\n}\n")
    case .ndjson: try write(summary.json(notes).text() + "\n")
    case .html: try write(ReportPage.foot(summary))
    }
    try file.commit()
  }

  private func write(_ text: String) throws { try file.write(Array(text.utf8)) }

  /// Why a report cannot be written under a name.
  struct ReportError: Diagnostic {
    let path: String
    var message: String { "The report '\(path)' has no ending that tells its format." }
    var hint: String? { "End it with .json, .ndjson or .html." }
  }
}

extension CardOutcome {
  /// The outcome as a report has it.
  var json: JSONValue {
    var members: [(String, JSONValue)] = [("record", .number(index))]
    if let place { members.append(("place", .string(place))) }
    members.append(("files", .array(files.map { .string($0) })))
    if !sheetPlaces.isEmpty {
      members.append(("sheetPlaces", .array(sheetPlaces.map(\.json))))
    }
    if !hashes.isEmpty { members.append(("sha256", .array(hashes.map { .string($0) }))) }
    if isUnchanged { members.append(("unchanged", .bool(true))) }
    if let failure {
      members.append(("error", .string(failure.message)))
      if let place = failure.place { members.append(("errorPlace", .string(place))) }
      if let row = failure.row { members.append(("row", .number(row))) }
      if let column = failure.column { members.append(("column", .string(column))) }
      if let value = failure.value { members.append(("value", .string(value))) }
      if let hint = failure.hint { members.append(("hint", .string(hint))) }
    }
    members.append(("findings", .array(findings.map(\.json))))
    members.append(("texts", .array(texts.map(\.json))))
    return .object(members)
  }
}

extension CardOutcome.SheetPlace {
  /// The place as a report has it.
  var json: JSONValue {
    .object([("sheet", .number(sheet)), ("row", .number(row)), ("column", .number(column))])
  }
}

extension BatchExport.Summary {
  /// The summary as a report has it.
  func json(_ notes: [String]) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("made", .number(made)), ("unchanged", .number(unchanged)), ("failed", .number(failed)),
    ]
    if isStopped { members.append(("stopped", .bool(true))) }
    if !notes.isEmpty { members.append(("notes", .array(notes.map { .string($0) }))) }
    if let documentHash { members.append(("sha256", .string(documentHash))) }
    if !batchSizes.labels.isEmpty {
      let labels = batchSizes.labels.sorted { $0.key < $1.key }
      members.append(("batchSizes", .object(labels.map { ($0.key, $0.value.json) })))
    }
    return .object(members)
  }
}

extension BatchSizes.Label {
  /// A common size as a report has it.
  var json: JSONValue {
    .object([
      ("size", .number(size)), ("share", .number(share)), ("cards", .number(cards)),
      ("exceptions", .number(exceptions)),
    ])
  }
}

extension Finding {
  /// The finding as a report has it.
  var json: JSONValue {
    var members: [(String, JSONValue)] = [
      ("code", .string(code.rawValue)), ("severity", .string(severity.rawValue)),
      ("message", .string(message)),
    ]
    if let id { members.append(("id", .string(id))) }
    if let path { members.append(("path", .string(path.description))) }
    if let origin { members.append(("origin", origin.json)) }
    return .object(members)
  }
}

extension NodeOrigin {
  /// The origin as a report has it, in the words of `check`.
  var json: JSONValue {
    var members: [(String, JSONValue)] = [("file", .string(file))]
    if let position {
      members += [("line", .number(position.line)), ("column", .number(position.column))]
    }
    return .object(members + [("path", .string(path))])
  }
}

extension CardOutcome.TextFit {
  /// The fit as a report has it.
  var json: JSONValue {
    .object([
      ("label", .string(label)), ("styleSize", .number(styleSize)), ("size", .number(size)),
      ("lines", .number(lines)), ("cut", .bool(isCut)),
      ("faces", .array(faces.map { .string($0) })),
    ])
  }
}
