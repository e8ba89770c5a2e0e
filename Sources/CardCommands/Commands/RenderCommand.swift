import CardFiles
import CardModel
import CardRecords
import Cardstock
internal import Dispatch
internal import Foundation
internal import Synchronization

/// Makes cards of records: files, one document, or bytes on standard output.
struct RenderCommand {
  let options: RenderOptions
  let environment: [String: String]
  let console: Console
  /// Keeps renderers from one run to the next, where there are several.
  var renderers: RendererPool?

  /// The most bytes of standard input: they wait on the disk, not in memory.
  private static let inputLimit = 16 << 30
  /// The most bytes of a database or a workbook from standard input, which are held in memory.
  private static let memoryInputLimit = 1 << 30

  func run() throws -> ExitCode {
    if options.watches { return try WatchCommand(self).run() }
    return try render(interrupt: nil).code
  }

  /// Makes the cards once.
  ///
  /// Without an `interrupt` there is one from when cards begin to be made. Before that, Ctrl-C may
  /// end the process at once: nothing is there yet that would have to be ended well.
  func render(
    interrupt given: Interrupt?
  ) throws -> (code: ExitCode, summary: BatchExport.Summary) {
    let format = try outputFormat()
    try options.sheets.check(hasLabels: format == .zpl)
    try options.thermal.check(format, options)
    if let measured = options.measured {
      throw CommandFailure(
        "The measures '\(measured)' have no meaning without '--calibrate'.",
        hint: "Add '--calibrate', and leave out the data.")
    }
    let selection = try selection()
    let stock = try stock()
    let design = try design(stock)
    let sheets = try stock?.export(for: design, options.sheets)
    let spool = try spooledInput()
    let stream = try records(spool)
    let use = try FieldUse(stream, design, besides: try usedFields())
    let (output, count) = try output(format, stream, sheets, hasBack: design.hasBack)
    var settings = BatchExport.Options()
    try options.thermal.apply(to: &settings, format, options)
    settings.compressesMore = options.png == .small
    settings.isStrict = options.isStrict
    settings.stopsAtError = options.errorAction == .stop
    settings.selection = selection
    settings.listsOnly = options.listsOnly
    settings.shard = options.shard
    settings.locatesNodes = options.report != nil
    settings.hashesFiles = options.report != nil
    settings.makesThumbnails = options.report?.lowercased().hasSuffix(".html") ?? false
    settings.workers = options.jobs ?? ProcessInfo.processInfo.activeProcessorCount
    settings.renderer = try rendererOptions()
    settings.renderers = renderers
    settings.bleed = options.sheets.bleed
    settings.sheets = sheets
    let marks = try options.sheets.marks()
    if sheets == nil, options.sheets.bleed != nil || marks != .none {
      settings.border = PageBorder(marks: marks)
    }
    stock?.warn(console)
    if let sheets, SheetComposer(sheets.setup).lacksRegistrationMarks {
      console.printError(
        "Warning: The margins of the sheet have no room for registration marks.\n"
          + "  hint: Give a smaller '--grid', or a larger paper.")
    }
    use.tell(console)
    let interrupt = given ?? Interrupt()
    settings.shouldStop = { interrupt.isRaised }
    if options.verifies { settings.verification = try verification() }
    defer { settings.verification?.end() }
    let export = BatchExport(design: design, format: format, output: output, options: settings)
    let summary = try withExtendedLifetime(spool) {
      try waitFor(export, stream, count: count, notes: use.notes)
    }
    if interrupt.isRaised {
      console.printError(stopped(summary, output))
      return (.interrupted, summary)
    }
    return (exitCode(summary, output), summary)
  }

  /// The fields that are used for something else than the cards.
  private func usedFields() throws -> [String] {
    var fields = options.output == "-" ? [] : try OutputPattern(options.output).fields
    if case .field(let name) = try SheetChoice.copies(options.sheets) { fields.append(name) }
    if options.shard != nil { fields.append("id") }
    return fields
  }

