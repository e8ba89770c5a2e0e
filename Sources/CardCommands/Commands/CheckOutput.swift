import CardModel
import Cardstock

/// Prints what `check` finds as it finds it, as lines or as one JSON document.
struct CheckOutput {
  let console: Console
  let isJSON: Bool
  let isStrict: Bool

  private var errors = 0
  private var warnings = 0
  private var failures = 0
  private var dataWarnings = 0
  private var isFirst = true
  private var hasBegun = false
  private var hasEndedProblems = false
  private var notes: [String] = []

  init(console: Console, isJSON: Bool, isStrict: Bool) {
    self.console = console
    self.isJSON = isJSON
    self.isStrict = isStrict
  }

  mutating func begin(template: String, isPrivate: Bool) throws {
    guard isJSON else { return }
    hasBegun = true
    let notice =
      isPrivate
      ? "\n  \"notice\": "
        + JSONValue.string("Private: this report tells about people's records.")
        .text() + "," : ""
    try console.write(
      Array(
        ("{\(notice)\n  \"version\": 1,\n  \"template\": " + JSONValue.string(template).text()
          + ",\n  \"problems\": [").utf8))
  }

  /// A problem of the template.
  mutating func add(_ problem: TemplateProblem) throws {
    // A note is advice, however strict.
    let severity: Severity =
      isStrict && problem.severity == .warning ? .error : problem.severity
    switch severity {
    case .error: errors += 1
    case .warning: warnings += 1
    case .note: break
    }
    guard !isJSON else { return try entry(problem.json(severity)) }
    let place = problem.position.map { ":\($0.line):\($0.column)" } ?? ""
    let way = problem.path.isEmpty ? "" : " (\(problem.path))"
    try console.print(
      "\(problem.file ?? "template")\(place): \(severity.rawValue): \(problem.message)\(way)")
    if let hint = problem.hint { try console.print("  hint: \(hint)") }
  }

  mutating func endProblems(fieldsWithoutSample: [String]) throws {
    hasEndedProblems = true
    if isJSON {
      let fields = JSONValue.array(fieldsWithoutSample.map { .string($0) }).text()
      try write((isFirst ? "]" : "\n  ]") + ",\n  \"fieldsWithoutSample\": \(fields),")
      try write("\n  \"failures\": [")
      isFirst = true
    } else if !fieldsWithoutSample.isEmpty {
      note(
        "What shows these fields was not laid out, as they have no 'sample': "
          + fieldsWithoutSample.map { "'\($0)'" }.joined(separator: ", ") + ".")
    }
  }

  /// Something that is neither right nor wrong.
  mutating func note(_ text: String, hint: String? = nil) {
    notes.append(hint.map { "\(text) \($0)" } ?? text)
    console.printError("Note: \(text)" + (hint.map { "\n  hint: \($0)" } ?? ""))
  }

  /// A record without a card, or data of which no record can have one.
  mutating func add(
    _ failure: CardOutcome.Failure, record: Int?, recordPlace: String?
  ) throws {
    failures += 1
    guard !isJSON else {
      return try entry(
        .object([
          ("record", record.map { .number($0) } ?? JSONValue(.null)),
          ("message", .string(failure.message)),
          ("place", (recordPlace ?? failure.place).map { .string($0) } ?? JSONValue(.null)),
          ("at", failure.place.map { .string($0) } ?? JSONValue(.null)),
          ("hint", failure.hint.map { .string($0) } ?? JSONValue(.null)),
        ]))
    }
    let place =
      OutcomeLines.place(recordPlace, failure.place) ?? record.map { "record \($0)" }
      ?? "data"
    try console.print("\(place): error: \(failure.message)")
    if let hint = failure.hint { try console.print("  hint: \(hint)") }
  }

  /// Counts what happened to a record's card.
  mutating func count(_ findings: [Finding]) {
    if findings.contains(where: { $0.severity == .warning }) { dataWarnings += 1 }
  }

