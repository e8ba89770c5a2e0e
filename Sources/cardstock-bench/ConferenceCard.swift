import CardFonts
import CardLayout
import CardModel
import CardRender
import Cardstock
import Foundation

/// Binding and layout of one conference badge with a component, once its template is loaded.
struct ConferenceCard {
  private(set) var bind = Phase("bind")
  private(set) var layout = Phase("layout")

  /// The mean time of both in milliseconds.
  var mean: Double { bind.mean + layout.mean }

  private static let badge = """
    { "format": 1, "title": "Conference", "size": "a6",
      "styleGuide": { "types": { "name": { "style": "Bold", "size": 34 } },
        "colors": { "speaker": "#B3261E", "guest": "#1D3A6B" } },
      "fields": [{ "name": "name", "required": true }, { "name": "company" },
        { "name": "role", "default": "Guest" }, { "name": "day", "type": "date" },
        { "name": "id" }, { "name": "tracks" }],
      "front": { "kind": "vertical", "alignment": "leading", "spacing": "3mm",
        "children": [
        { "kind": "shape", "fill": "speaker", "height": "12mm",
          "when": { "field": "role", "in": ["Speaker", "Host"] } },
        { "kind": "shape", "fill": "guest", "height": "12mm",
          "when": { "not": { "field": "role", "in": ["Speaker", "Host"] } } },
        { "kind": "vertical", "alignment": "leading", "spacing": "2mm", "padding": "8mm",
          "children": [
          { "kind": "label", "text": "{{name}}", "style": "name",
            "fit": { "shrink": { "to": 14, "lines": 2 } } },
          { "kind": "label", "text": "{{company}}", "style": "h2.grey1",
            "fit": { "shrink": { "to": 9, "lines": 2 } } },
          { "kind": "spacer" },
          { "kind": "component", "name": "Facts", "height": "40mm" } ] },
        { "kind": "label", "text": "{{role | upper}}", "style": "h3", "padding": "8mm" } ] } }
    """

  private static let facts = """
    { "format": 1, "fields": [{ "name": "day", "type": "date" }, { "name": "id" },
        { "name": "tracks" }],
      "front": { "kind": "horizontal", "alignment": "bottom", "spacing": "5mm", "children": [
        { "kind": "table", "columns": ["fitting", "flexible"], "columnSpacing": "3mm", "rows": [
          { "title": "Day", "value": "{{day | date: long}}" },
          { "title": "No.", "value": "{{id}}" },
          { "title": "Track", "value": "{{value}}", "each": "tracks" } ] },
        { "kind": "barcode", "content": "https://example.org/{{id}}", "width": "28mm",
          "height": "28mm" } ] } }
    """

  init(count: Int) throws {
    let reader = TemplateReader { reference in
      reference == .component("Facts")
        ? TemplateSource(file: "Facts", bytes: Array(Self.facts.utf8)) : nil
    }
    let design = try TemplateDesign(
      reader.read(TemplateSource(file: "conference", bytes: Array(Self.badge.utf8))))
    let fonts = try FontLibrary(bundled: CardFonts.files().map(\.path))
    let pictures = PictureLibrary(assetsFolder: nil)
    let codes = ZintEncoder()
    let names = ["Ada Lovelace", "Grace Hopper", "Zoë Müller-Okafor", "Bartholomew Featherstone"]
    // The first cards load the fonts and make the formatters.
    for index in 0..<count + 20 {
      let record = Record([
        .init("name", .text("\(names[index % names.count]) \(index)")),
        .init("company", .text("Example Engines \(index % 17)")),
        .init("role", .text(index % 5 == 0 ? "Speaker" : "Guest")),
        .init("day", .text("2026-12-0\(1 + index % 9)")), .init("id", .text("00\(1000 + index)")),
        .init("tracks", .list([.text("Numbers and notes"), .text("Looms")])),
      ])
      var (first, second) = (Phase("bind"), Phase("layout"))
      var card: Card?
      try first.run { card = try design.card(for: record).card }
      guard let card else { continue }
      let engine = LayoutEngine(
        styleGuide: card.styleGuide, measuring: fonts, pictures: pictures, codes: codes)
      try second.run { _ = try engine.layout(card) }
      if index >= 20 {
        bind.add(first)
        layout.add(second)
      }
    }
  }

  /// One line for people.
  var line: String {
    func decimals(_ value: Double) -> String {
      value.formatted(
        .number.precision(.fractionLength(3)).grouping(.never)
          .locale(Locale(identifier: "en_US_POSIX")))
    }
    return "a conference badge, CPU time: bind \(decimals(bind.mean)) ms, "
      + "layout \(decimals(layout.mean)) ms, both \(decimals(mean)) ms"
  }
}
