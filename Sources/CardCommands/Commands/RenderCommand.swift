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

  /// The most bytes of standard input.
  private static let inputLimit = 1 << 30

  func run() throws -> ExitCode {
    let format = try outputFormat()
    let stream = try records()
    let output = try output(format, stream)
    var settings = BatchExport.Options()
    settings.dotsPerInch = Double(options.resolution)
    settings.compressesMore = options.png == .small
    settings.isStrict = options.isStrict
    settings.stopsAtError = options.errorAction == .stop
    settings.resumes = options.resumes
    settings.makesThumbnails = options.report?.lowercased().hasSuffix(".html") ?? false
    let interrupt = Interrupt()
    settings.shouldStop = { interrupt.isRaised }
    settings.workers = options.jobs ?? ProcessInfo.processInfo.activeProcessorCount
    settings.renderer = try rendererOptions()
    let export = BatchExport(
      design: try design(), format: format, output: output, options: settings)
    let summary = try waitFor(export, stream)
    if interrupt.isRaised {
      console.printError("Stopped: \(summary.made) cards were made and are whole.")
      return .interrupted
    }
    return exitCode(summary)
  }

  private func design() throws -> any CardDesign {
    let language = options.locale.prefix { $0 != "-" && $0 != "_" }.lowercased()
    if !BuiltInTitles.languages.contains(language) {
      console.printError(
        "Warning: The titles of rows are not known in '\(options.locale)' and stand in English.")
    }
    guard options.template != "identity" else {
      return IdentityDesign(size: options.size, locale: options.locale)
    }
    guard options.template.hasSuffix(TemplateFile.ending) else {
      throw CommandFailure(
        "The template '\(options.template)' is unknown.",
        hint: "Give 'identity', or the path of a \(TemplateFile.ending) file.")
    }
    guard !options.isSized else {
      throw CommandFailure(
        "A template has a size of its own, so '--size' and '--orientation' have no meaning here.",
        hint: "Change the template's 'size' or 'orientation'.")
    }
    let template = try TemplateFile.read(
      FileReading.file(options.template, limit: 8 << 20), file: options.template)
    return try TemplateDesign(template, locale: options.locale)
  }

  private func exitCode(_ summary: BatchExport.Summary) -> ExitCode {
    let there = summary.made + summary.unchanged
    if there == 0, summary.failed == 0 {
      let isFiltered = !options.only.isEmpty
      console.printError(
        isFiltered ? "Error: '--only' leaves no record." : "Error: The data holds no records.")
      return .failure
    }
    if summary.failed == 0 { return .success }
    if there == 0 || summary.isStopped { return .failure }
    let cards = summary.made == 1 ? "1 card was made" : "\(summary.made) cards were made"
    let records = summary.failed == 1 ? "1 record" : "\(summary.failed) records"
    console.printError("\(cards), \(records) failed.")
    return .someFailed
  }

  /// Runs the export on as many tasks as it has workers, and waits for its end.
  private func waitFor(
    _ export: BatchExport, _ stream: RecordStream
  ) throws -> BatchExport.Summary {
    let done = DispatchSemaphore(value: 0)
    let result = ResultBox()
    let console = console
    let log = OutcomeLog(
      report: try options.report.map { try BatchReportWriter($0) },
      meter: ProgressMeter(kind: options.progress, console: console), console: console)
    Task.detached {
      do {
        let summary = try await export.run(
          next: try stream.reading(), report: { try log.add($0) },
          write: { try console.write($0) })
        try log.finish(summary)
        result.value.withLock { $0 = .success(summary) }
      } catch {
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

  private func records() throws -> RecordStream {
    var settings = RecordOptions()
    settings.encoding = options.encoding
    settings.table = options.table
    settings.query = options.query
    let sources = try options.data.map { path in
      guard path == "-" else {
        return try RecordSource(path: path, format: options.dataFormat, options: settings)
      }
      return RecordSource(
        bytes: try console.readInput(Self.inputLimit), format: options.dataFormat ?? .json,
        options: settings)
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
    renderer.documentPictureResolution = Double(options.pictureResolution)
    renderer.assetsFolder = options.assets ?? dataFolder
    if let date = environment["SOURCE_DATE_EPOCH"] {
      // A document's year has four digits.
      guard let seconds = Int(date), 0...253_402_300_799 ~= seconds else {
        throw CommandFailure(
          "The environment variable SOURCE_DATE_EPOCH is '\(date)', not a number of seconds.",
          hint: "Please provide the seconds since 1970 in UTC, or leave the variable unset.")
      }
      renderer.documentDate = seconds
    }
    return renderer
  }

  /// The folder of the first data file; the working folder for standard input.
  private var dataFolder: String {
    guard let path = options.data.first(where: { $0 != "-" }) else { return "." }
    let folder = (path as NSString).deletingLastPathComponent
    return folder.isEmpty ? "." : folder
  }

  // MARK: Out

  private func outputFormat() throws -> BatchExport.Format {
    if let format = options.format {
      return format == .png ? .png : .pdf
    }
    switch (options.output as NSString).pathExtension.lowercased() {
    case "png": return .png
    case "pdf": return .pdf
    default:
      throw CommandFailure(
        options.output == "-"
          ? "Standard output has no ending that tells the format."
          : "The output '\(options.output)' has no ending that tells the format.",
        hint: "End it with .png or .pdf, or give '--format'.")
    }
  }

  private func output(
    _ format: BatchExport.Format, _ stream: RecordStream
  ) throws -> BatchExport.Output {
    if options.output == "-" {
      if format == .png { try refuseMany(stream, "Standard output takes one picture") }
      return .bytes
    }
    let pattern = try OutputPattern(options.output)
    guard pattern.hasFields else {
      _ = WholeFile.removeStale(in: pattern.folder)
      if format == .pdf { return .document(options.output) }
      try refuseMany(stream, "The output '\(options.output)' is one picture")
      return .files(pattern)
    }
    let names = try FileNames(
      pattern, of: stream, numbersCollisions: options.collisionAction == .number)
    try Folders.make(pattern.folder)
    _ = WholeFile.removeStale(in: pattern.folder)
    return .files(pattern, numbers: names.numbers)
  }

  private func refuseMany(_ stream: RecordStream, _ what: String) throws {
    var walk = try RecordStream.Walk(stream)
    guard try walk.next() != nil, try walk.next() != nil else { return }
    throw CommandFailure(
      "\(what), but the data holds several records.",
      hint: "Use a pattern such as 'out/{{index}}.png', a .pdf file, or '--first 1'.")
  }
}
