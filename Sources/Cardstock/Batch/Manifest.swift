internal import CardFiles
internal import CardRender
internal import Foundation

/// What the files of an output folder were made of, so that a run does only what has changed.
///
/// It holds hashes and no personal data: for each card the hashes of its file's name, of all that
/// it was made of, and of the bytes that came of it. A line is added once the file has its final
/// name; after a kill a torn last line is passed over, and its card is made again. Since the bytes
/// are known, a file that a kill left newer than its line is not taken for the old one.
///
/// Each part of a divided run has a manifest of its own, so that none waits for another, and reads
/// those of all. A run of the whole writes what all of them know into one, and at its end has its
/// lines in the order of its cards, whether it made them or found them there.
final class Manifest {
  /// The manifest's name in the output folder.
  static let name = ".cardstock-manifest"
  private static let header = "cardstock manifest 3: hashes, no personal data"
  /// The bytes of a line with its end.
  private static let lineLength = 99

  /// A card: halves of hashes, 48 bytes in all.
  struct Entry: Sendable {
    let name: UInt128
    /// What the card was made of.
    let input: UInt128
    /// The bytes of its files.
    let output: UInt128

    fileprivate var line: String {
      [name, input, output].map(Manifest.hexadecimal).joined(separator: " ")
    }
  }

  /// What earlier runs made, by name.
  private let known: [Entry]
  /// What of it this manifest holds.
  private let own: [Entry]
  private let path: String
  /// Manifests that this one takes the place of.
  private let merged: [String]
  private var file: GrowingFile?
  /// The cards of this run in their order.
  ///
  /// Each is a place among those that were known, or -1 for the next line that was added. It is
  /// empty where none was known: the lines are in order then.
  private var order: [Int32] = []
  /// Which of those that were known this run has told of.
  private var isTold: [Bool]

  /// Opens the manifest of a folder, or of a part of the records that go there.
  ///
  /// - Throws: `FileError` where something else stands in its place, such as a pipe, into which
  ///   writing would wait for a reader.
  init(folder: String, shard: Shard? = nil) throws(FileError) {
    func path(_ name: String) -> String { (folder as NSString).appendingPathComponent(name) }
    let part = shard.flatMap { $0.count > 1 ? "-\($0.number)-of-\($0.count)" : nil }
    let ownName = Self.name + (part ?? "")
    let others = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { $0 != ownName && ($0 == Self.name || $0.hasPrefix(Self.name + "-")) }
      .sorted().map(path)
    func read(_ path: String) -> [UInt8] { (try? FileReading.file(path, limit: 1 << 32)) ?? [] }
    self.path = path(ownName)
    let text: [UInt8]
    do {
      text = try FileReading.file(self.path, limit: 1 << 32)
    } catch {
      switch error {
      case .notRegular, .isFolder: throw error
      default: text = []
      }
    }
    // Of several lines the last one counts, and that is this manifest's own.
    known =
      others.isEmpty
      ? Self.entries(in: text) : Self.entries(in: others.flatMap { read($0) + [0x0A] } + text)
    own = part == nil ? known : Self.entries(in: text)
    merged = part == nil ? others : []
    isTold = part == nil ? Array(repeating: false, count: known.count) : []
  }

  /// The entries of a manifest's text; of a name's several lines the last one counts.
  private static func entries(in bytes: [UInt8]) -> [Entry] {
    var read: [(entry: Entry, line: Int)] = []
    for (number, line) in bytes.split(separator: 0x0A).enumerated() where line.count == 98 {
      let words = line.split(separator: 0x20).compactMap { word in
        word.count == 32 ? UInt128(String(decoding: word, as: UTF8.self), radix: 16) : nil
      }
      guard words.count == 3 else { continue }
      read.append((Entry(name: words[0], input: words[1], output: words[2]), number))
    }
    read.sort { ($0.entry.name, $1.line) < ($1.entry.name, $0.line) }
    var entries: [Entry] = []
    entries.reserveCapacity(read.count)
    for (entry, _) in read where entries.last?.name != entry.name { entries.append(entry) }
    return entries
  }

  /// What is known of a file.
  func entry(of name: String) -> Entry? {
    index(of: Fingerprint(name).short).map { known[$0] }
  }

  private func index(of key: UInt128) -> Int? {
    var (low, high) = (0, known.count)
    while low < high {
      let middle = (low + high) / 2
      if known[middle].name < key { low = middle + 1 } else { high = middle }
    }
    return low < known.count && known[low].name == key ? low : nil
  }

  /// Notes that a card was made, with the hashes of its files.
  func add(_ name: String, input: Fingerprint, hashes: [String]) throws {
    let entry = Entry(
      name: Fingerprint(name).short, input: input.short, output: Self.output(of: hashes))
    try opened().add(entry.line)
    guard !isTold.isEmpty else { return }
    if let index = index(of: entry.name) { isTold[index] = true }
    order.append(-1)
  }

