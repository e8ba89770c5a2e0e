extension Node {
  /// The tree as text, a line a node: its kind, its id, what differs from the usual, its parts.
  ///
  /// It is stable, for tests and for people.
  ///
  /// ```
  /// vertical spacing=1mm
  /// ├─ label #name text="Ada" style=h1.black
  /// └─ spacer
  /// ```
  public var dump: String {
    TreeText(JSONForm<Node>.node.written(self), name: nil).text
  }
}

extension Card {
  /// The card as text: its size and settings, then the trees of its sides.
  public var dump: String {
    var lines = ["card \(size.name ?? "\(size.width) × \(size.height)")"]
    if let title { lines[0] += " \"\(title)\"" }
    lines[0] += " \(language) \(direction.rawValue)"
    lines += ["front"] + front.dump.split(separator: "\n").map { "  " + $0 }
    if let back { lines += ["back"] + back.dump.split(separator: "\n").map { "  " + $0 } }
    return lines.joined(separator: "\n")
  }
}

extension Record {
  /// The record as text, a line a value; lists and groups are indented under their names.
  public var dump: String { lines.joined(separator: "\n") }

  private var lines: [String] {
    fields.flatMap { Record.lines(of: $0.value, named: $0.name) }
  }

  private static func lines(of value: FieldValue, named name: String) -> [String] {
    switch value {
    case .text(let text): ["\(name): \(JSONValue.string(text).text())"]
    case .number(let digits): ["\(name): \(digits)"]
    case .boolean(let value): ["\(name): \(value)"]
    case .list(let values):
      ["\(name):"]
        + values.enumerated().flatMap { lines(of: $1, named: String($0)) }.map { "  " + $0 }
    case .group(let record): ["\(name):"] + record.lines.map { "  " + $0 }
    case .fault(let reason): ["\(name): no value: \(JSONValue.string(reason).text())"]
    }
  }
}

/// A JSON value drawn as a tree: short values on the line of what has them, the rest as branches.
private struct TreeText {
  private let line: String
  private let branches: [TreeText]

  init(_ json: JSONValue, name: String?) {
    var words: [String] = name.map { [$0] } ?? []
    var branches: [TreeText] = []
    guard case .object(let members) = json.kind else {
      line = (words + [json.text()]).joined(separator: " ")
      self.branches = []
      return
    }
    for member in members {
      switch (member.key, member.value.kind) {
      case ("kind", .string(let kind)): words.append(kind)
      case ("id", .string(let id)): words.append("#" + id)
      case (_, .array(let entries)) where entries.contains(where: TreeText.isObject):
        // The usual list of a node needs no name of its own.
        let part = ["children", "cells"].contains(member.key) ? nil : member.key
        branches += entries.map { TreeText($0, name: part.map(TreeText.singular)) }
      case (_, .object(let inner)) where inner.contains(where: { $0.key == "kind" }):
        branches.append(TreeText(member.value, name: member.key))
      case ("header", .object): branches.append(TreeText(member.value, name: member.key))
      case ("text", .string), ("source", .string), ("content", .string):
        words.append("\(member.key)=\(member.value.text())")
      case (_, .string(let text)) where !text.contains(" "):
        words.append("\(member.key)=\(text)")
      default: words.append("\(member.key)=\(member.value.text())")
      }
    }
    line = words.joined(separator: " ")
    self.branches = branches
  }

  private static func isObject(_ json: JSONValue) -> Bool {
    if case .object = json.kind { true } else { false }
  }

  private static func singular(_ name: String) -> String {
    name.hasSuffix("s") ? String(name.dropLast()) : name
  }

  var text: String { lines.joined(separator: "\n") }

  private var lines: [String] {
    [line]
      + branches.enumerated().flatMap { index, branch in
        let isLast = index == branches.count - 1
        return branch.lines.enumerated().map { number, line in
          (number == 0 ? (isLast ? "└─ " : "├─ ") : (isLast ? "   " : "│  ")) + line
        }
      }
  }
}