  /// Ends the report and tells what the run comes to.
  mutating func end(audit: FitAudit?, breaches: [FitAudit.Breach]) throws -> ExitCode {
    let isWrong =
      errors > 0 || failures > 0 || !breaches.isEmpty || (isStrict && dataWarnings > 0)
    if isJSON {
      try write(isFirst ? "]" : "\n  ]")
      if let audit { try write(",\n  \"audit\": " + indented(audit.json.text(pretty: true))) }
      let gates = JSONValue.array(
        breaches.map { breach in
          .object([
            ("gate", .string(breach.gate)), ("name", .string(breach.name)),
            ("message", .string(breach.message)), ("record", .number(breach.record)),
            ("place", breach.place.map { .string($0) } ?? JSONValue(.null)),
          ])
        })
      try write(",\n  \"breaches\": " + indented(gates.text(pretty: true)))
      let told = JSONValue.array(notes.map { .string($0) }).text()
      try write(",\n  \"notes\": \(told)")
      try write(
        ",\n  \"errors\": \(errors),\n  \"warnings\": \(warnings),"
          + "\n  \"failed\": \(failures),\n  \"cardsWithWarnings\": \(dataWarnings),"
          + "\n  \"result\": \(isWrong ? "\"problems\"" : "\"ok\"")\n}\n")
      return isWrong ? .failure : .success
    }
    if let audit {
      for line in AuditTable(audit).lines { try console.print(line) }
    }
    for breach in breaches {
      let place = breach.place ?? (breach.record > 0 ? "record \(breach.record)" : "")
      try console.print("--\(breach.gate): error: \(breach.message)")
      if !place.isEmpty { try console.print("  at \(place)") }
    }
    let parts = [
      count(errors, "error"), count(warnings, "warning"),
      audit == nil ? nil : count(failures, "record") + " without a card",
      audit == nil ? nil : count(dataWarnings, "card") + " with warnings",
      breaches.isEmpty ? nil : count(breaches.count, "gate") + " not kept",
    ].compactMap { $0 }
    // One sentence, whichever part begins it.
    let rest = parts.dropFirst().map { $0.prefix(1).lowercased() + $0.dropFirst() }
    console.printError((parts.prefix(1) + rest).joined(separator: ", ") + ".")
    return isWrong ? .failure : .success
  }

  /// Ends the report of a run that could not go on.
  mutating func abort(_ failure: CardOutcome.Failure) throws {
    console.printError(OutcomeLines.error(failure).joined(separator: "\n"))
    guard isJSON, hasBegun else { return }
    if !hasEndedProblems { try endProblems(fieldsWithoutSample: []) }
    let place = failure.place.map { JSONValue.string($0) } ?? JSONValue(.null)
    let error = JSONValue.object([("message", .string(failure.message)), ("place", place)])
    try write((isFirst ? "]" : "\n  ]") + ",\n  \"error\": \(error.text()),")
    try write("\n  \"result\": \"unchecked\"\n}\n")
  }

  private func count(_ number: Int, _ what: String) -> String {
    "\(number == 0 ? "No" : String(number)) \(what)\(number == 1 ? "" : "s")"
  }

  private mutating func entry(_ json: JSONValue) throws {
    try write((isFirst ? "\n    " : ",\n    ") + json.text())
    isFirst = false
  }

  private func write(_ text: String) throws { try console.write(Array(text.utf8)) }

  private func indented(_ text: String) -> String {
    text.replacing("\n", with: "\n  ")
  }
}

extension TemplateProblem {
  fileprivate func json(_ severity: Severity) -> JSONValue {
    func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? JSONValue(.null) }
    return .object([
      ("code", .string(code)), ("severity", .string(severity.rawValue)),
      ("message", .string(message)), ("file", optional(file)),
      ("line", position.map { .number($0.line) } ?? JSONValue(.null)),
      ("column", position.map { .number($0.column) } ?? JSONValue(.null)),
      ("path", .string(path)), ("hint", optional(hint)),
    ])
  }
}
