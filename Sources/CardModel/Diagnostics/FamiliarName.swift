/// Words of style sheets, other tools and other tongues, and what they are called here.
///
/// Letter case and hyphens are left out. Where a word may mean several names, the first one that can
/// stand in a place is meant; a `+` joins names that are needed together.
enum FamiliarName {
  /// The names for a word among those that can stand where it does; nil where the word is not known.
  static func names(for word: String, among known: some Sequence<String>) -> [String]? {
    let key = word.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
    guard let meanings = table[key] else { return nil }
    let known = Set(known)
    return meanings.split(separator: " ").map { $0.split(separator: "+").map(String.init) }
      .first { known.isSuperset(of: $0) }
  }

  /// What is asked of somebody who wrote a word: whether a near or a familiar name was meant.
  static func question(for word: String, among known: [String]) -> String? {
    let names =
      nearestName(to: word, among: known).map { [$0] } ?? self.names(for: word, among: known)
    return names.map { names in
      "Did you mean " + names.map { "'\($0)'" }.joined(separator: " and ") + "?"
    }
  }

  private static let table: [String: String] = [
    // Parts of nodes.
    "gap": "spacing columnSpacing", "margin": "padding safeArea", "align": "alignment",
    "textalign": "alignment", "alignitems": "alignment", "justify": "anchor",
    "justifycontent": "anchor", "position": "anchor", "backgroundcolor": "fill", "bg": "fill",
    "color": "style fill", "colour": "color style fill", "textcolor": "style",
    "font": "style family", "fontsize": "style size", "fontweight": "style",
    "fontfamily": "family style", "weight": "style", "size": "style", "bold": "style",
    "class": "style", "maxlines": "fit lines", "lines": "fit", "wrap": "fit", "shrink": "fit",
    "overflow": "fit clips", "minsize": "to", "min": "to minimum", "max": "maximum",
    "borderradius": "outline", "cornerradius": "outline", "radius": "outline rounded",
    "rounded": "outline", "shape": "outline", "src": "source", "path": "source", "file": "source",
    "url": "source content", "image": "source picture", "alt": "alternative",
    "content": "text children", "value": "text content default", "data": "content",
    "text": "content runs value", "label": "text title", "items": "children", "nodes": "children",
    "views": "children", "elements": "children", "if": "when", "show": "when", "visible": "when",
    "condition": "when", "for": "each", "foreach": "each", "repeat": "each", "rotate": "upsideDown",
    "rotation": "upsideDown", "type": "kind symbology", "symbol": "symbology",
    "ecc": "errorCorrection", "level": "errorCorrection", "eclevel": "errorCorrection",
    "modulesize": "minimumModule", "component": "name", "params": "fields", "props": "fields",
    "values": "fields", "cols": "columns", "grow": "maxWidth", "flex": "maxWidth",
    // Edges and places.
    "left": "leading", "right": "trailing", "start": "leading", "end": "trailing",
    "horizontal": "leading+trailing", "vertical": "top+bottom", "x": "leading+trailing",
    "y": "top+bottom", "middle": "center", "centre": "center", "topleft": "topLeading",
    "topright": "topTrailing", "bottomleft": "bottomLeading", "bottomright": "bottomTrailing",
    "baseline": "firstBaseline",
    // Parts of files.
    "styles": "styleGuide types", "theme": "styleGuide", "colours": "colors", "palette": "colors",
    "fonts": "types", "texts": "types", "body": "front", "root": "front", "layout": "front",
    "components": "parts", "definitions": "parts", "variables": "fields", "schema": "$schema",
    "version": "format", "description": "summary", "example": "sample", "optional": "required",
    "array": "list", "multiple": "list", "resolution": "dpi",
    // Conditions.
    "is": "equals", "eq": "equals", "equal": "equals", "exists": "present", "any": "or",
    "all": "and", "oneof": "in", "none": "not",
    // Kinds of nodes and values.
    "img": "picture", "photo": "picture", "icon": "picture", "row": "horizontal",
    "hstack": "horizontal", "column": "vertical", "vstack": "vertical", "stack": "vertical",
    "zstack": "overlay", "group": "overlay vertical", "layers": "overlay", "qr": "barcode",
    "qrcode": "barcode qr", "code": "barcode", "rect": "shape rectangle", "rectangle": "shape",
    "circle": "shape", "ellipse": "shape", "box": "rectangle", "include": "component",
    "part": "component", "grid": "table", "list": "repeat", "integer": "number", "int": "number",
    "float": "number", "double": "number", "decimal": "number", "string": "text", "bool": "boolean",
    "datetime": "date", "day": "date", "l": "low", "m": "medium", "q": "quartile", "h": "high",
    "round": "circle", "pill": "capsule", "oval": "ellipse", "upc": "ean13", "barcode": "code128",
    "uppercase": "upper", "lowercase": "lower", "capitalize": "title", "capitalise": "title",
    "or": "default", "fallback": "default", "creditcard": "cr80", "id1": "cr80",
  ]
}
