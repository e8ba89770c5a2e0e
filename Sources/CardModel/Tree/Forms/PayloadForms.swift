extension JSONObjectForm where Object == LabelParts {
  static let label = JSONObjectForm(
    "label", "A text in a style of the style guide.", prototype: { LabelParts() },
    [
      .optional("id", \.id, .string, "The name under which a loaded card finds the label."),
      .optional("text", \.text, .content, "The text, with {{field}} where data goes."),
      .optional("runs", \.runs, .list(.run), "Several texts in styles of their own."),
      .optional("style", \.style, .style, "The type and colour, such as h1.grey1."),
      .optional("fit", \.fit, .fit, .truncate(), "What happens where the text does not fit."),
      .optional(
        "alignment", \.alignment, .choice("alignment"), .leading, "Which side lines keep to."),
    ])
}

/// A label as a file has it: either a text or runs.
struct LabelParts: Sendable {
  var id: String?
  var text: TextContent?
  var runs: [Run]?
  var style: LabelStyle?
  var fit: Fit = .truncate()
  var alignment: TextAlignment = .leading

  init() {}

  init(_ label: Label) {
    id = label.id
    fit = label.fit
    alignment = label.alignment
    if label.runs.count == 1, label.runs[0].style == label.style {
      text = label.runs[0].text
      style = label.style == .body() ? nil : label.style
    } else {
      runs = label.runs
      style = label.style == label.runs.first?.style ? nil : label.style
    }
  }

  func label(
    at position: JSONPosition, beside rest: [JSONValue.Member], _ problems: inout JSONProblems
  ) -> Label? {
    switch (text, runs) {
    case (let text?, nil):
      return Label(
        runs: [Run(text, style ?? .body())], style: style, fit: fit, alignment: alignment, id: id)
    case (nil, let runs?):
      return Label(runs: runs, style: style, fit: fit, alignment: alignment, id: id)
    case (nil, nil):
      // One that is written wrongly is told as such.
      if !rest.contains(where: { nearestName(to: $0.key, among: ["text", "runs"]) != nil }) {
        problems.add(
          "The label has no 'text'.", at: position, hint: "Give it 'text' or 'runs'.",
          code: .missingKey)
      }
      return nil
    case (_?, _?):
      problems.add(
        "The label has 'text' and 'runs'.", at: position, hint: "Keep one of them.")
      return nil
    }
  }
}

extension JSONForm where Value == Run {
  /// A text and its style.
  static let run = JSONObjectForm<Run>(
    "run", "A text in a style of its own.", prototype: { Run(.literal(""), .body()) },
    [
      .required("text", \.text, .content, "The text, with {{field}} where data goes."),
      .optional("style", \.style, .style, .body(), "The type and colour, such as h1.grey1."),
    ]
  ).form
}

extension JSONObjectForm where Object == Picture {
  static let picture = JSONObjectForm(
    "picture", "A picture by its source.", prototype: { Picture(nil) },
    [
      .optional("id", \.id, .string, "The name under which a loaded card finds the picture."),
      .optional(
        "source", \.source, .content, "A path in the assets folder, or {{field}} for one."),
      .optional("fit", \.fit, .choice("fit"), .cover, "How the picture fills its place."),
      .optional(
        "focus", \.focus, .focus, .face,
        "The point that stays in view, in shares of width and height."),
      .optional("outline", \.outline, .outline, .rectangle, "The edge that it is cut to."),
      .optional("border", \.border, .border, "A line on that edge."),
      .optional(
        "placeholder", \.placeholder, .content, "The text that stands in for a missing picture."),
      .optional("alternative", \.alternative, .content, "What it shows, for screen readers."),
    ])
}

extension JSONObjectForm where Object == Barcode {
  static let barcode = JSONObjectForm(
    "barcode", "A machine-readable code.", prototype: { Barcode(.qr, .literal("")) },
    [
      .optional("id", \.id, .string, "The name under which a loaded card finds the code."),
      .optional("symbology", \.symbology, .choice("symbology"), .qr, "The kind of code."),
      .required("content", \.content, .content, "What it says, with {{field}} where data goes."),
      .optional(
        "errorCorrection", \.errorCorrection, .choice("error correction"), .medium,
        "How much of a QR code may be damaged."),
      .optional("minimumModule", \.minimumModule, .extent, "The smallest side of a module."),
      .optional("quietZone", \.quietZone, .bool, true, "Whether the quiet zone is kept."),
      .optional("color", \.color, .color, .black, "The colour of the dark modules."),
      .optional("background", \.background, .color, .white, "The colour of the light modules."),
    ])
}

/// A shape as a file has it: an area with an outline, or a line along an axis.
extension JSONObjectForm where Object == Shape {
  static let area = JSONObjectForm(
    "shape", "A filled area.", prototype: { Shape(.area(.rectangle)) },
    [
      .optional("id", \.id, .string, "The name under which a loaded card finds the shape."),
      .optional("outline", \.outline, .outline, .rectangle, "The edge of the area."),
      .optional("fill", \.fill, .paint, "What it is filled with."),
      .optional("stroke", \.stroke, .border, "A line inside its edge."),
    ])

  static let line = JSONObjectForm(
    "line", "A straight line.",
    prototype: { Shape(.line(.horizontal), stroke: Border(.pt(0.5), .grey3)) },
    [
      .optional("id", \.id, .string, "The name under which a loaded card finds the line."),
      .optional("axis", \.axis, .choice("axis"), .horizontal, "The direction of the line."),
      .optional(
        "stroke", \.stroke, .border, "Its thickness and colour; 0.5pt grey3 unless given."),
    ])
}

