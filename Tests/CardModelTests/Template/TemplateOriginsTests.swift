import Testing

@testable import CardModel

@Suite struct TemplateOriginsTests {
  private static let text = """
    { "format": 1,
      "fields": [{ "name": "name" }, { "name": "note" }, { "name": "tags" }],
      "parts": { "foot": { "kind": "label", "text": "{{name}}" } },
      "front": { "kind": "vertical", "padding": "1mm", "children": [
        { "kind": "label", "text": "{{note}}" },
        { "kind": "label", "text": "{{name}}", "fill": "grey3", "when": "name" },
        { "kind": "label", "text": "{{value}}", "each": "tags" },
        { "kind": "component", "name": "foot" },
        { "kind": "conditional", "when": "note", "then": { "kind": "spacer" },
          "otherwise": { "kind": "line" } },
        { "kind": "table", "columns": ["fitting", "flexible"], "rows": [
          { "title": "Note", "value": "{{note}}" },
          { "title": "Name", "value": "{{name}}" },
          { "cells": [{ "content": { "kind": "shape" }, "columns": 2 }] } ] }
      ] } }
    """

  @Test func `each node of a card is led back to the file, whatever went or was repeated`() throws {
    let json = try JSONReader.read(Array(Self.text.utf8), options: .relaxed)
    let template = try TemplateFile.read(Array(Self.text.utf8))
    let record = Record([
      Record.Field("name", .text("Ada")),
      Record.Field("tags", .list([.text("a"), .text("b")])),
    ])
    let paths = TemplateOrigins(template, in: json).paths(of: record, locale: "en")
    let told = Dictionary(paths.map { ($0.key.description, $0.value) }) { $1 }
    let front = "front.child."
    #expect(told["front"] == "front")
    // The first label is gone, so the second one is the first child: a box around its label.
    #expect(told[front + "children[0]"] == "front.children[1]")
    #expect(told[front + "children[0].child"] == "front.children[1]")
    #expect(told[front + "children[1]"] == "front.children[2]")
    #expect(told[front + "children[2]"] == "front.children[2]")
    #expect(told[front + "children[3]"] == "front.children[3]")
    #expect(told[front + "children[3].child"] == "parts.foot")
    #expect(told[front + "children[4]"] == "front.children[4].otherwise")
    #expect(told[front + "children[5].rows[0].cells[1]"] == "front.children[5].rows[1].value")
    #expect(
      told[front + "children[5].rows[1].cells[0]"]
        == "front.children[5].rows[2].cells[0].content")
    let positions = JSONPositions(json)
    for way in paths.values { #expect(positions[way] != nil, "\(way)") }
  }

  @Test func `a node of a component is led through the component to its own file`() throws {
    let text = """
      { "format": 1, "front": { "kind": "vertical", "children": [
        { "kind": "spacer" }, { "kind": "component", "name": "Badge" }] } }
      """
    let badge = """
      { "format": 1, "front": { "kind": "vertical", "children": [
        { "kind": "label", "text": "A", "id": "a" }, { "kind": "component", "name": "Dot" }] } }
      """
    let dot = #"{ "format": 1, "front": { "kind": "line" } }"#
    let template = try #require(TemplateFile.check(Array(text.utf8)).template)
    let components = ["Badge": badge, "Dot": dot].compactMapValues {
      TemplateFile.check(Array($0.utf8)).template
    }
    let paths = TemplateOrigins(
      template, in: try JSONReader.read(Array(text.utf8)), components: components
    ).paths(of: Record(), locale: "en")
    let told = Dictionary(paths.map { ($0.key.description, $0.value) }) { $1 }
    let badgeWay = "front.children[1]"
    #expect(told["front.children[1]"] == badgeWay)
    #expect(told["front.children[1].child"] == badgeWay + " › Badge: front")
    let label = told["front.children[1].child.children[0]"]
    #expect(label == badgeWay + " › Badge: front.children[0]")
    #expect(
      told["front.children[1].child.children[1].child"]
        == badgeWay + " › Badge: front.children[1] › Dot: front")
    #expect(label.map(TemplateOrigins.base) == badgeWay)
  }
}
