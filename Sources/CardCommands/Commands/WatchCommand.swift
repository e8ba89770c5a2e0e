import CardFiles
import CardModel
import Cardstock
internal import Foundation
internal import Synchronization

/// Makes cards again whenever something that they are made of changes, and says what did.
///
/// What is wrong in between, a file that is gone or half written, is one line; the next change is
/// awaited then as ever.
struct WatchCommand {
  private let command: RenderCommand
  private let console: Console
  private let lines = ErrorLines()
  /// The cards' renderers, which stay open.
  private let renderers = RendererPool()

  /// Pictures are looked for in the cards of so many records.
  private static let recordLimit = 2000

  init(_ command: RenderCommand) {
    console = command.console
    self.command = RenderCommand(
      options: command.options, environment: command.environment,
      console: lines.console(command.console), renderers: renderers)
  }

  func run() throws -> ExitCode {
    _ = try command.outputFormat()
    guard command.options.output != "-", !command.options.data.contains("-") else {
      throw CommandFailure(
        "With '--watch', data and cards are files.",
        hint: "Give paths in place of '-', or leave '--watch' out.")
    }
    let interrupt = Interrupt()
    let watcher = FileWatcher()
    var watched = Watched()
    watched = files(before: watched)
    watcher.watch(watched.paths)
    console.printError("Watching \(count(watcher.paths.count, "file")); Ctrl-C ends.")
    make(interrupt)
    while !interrupt.isRaised {
      let changes = watcher.wait(milliseconds: 100)
      if changes.isEmpty { continue }
      let start = FileWatcher.Moment()
      console.printError(words(changes))
      renderers.forgetPictures(changes.flatMap { watched.sources[$0.path] ?? [] })
      // First the cards, then what else they are made of now: nobody waits for that.
      make(interrupt)
      let before = watched
      watched = files(before: before)
      watcher.watch(watched.paths, changedSince: start)
      // What is not watched any more may be another picture when it is next asked for.
      let gone = before.sources.filter { watched.sources[$0.key] == nil }
      renderers.forgetPictures(gone.values.flatMap(\.self))
    }
    return .interrupted
  }

  // MARK: Making

  private func make(_ interrupt: Interrupt) {
    let start = ContinuousClock.now
    lines.clear()
    do {
      let (_, summary) = try command.render(interrupt: interrupt)
      lines.tell(console)
      let time = (ContinuousClock.now - start) / .milliseconds(1)
      var words = "Made \(count(summary.made, "card"))"
      if summary.unchanged > 0 { words += ", \(summary.unchanged) unchanged" }
      if summary.failed > 0 { words += ", \(count(summary.failed, "record")) failed" }
      console.printError("\(words), in \(Int(time)) ms.")
    } catch {
      lines.tell(console)
      console.printError(
        ErrorLines.joined(OutcomeLines.error(CardOutcome.Failure(error))[...]))
    }
  }

  private func words(_ changes: [FileWatcher.Change]) -> String {
    func names(_ kind: FileWatcher.Change.Kind) -> String? {
      let names = changes.filter { $0.kind == kind }.map { "'\($0.path)'" }
      guard !names.isEmpty else { return nil }
      let shown = names.prefix(5).joined(separator: ", ")
      return names.count > 5 ? "\(shown) and \(names.count - 5) more" : shown
    }
    return [
      names(.changed).map { "Changed: \($0)." }, names(.added).map { "New: \($0)." },
      names(.removed).map { "Gone: \($0)." },
    ].compactMap { $0 }.joined(separator: " ")
  }

  private func count(_ number: Int, _ what: String) -> String {
    "\(number) \(what)\(number == 1 ? "" : "s")"
  }

  // MARK: Files

  /// What the cards are made of.
  private struct Watched {
    var paths: [String] = []
    /// What cards call the pictures, by their files.
    var sources: [String: [String]] = [:]
  }

