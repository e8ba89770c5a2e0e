/// Where each value of a JSON text stands, by its way from the root.
///
/// It is a table beside the tree of nodes, so that nodes carry no places and two equal trees are
/// equal wherever they were read.
public struct JSONPositions: Sendable {
  private var positions: [String: JSONPosition] = [:]

  /// Takes in a value and all that it holds.
  public init(_ json: JSONValue) { add(json, "") }

  /// All places where a value stands.
  package var all: Set<JSONPosition> { Set(positions.values) }

  /// Where the value at the end of a way such as `front.children[1].style` stands.
  public subscript(path: String) -> JSONPosition? { positions[path] }

  private mutating func add(_ json: JSONValue, _ path: String) {
    positions[path] = json.position
    switch json.kind {
    case .array(let entries):
      for (index, entry) in entries.enumerated() { add(entry, "\(path)[\(index)]") }
    case .object(let members):
      for member in members {
        add(member.value, path.isEmpty ? member.key : "\(path).\(member.key)")
      }
    case .null, .bool, .number, .string: break
    }
  }
}