extension Shape {
  var outline: Outline {
    get { if case .area(let outline) = kind { outline } else { .rectangle } }
    set { kind = .area(newValue) }
  }

  var axis: Axis {
    get { if case .line(let axis) = kind { axis } else { .horizontal } }
    set { kind = .line(newValue) }
  }
}

extension JSONObjectForm where Object == Stack {
  static func stack(_ arrangement: Stack.Arrangement, _ summary: String) -> JSONObjectForm {
    JSONObjectForm(
      arrangement.rawValue, summary, prototype: { Stack(arrangement, children: []) },
      [
        .optional("id", \.id, .string, "The name under which a loaded card finds the stack."),
        .optional(
          "alignment", \.alignment, .alignment, .center,
          "How the children stand across the stack."),
        .optional("spacing", \.spacing, .length, .zero, "The gap between two children."),
        .required("children", \.children, .list(.node), "The children."),
      ])
  }
}

extension JSONObjectForm where Object == Spacer {
  static let spacer = JSONObjectForm(
    "spacer", "Space that takes what is left.", prototype: { Spacer() },
    [.optional("minimum", \.minimum, .extent, "The least that it takes; 8pt unless given.")])
}

extension JSONObjectForm where Object == Component {
  static let component = JSONObjectForm(
    "component", "Another template, filling the bounds that it is given.",
    prototype: { Component("") },
    [
      .optional("id", \.id, .string, "The name under which a loaded card finds the component."),
      .required("name", \.name, .string, "FancyBadge for FancyBadge.card.json."),
      .optional(
        "fields", \.fields, .map("a field's name", .componentValue), [:],
        "What the template's fields are, in terms of those here."),
    ])
}

extension JSONObjectForm where Object == Conditional {
  static let conditional = JSONObjectForm(
    "conditional", "A node that is there only under a condition.",
    prototype: { Conditional(when: .and([]), then: Spacer()) },
    [
      .required("when", \.when, .condition, "The condition."),
      .required("then", \.then, .node, "The node where it holds."),
      .optional("otherwise", \.otherwise, .node, "The node where it does not."),
    ])
}

extension JSONObjectForm where Object == Repeat {
  static let repeated = JSONObjectForm(
    "repeat", "A node once for each entry of a list.",
    prototype: { Repeat(each: "", Spacer()) },
    [
      .required("each", \.each, .string, "The field that holds the list."),
      .required("child", \.child, .node, "The node that is repeated."),
    ])
}

extension JSONObjectForm where Object == Box {
  static let box = JSONObjectForm(
    "box", "One child with a frame, a padding, a fill and the like.",
    prototype: { Box(Spacer()) },
    [
      .optional("id", \.id, .string, "The name under which a loaded card finds the box."),
      .required("child", \.child, .node, "What the box holds."),
    ] + settings)

  /// The parts that any node may carry itself, in place of a box around it.
  static let settings: [JSONField<Box>] = [
    .optional("priority", \.priority, .number(-1e6...1e6), "Who gets space first in a stack."),
    .optional("opacity", \.opacity, .number(0...1), "0 is unseen, 1 opaque."),
    .optional(
      "upsideDown", \.isUpsideDown, .bool, false, "Whether it is turned by half a turn."),
    .optional(
      "guides", \.guides, .map("a guide", .length), [:],
      "Alignment lines in place of the box's own."),
    .optional(
      "outline", \.outline, .outline, .rectangle, "The edge that fill, border and clip follow."),
    .optional("fill", \.fill, .paint, "What it is filled with."),
    .optional("border", \.border, .border, "A line inside its edge."),
    .optional("clips", \.clips, .bool, false, "Whether what sticks out is cut."),
    .optional("background", \.background, .node, "A node behind it, of its size."),
    .optional("overlay", \.overlay, .node, "A node in front of it, of its size."),
    .optional("width", \.width, .extent, "A fixed width."),
    .optional("height", \.height, .extent, "A fixed height."),
    .optional("minWidth", \.minWidth, .extent, "The least width."),
    .optional("idealWidth", \.idealWidth, .extent, "The width where none is proposed."),
    .optional("maxWidth", \.maxWidth, .extent, "The most width; infinity fills."),
    .optional("minHeight", \.minHeight, .extent, "The least height."),
    .optional("idealHeight", \.idealHeight, .extent, "The height where none is proposed."),
    .optional("maxHeight", \.maxHeight, .extent, "The most height; infinity fills."),
    .optional(
      "anchor", \.anchor, .alignment, .center, "Where the content stands in its frame."),
    .optional("padding", \.padding, .edges, "Space around the content."),
    .optional(
      "aspectRatio", \.aspectRatio, .number(0.0001...10000), "Width divided by height."),
    .optional(
      "aspectFit", \.aspectFit, .choice("fit"), .contain,
      "Whether that size lies in the proposal or covers it."),
    .optional(
      "fixedWidth", \.fixedWidth, .bool, false, "Whether it keeps its ideal width."),
    .optional(
      "fixedHeight", \.fixedHeight, .bool, false, "Whether it keeps its ideal height."),
  ]
}

extension AlignmentGuide: LosslessStringConvertible {
  /// Reads a guide's name; nil for any other text.
  public init?(_ text: String) { self.init(rawValue: text) }
  /// The guide's name.
  public var description: String { rawValue }
}
