import CardModel
import CardRecords
import Cardstock

/// What a line asks a worker for.
struct WorkerRequest {
  /// Where the design comes from.
  enum Design: Hashable {
    case identity(CardSize)
    /// A file, or a built-in template by its name.
    case named(String)
    case inline(JSONValue)
  }

  /// A file format.
  enum Format: String, CaseIterable { case png, pdf }

  let record: Record
  let design: Design
  let format: Format
  /// In dots per inch, 36 to 1200.
  let resolution: Int
  let isSmall: Bool
  /// The side; nil for the front as PNG, and all there are as PDF.
  let side: CardSide?
  let locale: String
  /// The folder of pictures.
  let assets: String
  /// The file to make; nil for the bytes in the answer.
  let output: String?

  private static let keys = [
    "id", "record", "template", "size", "format", "dpi", "png", "side", "locale", "assets",
    "output",
  ]

  /// What holds where a request does not say otherwise.
  struct Defaults {
    var template = "identity"
    var locale = "en"
    var assets = "."
  }

  /// Reads a request.
  ///
  /// - Throws: `CommandFailure` with line, column and name.
  init(_ json: JSONValue, defaults: Defaults) throws(CommandFailure) {
    guard case .object(let members) = json.kind else {
      throw Self.failure("A request is an object, but this is \(json.kindName).", at: json)
    }
    for member in members where !Self.keys.contains(member.key) {
      throw CommandFailure(
        "A request has no '\(member.key)'.", place: Self.place(member.keyPosition),
        hint: nearestName(to: member.key, among: Self.keys).map { "Did you mean '\($0)'?" }
          ?? "It may have " + Self.keys.map { "'\($0)'" }.joined(separator: ", ") + ".")
    }
    guard let data = json["record"] else {
      throw Self.failure("The request has no 'record'.", at: json)
    }
    guard let record = Record(data) else {
      throw Self.failure("A record is an object, but this is \(data.kindName).", "record", at: data)
    }
    self.record = record
    assets = try Self.text(json, "assets") ?? defaults.assets
    locale = try Self.text(json, "locale") ?? defaults.locale
    output = try Self.text(json, "output")
    resolution = try Self.resolution(json)
    isSmall = try Self.choice(json, "png", ["fast", "small"]) == "small"
    side = try Self.choice(json, "side", CardSide.allCases.map(\.rawValue))
      .flatMap(CardSide.init(rawValue:))
    design = try Self.design(json, defaults)
    let ending = output?.split(separator: ".").last.map { $0.lowercased() }
    let named = try Self.choice(json, "format", Format.allCases.map(\.rawValue)) ?? ending
    guard let format = Format(rawValue: named ?? "png") else {
      throw Self.failure(
        "The output '\(output ?? "")' has no ending that tells the format.", "output",
        at: json["output"] ?? json, hint: "End it with .png or .pdf, or give 'format'.")
    }
    self.format = format
  }

  private static func design(
    _ json: JSONValue, _ defaults: Defaults
  ) throws(CommandFailure) -> Design {
    let sizeText = try text(json, "size")
    let named: String
    if let template = json["template"], case .object = template.kind {
      if let size = json["size"] { throw sizeless(size) }
      return .inline(template)
    } else {
      named = try text(json, "template") ?? defaults.template
    }
    guard named == "identity" else {
      if let size = json["size"] { throw sizeless(size) }
      return .named(named)
    }
    guard let sizeText else { return .identity(.cr80) }
    guard let size = CardSize(argument: sizeText) else {
      throw failure(
        "The size '\(sizeText)' is not known.", "size", at: json["size"] ?? json,
        hint: ValueKind.cardSize.expectation)
    }
    return .identity(size)
  }

  private static func sizeless(_ json: JSONValue) -> CommandFailure {
    failure("A template has a size of its own, so 'size' has no meaning here.", "size", at: json)
  }

  private static func resolution(_ json: JSONValue) throws(CommandFailure) -> Int {
    guard let value = json["dpi"], value.kind != .null else { return 300 }
    guard case .number(let digits) = value.kind, let number = Int(digits), 36...1200 ~= number
    else {
      throw failure(
        "The resolution should be a whole number from 36 to 1200.", "dpi", at: value)
    }
    return number
  }

  private static func text(_ json: JSONValue, _ key: String) throws(CommandFailure) -> String? {
    guard let value = json[key], value.kind != .null else { return nil }
    guard case .string(let text) = value.kind, !text.isEmpty else {
      throw failure("'\(key)' should be a text that is not empty.", key, at: value)
    }
    return text
  }

  private static func choice(
    _ json: JSONValue, _ key: String, _ values: [String]
  ) throws(CommandFailure) -> String? {
    guard let text = try text(json, key) else { return nil }
    guard values.contains(text) else {
      throw failure(
        "'\(key)' should be one of \(values.map { "'\($0)'" }.joined(separator: ", ")), but this"
          + " is '\(text)'.", key, at: json[key] ?? json)
    }
    return text
  }

  private static func failure(
    _ message: String, _ key: String? = nil, at json: JSONValue, hint: String? = nil
  ) -> CommandFailure {
    CommandFailure(
      message, place: place(json.position) + (key.map { ", '\($0)'" } ?? ""), hint: hint)
  }

  /// A place in the requests, the line counted from the first.
  static func place(_ position: JSONPosition) -> String {
    "line \(position.line), column \(position.column)"
  }
}
