internal import CardModel

/// Records of a template's samples that lead into each branch of its conditions.
struct SampleVariants {
  /// The records; the samples as they are come first.
  private(set) var records: [Record]

  private let fields: [String: TemplateField]
  /// So many records are made at most, as each is laid out.
  private static let limit = 32

  /// Makes them of the samples that are right.
  init(_ template: Template, samples: Record) {
    fields = Dictionary(template.fields.map { ($0.name, $0) }) { $1 }
    records = [samples]
    var conditions: [Condition] = []
    for tree in [template.front] + (template.back.map { [$0] } ?? [])
      + template.parts.values.map({ $0 })
    {
      Self.collect(tree, &conditions)
    }
    for condition in conditions { vary(by: condition, samples) }
  }

  private mutating func vary(by condition: Condition, _ samples: Record) {
    switch condition {
    case .present(let field):
      if fields[field]?.type == .boolean { add(samples, field, .boolean(true)) }
      add(samples, field, nil)
    case .empty(let field): add(samples, field, nil)
    case .equals(let field, let text):
      add(samples, field, .text(text))
      add(samples, field, nil)
    case .among(let field, let texts):
      if let text = texts.first { add(samples, field, .text(text)) }
      add(samples, field, nil)
    case .and(let parts), .or(let parts): for part in parts { vary(by: part, samples) }
    case .not(let part): vary(by: part, samples)
    }
  }

  private mutating func add(_ samples: Record, _ name: String, _ value: FieldValue?) {
    guard fields[name] != nil, records.count < Self.limit else { return }
    var record = samples
    record.fields.removeAll { $0.name == name }
    if let value { record.fields.append(Record.Field(name, value)) }
    if !records.contains(record) { records.append(record) }
  }

  private static func collect(_ node: Node, _ conditions: inout [Condition]) {
    switch node {
    case .stack(let stack): for child in stack.children { collect(child, &conditions) }
    case .table(let table):
      for row in (table.header.map { [$0] } ?? []) + table.rows {
        if let when = row.when { conditions.append(when) }
        for cell in row.cells { collect(cell.content, &conditions) }
      }
    case .box(let box):
      for part in [box.child, box.background, box.overlay].compactMap({ $0 }) {
        collect(part, &conditions)
      }
    case .conditional(let conditional):
      conditions.append(conditional.when)
      collect(conditional.then, &conditions)
      if let otherwise = conditional.otherwise { collect(otherwise, &conditions) }
    case .repeated(let repetition): collect(repetition.child, &conditions)
    case .label, .picture, .barcode, .shape, .spacer, .component: break
    }
  }
}
