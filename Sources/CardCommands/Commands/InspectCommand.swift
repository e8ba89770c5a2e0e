import CardFiles
import CardModel
import Cardstock

extension CommandSpec {
  static let inspect = CommandSpec(
    name: "inspect",
    abstract: "Print a card's node tree, its layout, or why a size is what it is.",
    discussion: "The card is made of the first record, or of the template's samples where there "
      + "is no data.",
    arguments: [
      ArgumentSpec(
        name: "template", abstract: "A .card.json file, or the name of a built-in one.",
        completion: .names(.templates, files: ["card.json"])),
      ArgumentSpec(
        name: "data", abstract: "The data whose first record is shown.", isRequired: false,
        completion: .file([
          "json", "ndjson", "jsonl", "csv", "tsv", "vcf", "xlsx", "ods", "db", "sqlite",
        ])),
    ],
    options: [
      OptionSpec(
        name: "tree", abstract: "Print the tree of nodes; so it is unless said otherwise."),
      OptionSpec(name: "frame", abstract: "Print what is drawn, and where."),
      OptionSpec(
        name: "trace", value: ValueSpec("node", .text), hasOptionalValue: true,
        abstract: "Print each proposal and answer, and the rule that decided: of all nodes, or "
          + "every one of the node with an id or a path, as in '--trace=name'."),
      OptionSpec(
        name: "overlay", value: ValueSpec("file", .path, completion: .file(["png"])),
        abstract: "Draw the card with the box of each node to a .png file."),
      OptionSpec(
        name: "side", value: ValueSpec("side", .choice(CardSide.allCases.map(\.rawValue))),
        defaultValue: "front", abstract: "The side of the card."),
      OptionSpec(
        name: "dpi", value: ValueSpec("dpi", .integer(72...1200)), defaultValue: "300",
        abstract: "The resolution of the overlay, in dots per inch."),
      .assets, .locale,
    ] + OptionSpec.dataOptions + [.fontDirectory, .noSystemFonts])
}

/// Prints what a card is made of and how it was laid out.
struct InspectCommand {
  let arguments: DataArguments
  let printsTree: Bool
  let printsFrame: Bool
  let traces: Bool
  /// The id or the path of the node to trace; nil for all.
  let node: String?
  let overlay: String?
  let side: CardSide
  let resolution: Int
  let console: Console

  init(_ values: ParsedArguments, environment: [String: String], console: Console) {
    arguments = DataArguments(values, environment: environment)
    printsFrame = values.flag("frame")
    traces = values.flag("trace")
    node = values.text("trace")
    overlay = values.text("overlay")
    printsTree = values.flag("tree") || !(printsFrame || traces || overlay != nil)
    side = values.choice("side") ?? .front
    resolution = values.integer("dpi") ?? 300
    self.console = console
  }

  func run() throws -> ExitCode {
    let (card, names) = try card()
    if side == .back, card.back == nil {
      throw CommandFailure("The card has no back.", hint: "Leave '--side back' out.")
    }
    var parts: [String] = []
    if printsTree { parts.append(card.dump) }
    let renderer = try CardRenderer(options: arguments.rendererOptions())
    if printsFrame || traces || overlay != nil {
      let trace = LayoutTrace()
      let frame = try renderer.layout(card, side: side, trace: trace)
      if printsFrame { parts.append(frame.dump) }
      if traces {
        parts.append(try TraceText(trace, names: names).text(of: node).joined(separator: "\n"))
      }
      if let overlay {
        let drawing = LayoutOverlay(frame, trace, renderer: renderer)
        let bytes = try renderer.png(of: drawing.frame, dotsPerInch: Double(resolution))
        try WholeFile.write(bytes, to: overlay)
      }
    }
    if !parts.isEmpty {
      let text = parts.map { $0.hasSuffix("\n") ? $0 : $0 + "\n" }.joined(separator: "\n")
      try console.write(Array(text.utf8))
    }
    return .success
  }

  /// The card of the first record, and where in the template each of its nodes stands.
  private func card() throws -> (Card, [NodePath: String]) {
    let record = try firstRecord()
    if arguments.isIdentity {
      let card = try IdentityDesign(locale: arguments.locale).card(for: record ?? Self.person).card
      return (card, [:])
    }
    let reading = try arguments.templateArgument.check()
    if let error = reading.errors.first { throw error }
    guard let set = reading.set else {
      throw TemplateError(file: arguments.template, problems: [])
    }
    let template = set.template
    let origins = TemplateOrigins(
      template, in: try JSONReader.read(reading.source.bytes, options: .relaxed),
      components: set.components)
    guard let record else {
      // A sample that is not there must not keep anybody from looking at the rest.
      var open = set
      for index in template.fields.indices { open.template.fields[index].isRequired = false }
      let card = try TemplateDesign(open, locale: arguments.locale).card(for: template.sample).card
      return (card, origins.paths(of: template.sample, locale: arguments.locale))
    }
    let card = try TemplateDesign(set, locale: arguments.locale).card(for: record).card
    return (card, origins.paths(of: record, locale: arguments.locale))
  }

  private func firstRecord() throws -> Record? {
    guard !arguments.data.isEmpty else { return nil }
    var walk = try RecordStream.Walk(arguments.records(console))
    guard let input = try walk.next() else { throw CommandFailure("The data holds no records.") }
    switch input {
    case .success(let record):
      for finding in record.findings {
        let place = record.place.map { "\n  at \($0)" } ?? ""
        console.printError("Warning: \(finding.message)\(place)")
      }
      return record
    case .failure(let failure):
      throw CommandFailure(failure.message, place: failure.place, hint: failure.hint)
    }
  }

  /// Somebody to show the identity card with.
  private static let person = Record([
    Record.Field("name", .text("Ada Lovelace")), Record.Field("birthday", .text("1815-12-10")),
    Record.Field("email", .text("ada@example.org")),
    Record.Field("company", .text("Analytical Engines")),
  ])
}
