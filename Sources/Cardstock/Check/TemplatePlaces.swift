internal import CardLayout
public import CardModel
internal import Synchronization

/// Where in its file the nodes of a template's cards stand, so that all that is told about a card
/// leads to what has to be changed.
///
/// It is made at the first question: most cards raise none.
public final class TemplatePlaces: Sendable {
  private let reading: TemplateReading
  private let parts = Mutex<Parts?>(nil)

  private struct Parts: Sendable {
    let origins: TemplateOrigins
    let positions: JSONPositions
  }

  /// The places of the nodes of one record's card.
  public struct Table: Sendable {
    fileprivate let file: String
    fileprivate let ways: [NodePath: String]
    fileprivate let positions: JSONPositions

    /// Where a node of the card stands, or the nearest around it.
    func origin(of path: NodePath, about keys: [String] = []) -> NodeOrigin {
      var place: NodePath? = path
      while let here = place, ways[here] == nil { place = here.parent }
      let way = place.flatMap { ways[$0] } ?? ""
      let own = positions.best(TemplateOrigins.base(of: way), keys)
      return NodeOrigin(
        file: file, position: positions[own], path: way == TemplateOrigins.base(of: way) ? own : way
      )
    }
  }

  /// Makes the places of a template that was read with all that it names.
  public init(_ reading: TemplateReading) { self.reading = reading }

  /// The places of the nodes of a record's card; nil where the template is wrong.
  public func table(of record: Record, locale: String) -> Table? {
    let known = parts.withLock { parts in
      parts = parts ?? make()
      return parts
    }
    return known.map {
      Table(
        file: reading.source.file, ways: $0.origins.paths(of: record, locale: locale),
        positions: $0.positions)
    }
  }

  private func make() -> Parts? {
    guard let set = reading.set,
      let json = try? JSONReader.read(reading.source.bytes, options: .relaxed)
    else { return nil }
    return Parts(
      origins: TemplateOrigins(set.template, in: json, components: set.components),
      positions: JSONPositions(json))
  }
}

extension JSONPositions {
  /// The first of some parts of a node that the file has, else what is said, or the node.
  func best(_ way: String, _ keys: [String], _ otherwise: String? = nil) -> String {
    for key in keys {
      let capital = key.prefix(1).uppercased() + key.dropFirst()
      // `titleStyle` is the style of a row's title.
      for path in ["\(way).\(key)", way + capital] where self[path] != nil { return path }
    }
    return otherwise ?? way
  }
}

extension Finding {
  /// The finding with the place in the template's file of what it is about.
  package func located(in table: TemplatePlaces.Table) -> Finding {
    guard let path, origin == nil else { return self }
    var located = self
    located.origin = table.origin(of: path, about: code.keys)
    return located
  }

  /// The node as messages name it: its id, and where it stands in the template or the card.
  package var node: String? {
    let parts = [id, origin?.description ?? (id == nil ? path?.description : nil)]
    let named = parts.compactMap(\.self)
    return named.isEmpty ? nil : named.joined(separator: ", ")
  }
}

extension CardOutcome.Failure {
  /// Puts an error about a record's card in words, with the value that it is about, where that is
  /// known, and the place in the template's file.
  package init(_ error: any Error, record: Record, in design: any CardDesign) {
    self.init(error, record: record)
    let (node, keys, isPicture): (NodePath?, [String], Bool) =
      switch error {
      case let error as LayoutError: (error.path, error.keys, error.isPicture)
      case let error as RenderError: (error.path, ["source"], error.path != nil)
      default: (nil, [], false)
      }
    guard let node else { return }
    var parts: [String] = []
    if isPicture {
      let field = record.fields.first { field in
        field.value.text.map { !$0.isEmpty && message.contains("'\($0)'") } ?? false
      }
      if let field {
        column = field.name
        value = field.value.text
        row = field.place?.line ?? row
        parts = [(field.place ?? record.place)?.description, "field '\(field.name)'"]
          .compactMap(\.self)
      }
    }
    if let table = design.places(of: record) {
      let id = (error as? any Diagnostic)?.place.flatMap { $0 == node.description ? nil : $0 }
      parts += [id, table.origin(of: node, about: keys).description].compactMap(\.self)
    } else if let place, parts.isEmpty {
      parts.append(place)
    }
    place = parts.joined(separator: ", ")
  }
}
