/// The template that a new design starts from, as a file with comments.
package enum StarterTemplate {
  /// The name of the schema's file beside a template, as a template names it.
  package static let schemaFile = "cardstock-template.schema.json"

  /// The text of `Name.card.json`.
  package static func text(name: String) -> String {
    template.replacing("{{{name}}}", with: name).replacing("{{{title}}}", with: title(of: name))
  }

  /// `FancyBadge` as words: `Fancy badge`.
  static func title(of name: String) -> String {
    var title = ""
    var isInside = false
    for character in name {
      if character == "_" {
        title += " "
        isInside = false
        continue
      }
      if character.isUppercase, isInside {
        title += " " + character.lowercased()
      } else {
        title += title.isEmpty ? character.uppercased() : String(character)
      }
      isInside = character.isLowercase || character.isNumber
    }
    return title
  }

  private static let template = """
    // {{{title}}}: a card for Cardstock, made by 'cardstock new {{{name}}}'.
    //
    // Draw it:  cardstock render people.json -t {{{name}}}.card.json -o '{{name}}.png'
    //
    // Lengths carry their unit: mm, in or pt. Editors that read the schema complete every name.
    {
      "$schema": "cardstock-template.schema.json",
      "format": 1,
      "title": "{{{title}}}",

      // A name such as cr80, a6 or 4x3in, or { "width": "85.6mm", "height": "54mm" }.
      "size": "cr80",

      // Label types and colours of this design, on top of h1, h2, h3, body, strong, caption and
      // black, grey1, grey2, grey3, white. A file of its own works too: "house.style.json".
      "styleGuide": {
        "types": {
          "name": { "family": "Poppins", "style": "Bold", "size": 17, "lineHeight": 1.15 },
          "role": { "family": "Poppins", "style": "Medium", "size": 9 }
        },
        "colors": { "brand": "#1B4B8A" }
      },

      // What the design asks of each person's data. The samples show it before there is any.
      "fields": [
        { "name": "name", "required": true, "sample": "Ada Lovelace" },
        { "name": "role", "sample": "Mathematician", "summary": "What the person does." },
        { "name": "photo", "type": "picture", "summary": "A picture's path; initials without one." },
        { "name": "company", "sample": "Analytical Engines" },
        { "name": "joined", "type": "date", "sample": "2024-06-01", "summary": "The first day." },
        { "name": "number", "sample": "00123", "summary": "The card's number, digit for digit." },
      ],

      "front": {
        // What follows lies on top of what comes before; all of it keeps to the upper edge.
        "kind": "overlay", "alignment": "top",
        "children": [
          { "kind": "shape", "fill": "brand", "height": "5mm" },
          {
            "kind": "horizontal", "alignment": "top", "spacing": "5mm",
            "maxWidth": "infinity", "maxHeight": "infinity", "anchor": "topLeading",
            "padding": { "top": "10mm", "leading": "5mm", "trailing": "5mm", "bottom": "5mm" },
            "children": [
              {
                "kind": "picture", "id": "photo", "source": "{{photo}}",
                "placeholder": "{{name}}", "alternative": "{{name}}",
                "outline": { "rounded": "1.5mm" }, "width": "24mm", "height": "32mm",
              },
              {
                "kind": "vertical", "alignment": "leading", "spacing": "0.5mm",
                "maxWidth": "infinity", "anchor": "topLeading",
                "children": [
                  // 'shrink' makes a long name smaller, down to 8 points and on up to three lines.
                  {
                    "kind": "label", "id": "personName", "text": "{{name}}", "style": "name",
                    "fit": { "shrink": { "to": 8, "lines": 3 } },
                  },
                  // A label without a value is not there and leaves no gap.
                  {
                    "kind": "label", "id": "role", "text": "{{role}}", "style": "role.brand",
                    "fit": { "shrink": { "to": 7, "lines": 2 } },
                  },
                  { "kind": "spacer", "minimum": "2mm" },
                  // A row whose value is empty goes as well. 'titles' speak the card's language.
                  {
                    "kind": "table", "id": "details", "columns": ["fitting", "flexible"],
                    "columnSpacing": "3mm", "rowSpacing": "0.8mm",
                    "rows": [
                      { "title": "{{titles.company}}", "value": "{{company}}", "titleStyle": "strong.grey1" },
                      { "title": "Joined", "value": "{{joined | date: medium}}", "titleStyle": "strong.grey1" },
                      { "title": "No.", "value": "{{number}}", "titleStyle": "strong.grey1" },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    }

    """
}
