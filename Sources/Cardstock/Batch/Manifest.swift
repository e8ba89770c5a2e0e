internal import CardFiles
internal import CardRender
internal import Foundation

/// What the files of an output folder were made of, so that a run does only what has changed.
///
/// It holds hashes and no personal data: for each file the hash of its name and the hash of all
/// that it was made of. A line is added once its file has its final name; after a kill a torn last
/// line is passed over, and its card is made again.
///
/// Each part of a divided run has a manifest of its own, so that none waits for another. A run that
/// resumes reads all there are; a file that two of them know differently is made again. A run of
/// the whole writes what it knows of all of them into one.
final class Manifest {
  /// The manifest's name in the output folder.
  static let name = ".cardstock-manifest"
  private static let header = "cardstock manifest 1"

  private var made: [String: String] = [:]
  private let path: String
  private var file: GrowingFile?
  /// What other manifests know.
  private var madeByOthers: [String: String] = [:]
  /// Other manifests whose knowledge this one takes over.
  private var merged: [String] = []

  /// Opens the manifest of a folder, or of a part of the records that go there; `resumes` says
  /// whether what it knows counts.
  init(folder: String, resumes: Bool, shard: Shard? = nil) {
    func path(_ name: String) -> String { (folder as NSString).appendingPathComponent(name) }
    let part = shard.flatMap { $0.count > 1 ? "-\($0.number)-of-\($0.count)" : nil }
    let ownName = Self.name + (part ?? "")
    self.path = path(ownName)
    let others = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { $0 != ownName && ($0 == Self.name || $0.hasPrefix(Self.name + "-")) }
      .map(path)
    if part == nil { merged = others }
    guard resumes else { return }
    made = Self.read(self.path)
    for other in others {
      madeByOthers.merge(Self.read(other)) { $0 == $1 ? $0 : "unknown" }
    }
    guard part == nil else { return }
    made.merge(madeByOthers) { $0 == $1 ? $0 : "unknown" }
    made = made.filter { $0.value != "unknown" }
    madeByOthers = [:]
  }

  private static func read(_ path: String) -> [String: String] {
    guard let bytes = try? FileReading.file(path, limit: 1 << 30) else { return [:] }
    var made: [String: String] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ")
      if parts.count == 2, parts[0].count == 64, parts[1].count == 64 {
        made[String(parts[0])] = String(parts[1])
      }
    }
    return made
  }

  /// Whether a file is there and was made of this.
  func has(_ name: String, madeOf input: String) -> Bool {
    let key = Fingerprint(name).description
    guard (made[key] ?? madeByOthers[key]) == input, (madeByOthers[key] ?? input) == input else {
      return false
    }
    return FileManager.default.fileExists(atPath: name)
  }

  /// Notes that a file was made.
  func add(_ name: String, madeOf input: String) throws {
    let key = Fingerprint(name).description
    try opened().add("\(key) \(input)")
    made[key] = input
  }

  /// The file, made with the first card: a run that makes none leaves none.
  ///
  /// What is known is written anew, each file once: the manifest does not grow with every run.
  private func opened() throws -> GrowingFile {
    if let file { return file }
    let known = made.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    try WholeFile.write(
      Array(([Self.header] + known).joined(separator: "\n").utf8) + [0x0A], to: path)
    for other in merged { try? FileManager.default.removeItem(atPath: other) }
    let opened = try GrowingFile(path)
    file = opened
    return opened
  }
}

/// All that decides what a card looks like, in one hash.
struct CardInput {
  /// What is the same for all cards of a run.
  let run: Fingerprint

  init(design: any CardDesign, options: BatchExport.Options, format: BatchExport.Format) throws {
    var parts = [
      "cardstock \(CardstockVersion.text)", design.title, design.fingerprint, format.rawValue,
      "\(options.dotsPerInch)", "\(options.renderer.allowsSystemFonts)",
      "\(options.renderer.allowsDamagedPictures)", "\(options.renderer.documentDate)",
      "\(options.bleed.map(\.description) ?? "") \(options.border.map { "\($0)" } ?? "")",
    ]
    for path in try CardRenderer.fontFiles(options.renderer) {
      parts.append(Fingerprint(try FileReading.file(path, limit: 1 << 28)).description)
    }
    run = Fingerprint(parts.joined(separator: "\n"))
  }

  /// The hash for a record and the pictures that its card shows.
  func fingerprint(of record: String, pictures: [String]) -> String {
    Fingerprint(([run.description, record] + pictures).joined(separator: "\n")).description
  }
}

/// The version of this package.
public enum CardstockVersion {
  /// The version as text, such as `0.1.0`.
  public static let text = "0.1.0"
}
