internal import Foundation

/// What a PDF file holds, as text: its pages and their boxes, its fonts, its words and where they
/// stand.
///
/// Poppler's programs read it (`pdfinfo`, `pdffonts`, `pdftotext`).
public struct PDFContent: Sendable, Equatable {
  /// The number of pages.
  public let pages: Int
  /// One line for each fact: boxes, fonts, and words with their places in points.
  public let description: String

  /// Reads a PDF file.
  ///
  /// - Throws: ``ComparisonError`` where Poppler is not installed or cannot read the file.
  public init(_ bytes: [UInt8], named name: String = "the document") throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "document.pdf")
    try Data(bytes).write(to: file)
    func run(_ program: String, _ arguments: [String]) throws -> [Substring] {
      let output = try PopplerProgram.run(program, arguments, on: name, in: folder.url)
      return String(decoding: output, as: UTF8.self).split(separator: "\n")
    }
    let information = try run("pdfinfo", ["-box", "-f", "1", "-l", "-1", file.path])
    var lines: [String] = []
    var pages = 0
    for line in information {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let key = parts[0].split(separator: " ").joined(separator: " ")
      let value = parts[1].split(separator: " ").joined(separator: " ")
      switch key {
      case "Pages":
        pages = Int(value) ?? 0
        lines.append("pages \(value)")
      case "Title", "Author", "Tagged", "Encrypted", "PDF version":
        lines.append("\(key.lowercased()) \(value)")
      case let key where key.hasPrefix("Page ") && key != "Page size":
        lines.append("\(key.lowercased()) \(value)")
      default: break
      }
    }
    self.pages = pages
    lines += try run("pdffonts", [file.path]).dropFirst(2).map(Self.font).sorted()
    let words = try run("pdftotext", ["-bbox", file.path, "-"])
    var page = 0
    for line in words {
      let text = line.trimmingCharacters(in: .whitespaces)
      if text.hasPrefix("<page ") {
        page += 1
        lines.append("text of page \(page)")
      } else if text.hasPrefix("<word "), let word = Self.word(text) {
        lines.append("  " + word)
      }
    }
    description = lines.joined(separator: "\n") + "\n"
  }

  /// Draws the pages as PNG files.
  ///
  /// - Throws: ``ComparisonError`` where Poppler is not installed or cannot read the file.
  public static func pictures(of bytes: [UInt8], dotsPerInch: Double) throws -> [[UInt8]] {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "document.pdf")
    try Data(bytes).write(to: file)
    _ = try PopplerProgram.run(
      "pdftoppm", ["-png", "-r", "\(dotsPerInch)", file.path, "page"], in: folder.url)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      .filter { $0.hasPrefix("page") && $0.hasSuffix(".png") }
    // Numbers have leading zeros up to the last page's length.
    return try names.sorted().map {
      [UInt8](try Data(contentsOf: folder.url.appending(path: $0)))
    }
  }

  /// A line of `pdffonts` without what changes with each file: the subset's letters, the object.
  private static func font(_ line: Substring) -> String {
    let parts = line.split(separator: " ")
    let name = parts.first.map { name in
      name.split(separator: "+").last.map(String.init) ?? String(name)
    }
    return "font "
      + ([name ?? ""] + parts.dropFirst().dropLast(2).map(String.init))
      .joined(separator: " ")
  }

  /// `<word xMin="1" yMin="2" xMax="3" yMax="4">text</word>` as `1,2 2 × 2 text`.
  private static func word(_ line: String) -> String? {
    let parts = line.split(separator: "\"", maxSplits: 8, omittingEmptySubsequences: false)
    guard parts.count == 9, let left = Double(parts[1]), let top = Double(parts[3]),
      let right = Double(parts[5]), let bottom = Double(parts[7])
    else { return nil }
    let text = parts[8].dropFirst().replacing("</word>", with: "").replacing("&lt;", with: "<")
      .replacing("&gt;", with: ">").replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
    func number(_ value: Double) -> String { String(format: "%.2f", value) }
    return
      "\(number(left)),\(number(top)) \(number(right - left)) × \(number(bottom - top)) \(text)"
  }
}
