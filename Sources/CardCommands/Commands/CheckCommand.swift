import CardFiles
import CardModel
import Cardstock

extension CommandSpec {
  static let check = CommandSpec(
    name: "check",
    abstract: "Find every problem of a template, and how all records fit.",
    discussion: "Without data the template is laid out with the samples of its fields. With data "
      + "every record is laid out, and the worst ones of each label are listed. The code is 0 "
      + "where there is no error, 1 where there is one, 2 where nothing could be checked.",
    arguments: [
      ArgumentSpec(
        name: "template", abstract: "A .card.json file, or the name of a built-in one.",
        completion: .names(.templates, files: ["card.json"])),
      ArgumentSpec(
        name: "data", abstract: "The data of all cards, as 'render' takes it.", isRequired: false,
        repeats: true,
        completion: .file([
          "json", "ndjson", "jsonl", "csv", "tsv", "vcf", "xlsx", "ods", "db", "sqlite",
        ])),
    ],
    options: [
      OptionSpec(name: "strict", abstract: "Let a warning count as an error."),
      OptionSpec(name: "json", abstract: "Print one JSON document."),
      OptionSpec(
        name: "min-size", value: ValueSpec("pt", .number(0.1...1000)),
        abstract: "Fail where a text is smaller than so many points.", section: "Gates"),
      OptionSpec(
        name: "min-resolution", value: ValueSpec("dpi", .number(1...10000)),
        abstract: "Fail where a picture has fewer pixels per inch.", section: "Gates"),
      OptionSpec(
        name: "max-lines", value: ValueSpec("n", .integer(1...1000)),
        abstract: "Fail where a text takes more lines.", section: "Gates"),
      OptionSpec(
        name: "worst", value: ValueSpec("n", .integer(1...1000)), defaultValue: "3",
        abstract: "How many records are listed for each label."),
      .assets, .locale,
    ] + OptionSpec.dataOptions + [.fontDirectory, .noSystemFonts])
}

/// Finds what is wrong with a template and with data on it.
struct CheckCommand {
  let arguments: DataArguments
  let isStrict: Bool
  let printsJSON: Bool
  let gates: FitAudit.Gates
  let worst: Int
  let console: Console

  init(_ values: ParsedArguments, environment: [String: String], console: Console) {
    arguments = DataArguments(values, environment: environment)
    isStrict = values.flag("strict")
    printsJSON = values.flag("json")
    gates = FitAudit.Gates(
      minimumSize: values.number("min-size"),
      minimumResolution: values.number("min-resolution"),
      maximumLines: values.integer("max-lines"))
    worst = values.integer("worst") ?? 3
    self.console = console
  }

  func run() throws -> ExitCode {
    var output = CheckOutput(console: console, isJSON: printsJSON, isStrict: isStrict)
    do {
      return try checked(&output)
    } catch FileError.brokenPipe {
      throw FileError.brokenPipe
    } catch {
      // What cannot be checked is neither right nor wrong.
      try output.abort(CardOutcome.Failure(error))
      return .someFailed
    }
  }

  private func checked(_ output: inout CheckOutput) throws -> ExitCode {
    let renderer = try CardRenderer(options: arguments.rendererOptions())
    try output.begin(template: arguments.template, isPrivate: !arguments.data.isEmpty)
    var review: TemplateReview?
    var reading: TemplateReading?
    if !arguments.isIdentity {
      let read = try arguments.templateArgument.check()
      let made = TemplateReview(read, renderer: renderer, locale: arguments.locale)
      review = made
      reading = read
      for problem in made.problems { try output.add(problem) }
      try output.endProblems(fieldsWithoutSample: made.fieldsWithoutSample)
    } else {
      try output.endProblems(fieldsWithoutSample: [])
    }
    let design: any CardDesign
    if arguments.isIdentity {
      design = IdentityDesign(locale: arguments.locale)
    } else if review?.set != nil, let reading {
      design = try TemplateDesign(reading, locale: arguments.locale)
    } else {
      if !arguments.data.isEmpty {
        output.note("The data was not checked, as the template is wrong.")
      }
      return try output.end(audit: nil, breaches: [])
    }
    var audit = FitAudit(rowLimit: worst)
    if arguments.data.isEmpty {
      if let template = review?.set?.template {
        try sampleAudit(design, template, renderer, &audit, review)
      }
      return try output.end(
        audit: nil, breaches: audit.recordCount > 0 ? audit.breaches(of: gates) : [])
    }
    try auditRecords(design, renderer, &audit, review, &output)
    return try output.end(audit: audit, breaches: audit.breaches(of: gates))
  }

  /// The gates hold for the samples as well.
  private func sampleAudit(
    _ design: any CardDesign, _ template: Template, _ renderer: CardRenderer,
    _ audit: inout FitAudit, _ review: TemplateReview?
  ) throws {
    guard let card = try? design.card(for: template.sample).card else { return }
    let names = review?.names(of: template.sample, locale: arguments.locale) ?? [:]
    for side in card.back == nil ? [CardSide.front] : [.front, .back] {
      guard let frame = try? renderer.layout(card, side: side) else { continue }
      audit.add(frame, record: 1) { names[$0] ?? $0.description }
    }
  }

  /// Lays out every record; one that cannot be is a failure, and the next one follows.
  private func auditRecords(
    _ design: any CardDesign, _ renderer: CardRenderer, _ audit: inout FitAudit,
    _ review: TemplateReview?, _ output: inout CheckOutput
  ) throws {
    let stream = try arguments.records(console)
    do {
      let use = try FieldUse(stream, design, besides: [])
      if let warning = use.warning { output.note(warning.message, hint: warning.hint) }
      if let gap = use.gap, !arguments.isIdentity { output.note(gap.message, hint: gap.hint) }
    } catch let failure as FieldUse.MissingColumn {
      // Every record would say the same.
      return try output.add(CardOutcome.Failure(failure), record: nil, recordPlace: nil)
    }
    var walk = try RecordStream.Walk(stream)
    var number = 0
    while let input = try walk.next() {
      number += 1
      switch input {
      case .failure(let failure): try output.add(failure, record: number, recordPlace: nil)
      case .success(let record):
        let place = record.place?.description
        let names = review?.names(of: record, locale: arguments.locale) ?? [:]
        for finding in record.findings {
          output.note("\(place ?? "record \(number)"): \(finding.message)")
        }
        do {
          let card = try design.card(for: record).card
          var frames = [try renderer.layout(card)]
          if card.back != nil { frames.append(try renderer.layout(card, side: .back)) }
          for frame in frames {
            if let problem = renderer.firstPictureError(of: frame) { throw problem }
          }
          for frame in frames {
            audit.add(frame, record: number, place: place) { names[$0] ?? $0.description }
          }
          output.count(record.findings + frames.flatMap(\.findings))
        } catch {
          let failure = CardOutcome.Failure(error, record: record, in: design)
          try output.add(failure, record: number, recordPlace: place)
        }
      }
    }
    if number == 0 { throw CommandFailure("The data holds no records.") }
  }
}
