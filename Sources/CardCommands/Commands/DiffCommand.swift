import CardComparison
import CardDiff
import CardFiles
import CardModel
internal import Foundation

extension CommandSpec {
  static let diff = CommandSpec(
    name: "diff", abstract: "Compare two pictures, two PDF files, or two folders of them.",
    discussion: """
      The exit code is 0 where both are the same, 1 where they differ, 2 where they could not be \
      compared.
      """,
    arguments: [
      ArgumentSpec(
        name: "reference", abstract: "What should be: a PNG, a PDF, a text, or a folder.",
        completion: .file([])),
      ArgumentSpec(name: "candidate", abstract: "What is.", completion: .file([])),
    ],
    options: [
      OptionSpec(
        name: "output", short: "o", value: ValueSpec("file", .path),
        abstract: "Write the picture of the difference; of folders and pages one each."),
      OptionSpec(
        name: "report", value: ValueSpec("file", .path, completion: .file(["html"])),
        abstract: "Write a page with all views, and JSON and JUnit beside it."),
      OptionSpec(name: "json", abstract: "Print the numbers as JSON."),
      OptionSpec(
        name: "max-delta-e", value: ValueSpec("number", .number(0...100)),
        abstract: "Allow each pixel a CIEDE2000 difference; 1 is just noticeable."),
      OptionSpec(
        name: "max-density", value: ValueSpec("share", .number(0...1)),
        abstract: "Allow a share of changed pixels in any square of 16 × 16, 0.02 with a ΔE."),
      OptionSpec(
        name: "antialiasing",
        value: ValueSpec("action", .choice(Tolerance.Antialiasing.allCases.map(\.rawValue))),
        abstract: "What becomes of moved antialiasing, 'ignore' with a ΔE."),
      OptionSpec(
        name: "dpi", value: ValueSpec("number", .integer(36...1200)), defaultValue: "100",
        abstract: "The resolution at which PDF pages are compared."),
    ])
}

/// Compares two files or two folders.
struct DiffCommand {
  let reference: String
  let candidate: String
  let output: String?
  let report: String?
  let printsJSON: Bool
  let tolerance: Tolerance
  let dotsPerInch: Int
  let console: Console

  init(_ arguments: ParsedArguments, console: Console) {
    reference = arguments.values("reference").first ?? ""
    candidate = arguments.values("candidate").first ?? ""
    output = arguments.text("output")
    report = arguments.text("report")
    printsJSON = arguments.flag("json")
    dotsPerInch = arguments.integer("dpi") ?? 100
    let deltaE = arguments.text("max-delta-e").flatMap(Double.init)
    let density = arguments.text("max-density").flatMap(Double.init)
    let antialiasing: Tolerance.Antialiasing? = arguments.choice("antialiasing")
    tolerance =
      deltaE == nil && density == nil && antialiasing == nil
      ? .exact
      : .perceptual(
        maxDeltaE: deltaE ?? 1, antialiasing: antialiasing ?? .ignore,
        maxDensity: density ?? 0.02)
    self.console = console
  }

  func run() throws -> ExitCode {
    let found: ComparisonReport
    do {
      found = try compare()
      // Neither is a difference that cannot be written one.
      try write(found)
    } catch let error as any Diagnostic {
      console.printError("Error: \(error.description)")
      return .someFailed
    }
    if printsJSON {
      try console.write(Array(found.json.utf8))
    } else {
      for line in lines(of: found) { try console.print(line) }
    }
    for entry in found.entries where entry.status == .failed {
      console.printError("Error: \(entry.summary)")
    }
    if found.count(of: .failed) > 0 { return .someFailed }
    return found.entries.allSatisfy { $0.status == .same } ? .success : .failure
  }

  private func compare() throws -> ComparisonReport {
    let title = "\(reference) and \(candidate)"
    for path in [reference, candidate] where !FileManager.default.fileExists(atPath: path) {
      throw FileError.missing(path: path)
    }
    let isFolder = Self.isFolder(reference)
    guard isFolder == Self.isFolder(candidate) else {
      throw CommandFailure(
        "One of '\(reference)' and '\(candidate)' is a folder, the other is a file.",
        hint: "Please provide two files or two folders.")
    }
    guard tolerance.canFail else {
      throw CommandFailure(
        "Nothing could fail under \(tolerance): it takes black for white.",
        hint: "Please provide a ΔE below 100 and a density below 1.")
    }
    guard isFolder else {
      let outcome = try FileComparison.compare(
        reference, candidate, tolerance: tolerance, dotsPerInch: Double(dotsPerInch),
        drawsDifference: drawsDifference)
      let name = (candidate as NSString).lastPathComponent
      return ComparisonReport(
        title: title, entries: [entry(name, outcome, reference, candidate)])
    }
    let folders = try FolderComparison(
      reference, candidate, tolerance: tolerance, dotsPerInch: Double(dotsPerInch),
      drawsDifference: drawsDifference)
    guard !folders.files.isEmpty else {
      throw CommandFailure(
        "The folders '\(reference)' and '\(candidate)' hold no files, so nothing was compared.",
        hint: "Please provide folders of PNG or PDF files.")
    }
    return ComparisonReport(title: title, entries: folders.files.map(entry))
  }