  /// Which cards are made.
  private func selection() throws -> BatchExport.Selection {
    let option =
      options.listsOnly
      ? "--list"
      : options.resumes ? "--resume" : options.makesChangedOnly ? "--changed-only" : nil
    if let option, options.output == "-" {
      throw CommandFailure(
        "'\(option)' is about files, but the output is standard output.",
        hint: "Give '-o' a pattern such as 'out/{{index}}.png', or a .pdf file.")
    }
    if let option, options.sheets.sheet != nil {
      throw CommandFailure(
        "'\(option)' has no meaning with '--sheet': a sheet is made of many cards.",
        hint: "Leave it out, or make a file for each card.")
    }
    switch (options.resumes, options.makesChangedOnly) {
    // What is watched is made again only where it has changed.
    case (false, false): return hasKnownCards ? .missingOrChanged : .all
    case (true, false): return .missingOrChanged
    case (false, true): return .changed
    case (true, true):
      throw CommandFailure(
        "'--resume' makes missing cards again and '--changed-only' does not, so only one can be "
          + "given.", hint: "Leave one of them out.")
    }
  }

  /// Whether a file for each record is made again and again, so that it is known what is there.
  private var hasKnownCards: Bool {
    options.watches && !options.listsOnly && options.output.contains("{{")
      && options.sheets.sheet == nil && !options.verifies && options.report == nil
  }

  /// The sheet that the cards lie on, if any.
  func stock() throws -> SheetChoice? {
    try SheetChoice(options.sheets, environment: environment)
  }

  func design(_ sheet: SheetChoice?) throws -> any CardDesign {
    let language = options.locale.prefix { $0 != "-" && $0 != "_" }.lowercased()
    if !BuiltInTitles.languages.contains(language) {
      console.printError(
        "Warning: The titles of rows are not known in '\(options.locale)' and stand in English.")
    }
    guard options.template != "identity" else {
      let size = options.isSized ? options.size : sheet?.labelSize ?? options.size
      return IdentityDesign(size: size, locale: options.locale)
    }
    guard !options.isSized else {
      throw CommandFailure(
        "A template has a size of its own, so '--size' and '--orientation' have no meaning here.",
        hint: "Change the template's 'size' or 'orientation'.")
    }
    return try TemplateDesign(
      TemplateArgument(name: options.template, environment: environment).reading(),
      locale: options.locale)
  }

  /// What Ctrl-C left.
  private func stopped(_ summary: BatchExport.Summary, _ output: BatchExport.Output) -> String {
    if case .document(let path) = output, !options.listsOnly {
      return "Stopped: '\(path)' was not made."
    }
    return summary.made == 1
      ? "Stopped: 1 card was made and is whole."
      : "Stopped: \(summary.made) cards were made and are whole."
  }

  private func exitCode(
    _ summary: BatchExport.Summary, _ output: BatchExport.Output
  ) -> ExitCode {
    let there = summary.made + summary.unchanged
    // A part of the records may well be empty.
    if there == 0, summary.failed == 0, options.shard == nil {
      let isFiltered = !options.only.isEmpty
      console.printError(
        isFiltered ? "Error: '--only' leaves no record." : "Error: The data holds no records.")
      return .failure
    }
    let verb =
      switch (options.listsOnly, summary.made == 1) {
      case (false, true): "was made"
      case (false, false): "were made"
      case (true, _): "would be made"
      }
    var parts = ["\(summary.made) \(summary.made == 1 ? "card" : "cards") \(verb)"]
    if options.resumes || options.makesChangedOnly {
      parts.append("\(summary.unchanged) \(summary.unchanged == 1 ? "is" : "are") unchanged")
    }
    if summary.failed > 0 {
      parts.append(summary.failed == 1 ? "1 record failed" : "\(summary.failed) records failed")
    }
    if parts.count > 1, there > 0 {
      let end = summary.isStopped ? "; the run ended there." : "."
      console.printError(parts.joined(separator: ", ") + end)
    }
    if summary.isStopped, case .document(let path) = output, !options.listsOnly {
      console.printError("The run ended there: '\(path)' was not made.")
    }
    if summary.failed == 0 { return .success }
    // Files that are not verified are there all the same.
    return (there == 0 && summary.unverified == 0) || summary.isStopped ? .failure : .someFailed
  }

