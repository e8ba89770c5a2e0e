public import CardModel

/// Where many cards go: a path with fields, such as `out/{{id}}-{{name}}.png`.
///
/// A field's value never leads outside the folder that stands before the first field, and never
/// makes a name that a common file system refuses.
public struct OutputPattern: Sendable, Equatable {
  private enum Piece: Sendable, Equatable {
    case text(String)
    case field(String)
  }

  /// The field that always exists: the record's number, from 1.
  public static let index = "index"

  /// The pattern as it was written.
  public let text: String
  /// The fields that it names, each once, in the order of their first mention.
  public let fields: [String]
  /// The parts of the path between its slashes.
  private let parts: [[Piece]]

  /// Reads a pattern.
  ///
  /// - Throws: `OutputPatternError`, where braces are open or empty, or `..` stands after a field.
  public init(_ text: String) throws(OutputPatternError) {
    self.text = text
    var parts: [[Piece]] = [[]]
    var fields: [String] = []
    var rest = Substring(text)
    while !rest.isEmpty {
      if rest.hasPrefix("{{") {
        guard let end = rest.firstRange(of: "}}") else { throw .openBraces(pattern: text) }
        let start = rest.index(rest.startIndex, offsetBy: 2)
        let name = String(rest[start..<end.lowerBound].trimmingSpaces)
        guard !name.isEmpty else { throw .emptyField(pattern: text) }
        parts[parts.count - 1].append(.field(name))
        if !fields.contains(name) { fields.append(name) }
        rest = rest[end.upperBound...]
      } else if rest.first == "/" {
        parts.append([])
        rest.removeFirst()
      } else {
        let letter = String(rest.removeFirst())
        if case .text(let before)? = parts[parts.count - 1].last {
          parts[parts.count - 1][parts[parts.count - 1].count - 1] = .text(before + letter)
        } else {
          parts[parts.count - 1].append(.text(letter))
        }
      }
    }
    let firstField = parts.firstIndex(where: Self.hasField) ?? parts.count
    if parts[min(firstField, parts.count)...].contains([.text("..")]) {
      throw .leadsOutside(pattern: text)
    }
    self.parts = parts
    self.fields = fields
  }

  /// Whether it has a field, so that each record may have a file of its own.
  public var hasFields: Bool { !fields.isEmpty }

  /// The folder before the first field: nothing is written outside it.
  public var folder: String {
    let fixed = parts.prefix { !Self.hasField($0) }.dropLast(hasFields ? 0 : 1)
    let path = fixed.map(Self.plain).joined(separator: "/")
    return path.isEmpty ? (text.hasPrefix("/") ? "/" : ".") : path
  }

  /// Finds a field of the pattern that no record has.
  ///
  /// - Throws: `OutputPatternError.unknownField`, with the nearest of the known names.
  public func check(known: some Sequence<String>) throws(OutputPatternError) {
    let known = Array(known) + [Self.index]
    for field in fields where !known.contains(field) {
      throw .unknownField(field, pattern: text, known: known)
    }
  }

  /// The path of one record; `index` counts from 1, `field` gives a value, or nil for none.
  ///
  /// - Throws: `OutputPatternError.missingValue`, where `field` gives nil.
  public func expand(
    index: Int, field: (String) -> String?
  ) throws(OutputPatternError) -> String {
    var names: [String] = []
    for part in parts {
      guard Self.hasField(part) else {
        names.append(Self.plain(part))
        continue
      }
      var name = ""
      for piece in part {
        switch piece {
        case .text(let text): name += text
        case .field(Self.index): name += String(index)
        case .field(let key):
          guard let value = field(key) else {
            throw .missingValue(key, pattern: text, index: index)
          }
          name += value
        }
      }
      names.append(SafeName.make(name))
    }
    return names.joined(separator: "/")
  }

  /// A name with a mark before its ending: `card.png` becomes `card-2.png`.
  public static func insert(_ mark: String, into name: String) -> String {
    guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else {
      return name + mark
    }
    return name[..<dot] + mark + name[dot...]
  }

  /// The name of a back's picture: `card.png` gets `card-back.png` beside it.
  public static func back(of name: String) -> String { insert("-back", into: name) }

  /// How many folders deep the files of its fields may lie below ``folder``.
  public var depth: Int {
    max(parts.count - 1 - (parts.firstIndex(where: Self.hasField) ?? parts.count - 1), 0)
  }

  private static func hasField(_ part: [Piece]) -> Bool {
    part.contains { if case .field = $0 { true } else { false } }
  }

  private static func plain(_ part: [Piece]) -> String {
    part.map { if case .text(let text) = $0 { text } else { "" } }.joined()
  }
}

/// What can be wrong with an output pattern.
public enum OutputPatternError: Diagnostic, Equatable {
  /// `{{` without `}}`.
  case openBraces(pattern: String)
  /// `{{}}`.
  case emptyField(pattern: String)
  /// `..` after a field.
  case leadsOutside(pattern: String)
  /// A field that no record has.
  case unknownField(String, pattern: String, known: [String])
  /// A record without a value for a field.
  case missingValue(String, pattern: String, index: Int)

  /// One sentence with the pattern.
  public var message: String {
    switch self {
    case .openBraces(let pattern):
      "The output pattern '\(pattern)' has '{{' without '}}'."
    case .emptyField(let pattern):
      "The output pattern '\(pattern)' has '{{}}' without a field's name."
    case .leadsOutside(let pattern):
      "The output pattern '\(pattern)' has '..' after a field."
    case .unknownField(let field, let pattern, _):
      "The output pattern '\(pattern)' names the field '\(field)', which the data does not have."
    case .missingValue(let field, let pattern, let index):
      "Record \(index) has no '\(field)', which the output pattern '\(pattern)' names."
    }
  }

  /// What would mend it, where that can be said.
  public var hint: String? {
    switch self {
    case .unknownField(let field, _, let known):
      if let nearest = nearestName(to: field, among: known) {
        "Did you mean '{{\(nearest)}}'?"
      } else {
        "There is " + known.map { "'{{\($0)}}'" }.joined(separator: ", ") + "."
      }
    case .missingValue: "The field '{{index}}' always exists."
    case .leadsOutside: "Let '..' stand before the first field only."
    case .openBraces, .emptyField: nil
    }
  }
}

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    var rest = self.drop { $0 == " " }
    while rest.last == " " { rest.removeLast() }
    return rest
  }
}