  /// All files that the cards are made of; those before stay where they cannot be found out.
  private func files(before: Watched) -> Watched {
    var files = command.options.data + command.options.sheets.stockFiles
    let template = command.options.template
    var isWhole = true
    if template != "identity" {
      let argument = TemplateArgument(name: template, environment: command.environment)
      if argument.isFile { files.append(template) } else { files += builtIn([template]) }
      if let reading = try? argument.check() {
        files += reading.files.filter { $0 != template && !TemplateLibrary.isBuiltIn($0) }
        files += builtIn(reading.files.compactMap(TemplateLibrary.builtInName))
        files += missing(reading, argument)
        isWhole = reading.errors.isEmpty
      } else {
        isWhole = false
      }
    }
    var watched = Watched()
    if let pictures = pictures() {
      files += pictures.map(\.path)
      for picture in pictures { watched.sources[picture.path, default: []].append(picture.source) }
    } else {
      isWhole = false
    }
    if !isWhole {
      files += before.paths
      watched.sources.merge(before.sources) { now, _ in now }
    }
    watched.paths = files
    lines.clear()
    return watched
  }

  /// The files of built-in templates.
  private func builtIn(_ names: [String]) -> [String] {
    guard let folder = try? BuiltInTemplates.folder(environment: command.environment) else {
      return []
    }
    return names.map { folder.appending(path: $0 + TemplateFile.ending).path }
  }

  /// Where the files would be that the template names, and that are not there.
  private func missing(_ reading: TemplateReading, _ argument: TemplateArgument) -> [String] {
    guard argument.isFile else { return [] }
    let folder = (argument.name as NSString).deletingLastPathComponent
    return reading.missing.map { reference in
      let name =
        switch reference {
        case .component(let name): name + TemplateFile.ending
        case .styleGuide(let path): path
        }
      return folder.isEmpty ? name : folder + "/" + name
    }
  }

  /// The files of the pictures on the cards, or nil where there are no cards yet.
  private func pictures() -> [(source: String, path: String)]? {
    guard let design = try? command.design(command.stock()), let stream = try? command.records(),
      var walk = try? RecordStream.Walk(stream)
    else { return nil }
    let folder = command.options.assets ?? command.dataFolder
    var files: [(source: String, path: String)] = []
    var seen: Set<String> = []
    for _ in 0..<Self.recordLimit {
      guard let input = try? walk.next() else { break }
      guard case .success(let record) = input, let card = try? design.card(for: record).card else {
        continue
      }
      for source in card.pictureSources
      where !source.isEmpty && !source.lowercased().hasPrefix("data:") && !source.contains("://")
        && seen.insert(source).inserted
      {
        let path = source.hasPrefix("/") || folder == "." ? source : folder + "/" + source
        files.append((source, path))
      }
    }
    return files
  }
}

/// Keeps what a run says on standard error, to tell each error and warning in one line.
private final class ErrorLines: Sendable {
  private let text = Mutex("")
  private static let limit = 20

  func console(_ outer: Console) -> Console {
    Console(
      write: outer.write,
      writeError: { bytes in self.text.withLock { $0 += String(decoding: bytes, as: UTF8.self) } },
      readInput: outer.readInput, columns: outer.columns)
  }

  func clear() { text.withLock { $0 = "" } }

  /// Prints the errors and warnings so far.
  func tell(_ console: Console) {
    let all = text.withLock { $0 }.split(separator: "\n").map(String.init)
    let starts = all.indices.filter { all[$0].hasPrefix("Error:") || all[$0].hasPrefix("Warning:") }
    for start in starts.prefix(Self.limit) {
      let end = all[(start + 1)...].firstIndex { !$0.hasPrefix("  ") } ?? all.endIndex
      console.printError(Self.joined(all[start..<end]))
    }
    if starts.count > Self.limit {
      console.printError("… and \(starts.count - Self.limit) more.")
    }
    clear()
  }

  /// A sentence, its place and its hint in one line.
  static func joined(_ lines: ArraySlice<String>) -> String {
    let notes = lines.dropFirst().map { line in
      String(line.drop { $0 == " " })
    }
    return (lines.first ?? "")
      + (notes.isEmpty ? "" : " (" + notes.joined(separator: "; ") + ")")
  }
}