  /// Runs the export on as many tasks as it has workers, and waits for its end.
  private func waitFor(
    _ export: BatchExport, _ stream: RecordStream, count: Int?, notes: [String]
  ) throws -> BatchExport.Summary {
    let done = DispatchSemaphore(value: 0)
    let result = ResultBox()
    let console = console
    let clock = ContinuousClock.now
    let log = OutcomeLog(
      report: try options.report.map {
        try BatchReportWriter($0, notes: notes, awaitsVerification: options.verifies)
      },
      meter: ProgressMeter(
        kind: options.progress, console: console, terminal: environment["TERM"],
        total: { count ?? (try? stream.count()) },
        seconds: { (ContinuousClock.now - clock) / .seconds(1) }),
      lists: options.listsOnly, console: console)
    Task.detached {
      do {
        let summary = try await export.run(
          records: { try stream.reading() }, report: { try log.add($0) },
          write: { try console.write($0) })
        let verification =
          export.options.shouldStop() ? nil : try export.options.verification?.check()
        let counted = verification.map(summary.counting) ?? summary
        try log.finish(counted, verification)
        result.value.withLock { $0 = .success(counted) }
      } catch {
        log.clear()
        result.value.withLock { $0 = .failure(error) }
      }
      done.signal()
    }
    done.wait()
    guard let outcome = result.value.withLock({ $0 }) else {
      throw CommandFailure("The run ended without a result.")
    }
    return try outcome.get()
  }

  private final class ResultBox: Sendable {
    let value = Mutex<Result<BatchExport.Summary, any Error>?>(nil)
  }

  // MARK: In

  /// Standard input on the disk, so that it can be read in two passes; nil where it is not read, or
  /// where its format needs it in memory.
  private func spooledInput() throws -> SpoolFile? {
    guard options.data.contains("-") else { return nil }
    guard options.data.count(where: { $0 == "-" }) == 1 else {
      throw CommandFailure("Standard input can be read only once, but '-' stands twice.")
    }
    guard options.dataFormat != .sqlite else { return nil }
    return try SpoolFile(limit: Self.inputLimit, next: console.readInput)
  }

  /// A source of standard input.
  private func inputSource(_ spool: SpoolFile?, _ settings: RecordOptions) throws -> RecordSource {
    let format = options.dataFormat ?? .json
    if let spool {
      return RecordSource(spooledAt: spool.path, format: format, options: settings)
    }
    return RecordSource(
      bytes: try console.readAll(limit: Self.memoryInputLimit), format: format, options: settings)
  }

  func records(_ spool: SpoolFile? = nil) throws -> RecordStream {
    var settings = RecordOptions()
    settings.encoding = options.encoding
    settings.table = options.table
    settings.query = options.query
    let sources = try options.data.map { path in
      guard path == "-" else {
        return try RecordSource(path: path, format: options.dataFormat, options: settings)
      }
      return try inputSource(spool, settings)
    }
    return try RecordStream(
      sources: sources, maps: options.maps, only: options.only, first: options.first,
      last: options.last)
  }

  private func rendererOptions() throws -> CardRenderer.Options {
    var renderer = CardRenderer.Options()
    renderer.fontFiles = try FontFolders.files(in: options.fontDirectories)
    renderer.allowsSystemFonts = options.usesSystemFonts
    renderer.allowsDamagedPictures = options.allowsDamage
    renderer.documentKind = options.documentKind
    renderer.documentAuthor = options.author
    renderer.documentPictureResolution = Double(options.pictureResolution)
    renderer.assetsFolder = options.assets ?? dataFolder
    renderer.documentDate = try DocumentDate.seconds(in: environment)
    return renderer
  }

  /// The folder of the first data file; the working folder for standard input.
  var dataFolder: String {
    guard let path = options.data.first(where: { $0 != "-" }) else { return "." }
    let folder = (path as NSString).deletingLastPathComponent
    return folder.isEmpty ? "." : folder
  }

  // MARK: Out

  func outputFormat() throws -> BatchExport.Format {
    if let format = options.format {
      return switch format {
      case .png: .png
      case .pdf: .pdf
      case .bilevel: .bilevelPNG
      case .zpl: .zpl
      }
    }
    switch (options.output as NSString).pathExtension.lowercased() {
    case "png": return .png
    case "pdf": return .pdf
    case "zpl": return .zpl
    default:
      throw CommandFailure(
        options.output == "-"
          ? "Standard output has no ending that tells the format."
          : "The output '\(options.output)' has no ending that tells the format.",
        hint: "End it with .png, .pdf or .zpl, or give '--format'.")
    }
  }

