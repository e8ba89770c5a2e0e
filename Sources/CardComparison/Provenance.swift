public import CardDiff
internal import CardModel
internal import CardRender

/// What a reference was made with: kept beside it, and compared before any pixel.
///
/// It is a JSON file named like the reference with `.facts.json` behind: the processor, the
/// libraries, the fonts' hashes, and for pictures of cards the layout.
public struct Provenance: Sendable, Equatable {
  /// What is put behind a reference's name.
  public static let ending = ".facts.json"

  /// The kind of processor, such as `x86_64`.
  public var architecture: String
  /// The versions of the drawing libraries, by name.
  public var libraries: [String: String]
  /// The SHA-256 of the font files, by their names.
  public var fonts: [String: String]
  /// The test that made the reference.
  public var test: String?
  /// Which framework ran the test.
  public var framework: String?
  /// What the picture shows.
  public var layout: LayoutOutline?

  /// The provenance of what this process makes.
  public init(fonts: [String: String] = [:], layout: LayoutOutline? = nil) {
    architecture = LibraryVersions.architecture
    libraries = Dictionary(
      LibraryVersions.all.map { ($0.name, $0.version) }, uniquingKeysWith: { first, _ in first })
    self.fonts = fonts
    self.layout = layout
  }

  /// What is not the same now as when the reference was made, a sentence each.
  public func mismatches(now: Provenance) -> [String] {
    var sentences: [String] = []
    if architecture != now.architecture {
      sentences.append(
        "The reference was made on \(architecture); this is \(now.architecture).")
    }
    for (name, version) in libraries.sorted(by: { $0.key < $1.key }) {
      if let other = now.libraries[name], other != version {
        sentences.append("The reference was made with \(name) \(version); this is \(other).")
      }
    }
    for (file, hash) in fonts.sorted(by: { $0.key < $1.key }) {
      guard let other = now.fonts[file] else { continue }
      if other != hash {
        sentences.append(
          "The font file '\(file)' is another one: \(hash.prefix(12))… then,"
            + " \(other.prefix(12))… now.")
      }
    }
    let gone = Set(fonts.keys).subtracting(now.fonts.keys).sorted()
    let new = Set(now.fonts.keys).subtracting(fonts.keys).sorted()
    if !gone.isEmpty || !new.isEmpty {
      func list(_ files: [String]) -> String {
        files.isEmpty ? "none" : files.map { "'\($0)'" }.joined(separator: ", ")
      }
      sentences.append(
        "Other font files are used: \(list(gone)) no longer, \(list(new)) instead.")
    }
    return sentences
  }

  /// The provenance as the bytes of a file.
  public var bytes: [UInt8] {
    var members: [(String, JSONValue)] = []
    if let test { members.append(("test", .string(test))) }
    if let framework { members.append(("framework", .string(framework))) }
    members.append(("architecture", .string(architecture)))
    members.append(("libraries", Self.json(libraries)))
    if !fonts.isEmpty { members.append(("fonts", Self.json(fonts))) }
    if let layout { members.append(("layout", layout.json)) }
    return Array((JSONValue.object(members).text(pretty: true) + "\n").utf8)
  }

  /// Reads what ``bytes`` wrote; nil where it is something else.
  public init?(_ bytes: [UInt8]) {
    guard let json = try? JSONReader.read(bytes), case .object = json.kind,
      let architecture = json["architecture"]?.string,
      let libraries = Self.texts(json["libraries"])
    else { return nil }
    self.architecture = architecture
    self.libraries = libraries
    fonts = Self.texts(json["fonts"]) ?? [:]
    test = json["test"]?.string
    framework = json["framework"]?.string
    layout = json["layout"].flatMap(LayoutOutline.init)
  }

  private static func json(_ texts: [String: String]) -> JSONValue {
    .object(texts.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
  }

  private static func texts(_ json: JSONValue?) -> [String: String]? {
    guard case .object(let members)? = json?.kind else { return nil }
    return Dictionary(
      members.compactMap { member in member.value.string.map { (member.key, $0) } },
      uniquingKeysWith: { first, _ in first })
  }
}

extension JSONValue {
  /// The text, where this is one.
  var string: String? { if case .string(let text) = kind { text } else { nil } }
}