  /// Notes that a card is there as it was.
  func keep(_ name: String) {
    guard !isTold.isEmpty, let index = index(of: Fingerprint(name).short) else { return }
    isTold[index] = true
    order.append(Int32(clamping: index))
  }

  /// Puts the lines in the order of the cards, after those that this run did not come to, where it
  /// has changed any.
  ///
  /// That is for looks: where it fails, the lines stay as they are.
  func finish() {
    guard file != nil, !isTold.isEmpty else { return }
    file = nil
    try? sort()
  }

  private func sort() throws {
    let text = try FileReading.file(path, limit: 1 << 32)
    let start = Self.header.utf8.count + 1
    let added = order.count { $0 < 0 }
    // Somebody else may have added lines.
    guard text.count == start + (known.count + added) * Self.lineLength else { return }
    let whole = try WholeFile(path)
    var lines = Array(text[..<start])
    func write(_ index: Int) throws {
      let first = start + index * Self.lineLength
      lines += text[first..<first + Self.lineLength]
      guard lines.count > 1 << 16 else { return }
      try whole.write(lines)
      lines.removeAll(keepingCapacity: true)
    }
    for index in known.indices where !isTold[index] { try write(index) }
    var next = known.count
    for index in order {
      try write(index < 0 ? next : Int(index))
      if index < 0 { next += 1 }
    }
    try whole.write(lines)
    try whole.commit()
  }

  /// The hash of the bytes of several files, from the hash of each.
  static func output(of hashes: [String]) -> UInt128 {
    Fingerprint(hashes.joined(separator: "\n")).short
  }

  /// The file, made with the first card: a run that makes none leaves it as it was.
  ///
  /// What is known is written anew, each file once: the manifest does not grow with every run.
  private func opened() throws -> GrowingFile {
    if let file { return file }
    let whole = try WholeFile(path)
    try whole.write(Array((Self.header + "\n").utf8))
    var start = 0
    while start < own.count {
      let end = min(start + 1000, own.count)
      try whole.write(Array(own[start..<end].map { $0.line + "\n" }.joined().utf8))
      start = end
    }
    try whole.commit()
    for other in merged { try? FileManager.default.removeItem(atPath: other) }
    let opened = try GrowingFile(path)
    file = opened
    return opened
  }

  private static func hexadecimal(_ value: UInt128) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: (0..<32).map { digits[Int(value >> (124 - 4 * $0) & 15)] }, as: UTF8.self)
  }
}

/// All that decides what a card looks like, in one hash.
struct CardInput: Sendable {
  /// What is the same for all cards of a run.
  let run: Fingerprint

  init(
    design: any CardDesign, options: BatchExport.Options, format: BatchExport.Format,
    sizes: BatchSizes
  ) throws {
    let renderer = options.renderer
    let resolution = renderer.dotsPerInch.map { "\($0)" } ?? "none"
    let bleed = options.bleed?.description ?? "none"
    let border = options.border.map { "\($0)" } ?? "none"
    let sheets = options.sheets.map { "\($0)" } ?? "none"
    var parts: [String] = []
    parts += ["cardstock \(CardstockVersion.text)", design.title, design.fingerprint]
    parts += [format.rawValue, "\(options.dotsPerInch)", "\(options.compressesMore)"]
    parts += ["\(renderer.allowsSystemFonts)", "\(renderer.allowsDamagedPictures)"]
    // A card that was made though it warns is not one that was made because it does not.
    parts.append("\(options.isStrict)")
    parts += [Self.text(of: renderer.svgTrust), "\(renderer.documentPictureResolution)"]
    parts += [options.dithering.rawValue, options.labelEncoding.rawValue]
    parts += [Self.text(of: options.labelCopies)]
    parts += [renderer.documentKind.rawValue, renderer.documentAuthor ?? ""]
    parts += ["\(renderer.documentDate)", resolution, bleed, border, sheets]
    parts += sizes.labels.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.size)" }
    for path in try CardRenderer.fontFiles(options.renderer) {
      parts.append(ContentHash(try FileReading.file(path, limit: 1 << 28)).description)
    }
    run = Fingerprint(parts.joined(separator: "\n"))
  }

  private static func text(of trust: SVGTrust) -> String {
    switch trust {
    case .none: "none"
    case .sources(let sources): "of \(sources.sorted().joined(separator: " "))"
    case .all: "all"
    }
  }

  private static func text(of copies: SheetExport.Copies) -> String {
    switch copies {
    case .count(let count): "\(count)"
    case .field(let name): "of \(name)"
    }
  }

  /// The hash for a record and the pictures that its card shows.
  func fingerprint(of record: String, pictures: [String]) -> Fingerprint {
    Fingerprint(([run.description, record] + pictures).joined(separator: "\n"))
  }
}

/// The version of this package.
public enum CardstockVersion {
  /// The version as text, such as `0.1.0`.
  public static let text = "0.1.0"
}