  private func output(
    _ format: BatchExport.Format, _ stream: RecordStream, _ sheets: SheetExport?, hasBack: Bool
  ) throws -> (BatchExport.Output, count: Int?) {
    if let sheets { return (try sheetOutput(format, stream, sheets), nil) }
    if options.output == "-" {
      if format.isPicture { try refuseMany(stream, "Standard output takes one picture") }
      return (.bytes, nil)
    }
    let pattern = try OutputPattern(options.output)
    guard pattern.hasFields else {
      if !options.listsOnly { _ = WholeFile.removeStale(in: pattern.folder) }
      if !format.isPicture { return (.document(options.output), nil) }
      try refuseMany(stream, "The output '\(options.output)' is one picture")
      return (.files(pattern), nil)
    }
    let names = try FileNames(
      pattern, hasBack: hasBack && format.isPicture, of: stream,
      numbersCollisions: options.collisionAction == .number)
    if !options.listsOnly {
      try Folders.make(pattern.folder)
      _ = WholeFile.removeStale(in: pattern.folder, depth: pattern.depth)
    }
    return (.files(pattern, numbers: names.numbers), names.count)
  }

  /// Where sheets go: a PDF, or a file for each sheet, named by `{{sheet}}`.
  private func sheetOutput(
    _ format: BatchExport.Format, _ stream: RecordStream, _ sheets: SheetExport
  ) throws -> BatchExport.Output {
    if options.shard != nil {
      throw CommandFailure(
        "'--shard' has no meaning with '--sheet': a sheet is made of many cards.",
        hint: "Leave it out, or make a file for each card.")
    }
    let isSeparate = sheets.setup.layout.duplex == .separate
    if options.output == "-" {
      guard format == .pdf, !isSeparate else {
        throw CommandFailure(
          isSeparate
            ? "Standard output takes one document, but fronts and backs are two."
            : "Standard output takes sheets as PDF only.",
          hint: isSeparate ? "Give a .pdf file." : "Give '--format pdf', or a .png file.")
      }
      return .bytes
    }
    let pattern = try OutputPattern(options.output)
    let known = [SheetExport.sheetField, OutputPattern.index]
    if let field = pattern.fields.first(where: { !known.contains($0) }) {
      throw CommandFailure(
        "A sheet has no '\(field)', which the output '\(options.output)' names.",
        hint: "Use '{{sheet}}' for the number of the sheet.")
    }
    if pattern.hasFields {
      try Folders.make(pattern.folder)
      if format == .pdf, isSeparate {
        throw CommandFailure(
          "A file for each sheet holds both its sides, so '--duplex separate' has no meaning.",
          hint: "Give one .pdf file.")
      }
    }
    _ = WholeFile.removeStale(in: pattern.folder)
    if format == .pdf, !pattern.hasFields { return .document(options.output) }
    if !pattern.hasFields { try refuseManySheets(stream, sheets) }
    return .files(pattern)
  }

  private func refuseManySheets(_ stream: RecordStream, _ sheets: SheetExport) throws {
    var walk = try RecordStream.Walk(stream)
    var cards = 0
    while let input = try walk.next() {
      guard case .success(let record) = input else { continue }
      cards += (try? sheets.copies(of: record)) ?? 1
      guard sheets.setup.plan.sheetCount(cards: cards) > 1 else { continue }
      throw CommandFailure(
        "The output '\(options.output)' is one picture, but there are several sheets.",
        hint: "Use a pattern such as 'sheet-{{sheet}}.png', or a .pdf file.")
    }
  }

  private func refuseMany(_ stream: RecordStream, _ what: String) throws {
    var walk = try RecordStream.Walk(stream)
    guard try walk.next() != nil, try walk.next() != nil else { return }
    throw CommandFailure(
      "\(what), but the data holds several records.",
      hint: "Use a pattern such as 'out/{{index}}.png', a .pdf file, or '--first 1'.")
  }
}