  /// Whether anybody looks at the pictures of the differences.
  private var drawsDifference: Bool { output != nil || report != nil }

  private static func isFolder(_ path: String) -> Bool {
    let kind =
      try? FileManager.default.attributesOfItem(
        atPath: URL(filePath: path).resolvingSymlinksInPath().path)[.type] as? FileAttributeType
    return kind == .typeDirectory
  }

  private func entry(
    _ name: String, _ outcome: FolderComparison.Outcome
  ) -> ComparisonReport.Entry {
    let (old, new) = (reference + "/" + name, candidate + "/" + name)
    switch outcome {
    case .compared(let comparison): return entry(name, comparison, old, new)
    case .removed:
      return ComparisonReport.Entry(
        name: name, status: .missing, summary: "It is in '\(reference)' only.",
        acceptCommand: "rm \(quoted(old))", picture: picture(old),
        pictureTitle: "Reference")
    case .added:
      return ComparisonReport.Entry(
        name: name, status: .missing, summary: "It is in '\(candidate)' only.",
        acceptCommand: "cp \(quoted(new)) \(quoted(old))", picture: picture(new))
    case .failed(let error):
      return ComparisonReport.Entry(name: name, status: .failed, summary: error.description)
    }
  }

  /// The bytes of a PNG file that the report shows.
  private func picture(_ path: String) -> [UInt8]? {
    guard report != nil, path.lowercased().hasSuffix(".png") else { return nil }
    return try? FileReading.file(path, limit: 64 << 20)
  }

  private func entry(
    _ name: String, _ comparison: Comparison, _ old: String, _ new: String
  ) -> ComparisonReport.Entry {
    ComparisonReport.Entry(
      name: name, status: comparison.isSame ? .same : .different, summary: comparison.summary,
      comparison: comparison,
      acceptCommand: comparison.isSame ? nil : "cp \(quoted(new)) \(quoted(old))")
  }

  private func lines(of found: ComparisonReport) -> [String] {
    if found.entries.count == 1, let only = found.entries.first {
      return only.status == .failed ? [] : [only.comparison?.text ?? only.summary]
    }
    var lines = found.entries.filter { $0.status != .same && $0.status != .failed }.map {
      "\($0.name): \($0.comparison?.text ?? $0.summary)"
    }
    let counts = ComparisonReport.Status.allCases.compactMap { status -> String? in
      let count = found.count(of: status)
      return count == 0 ? nil : "\(count) \(status == .failed ? "not compared" : status.rawValue)"
    }
    lines.append(counts.joined(separator: ", "))
    return lines
  }

  private func write(_ found: ComparisonReport) throws {
    if let output {
      let isOne = found.entries.count == 1 && found.entries[0].comparison?.pages.count == 1
      for entry in found.entries where entry.status == .different {
        for page in entry.comparison?.pages ?? [] {
          guard let picture = page.difference, !page.isSame else { continue }
          let suffix = page.name.isEmpty ? "" : "-" + page.name.replacing("page ", with: "")
          let path = isOne ? output : "\(output)/\(entry.name)\(suffix).diff.png"
          if !isOne { try Folders.make((path as NSString).deletingLastPathComponent) }
          try WholeFile.write(picture, to: path)
        }
      }
    }
    if let report {
      try WholeFile.write(Array(found.html.utf8), to: report)
      let stem = (report as NSString).deletingPathExtension
      try WholeFile.write(Array(found.json.utf8), to: stem + ".json")
      try WholeFile.write(Array(found.junit.utf8), to: stem + ".xml")
    }
  }

  /// A path as one word of a shell.
  private func quoted(_ path: String) -> String {
    path.allSatisfy { $0.isLetter || $0.isNumber || "/._-+".contains($0) }
      ? path : "'" + path.replacing("'", with: "'\\''") + "'"
  }
}
