/// A card design as data: its size, its fields, its style and the trees of its two sides.
///
/// ``TemplateFile`` reads one from `Name.card.json`; ``Binder`` makes cards of it.
public struct Template: Sendable, Equatable {
  /// Which side of a card is the long one.
  public enum Orientation: String, Sendable, Hashable, CaseIterable {
    /// Wider than high.
    case landscape
    /// Higher than wide.
    case portrait
  }

  /// The version of the file format; there is 1.
  public var format = 1
  /// The title of the design, never of a person; it becomes the document's title.
  public var title: String?
  /// What the design is for, in one sentence.
  public var summary: String?
  /// The size as the file gives it.
  public var size: CardSize = .cr80
  /// How the size lies, in place of how it is given.
  public var orientation: Orientation?
  /// What lies behind everything; white unless given.
  public var background: Paint = .color(.white)
  /// How far the background extends beyond the trim.
  public var bleed: Length = .zero
  /// How far text and faces keep away from the trim.
  public var safeArea: Length = .mm(3)
  /// The resolution for lengths in pixels.
  public var dotsPerInch: Double?
  /// The template's own types and colours, on top of the house style.
  public var styleGuide = TemplateStyle()
  /// What the template asks of a record.
  public var fields: [TemplateField] = []
  /// Trees that components use by their names.
  public var parts: [String: Node] = [:]
  /// Titles by language and name, for `{{titles.name}}`.
  public var titles: [String: [String: String]] = [:]
  /// The front.
  public var front: Node
  /// The back, where there is one.
  public var back: Node?

  /// Makes a template of a front.
  public init(
    title: String? = nil, size: CardSize = .cr80, fields: [TemplateField] = [], front: Node,
    back: Node? = nil
  ) {
    self.title = title
    self.size = size
    self.fields = fields
    self.front = front
    self.back = back
  }

  /// The trim size, lying as the orientation says.
  public var cardSize: CardSize {
    guard let orientation, let points = size.points(dotsPerInch: dotsPerInch) else { return size }
    let isLandscape = points.width >= points.height
    return isLandscape == (orientation == .landscape) ? size : size.turned
  }

  /// A record of the fields' samples.
  public var sample: Record {
    Record(
      fields.compactMap { field in field.sample.map { Record.Field(field.name, $0) } })
  }
}

/// What a template asks of a record under one name.
public struct TemplateField: Sendable, Equatable {
  /// The kinds of values.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A text, or a list of them.
    case text
    /// A day of the calendar.
    case date
    /// A number.
    case number
    /// A picture by its path.
    case picture
    /// True or false.
    case boolean

    /// Reads `true`, `yes`, `1` and their opposites, in any case; nil where it is neither.
    package static func truth(of text: String) -> Bool? {
      switch text.lowercased() {
      case "true", "yes", "y", "1": true
      case "false", "no", "n", "0": false
      default: nil
      }
    }
  }

  /// The name in placeholders and in the data.
  public var name: String
  /// What kind of value it is.
  public var type: Kind = .text
  /// Whether it holds several values of that kind.
  public var isList = false
  /// Whether a record without it is an error.
  public var isRequired = false
  /// The value where the record has none.
  public var defaultValue: FieldValue?
  /// A value to show the template with.
  public var sample: FieldValue?
  /// How the data writes the date, such as `d/M/yyyy`; ISO 8601 unless given.
  public var dateFormat: String?
  /// What it is for, in one sentence.
  public var summary: String?

  /// Makes a field.
  public init(
    _ name: String, _ type: Kind = .text, isList: Bool = false, isRequired: Bool = false,
    defaultValue: FieldValue? = nil, sample: FieldValue? = nil, dateFormat: String? = nil,
    summary: String? = nil
  ) {
    self.name = name
    self.type = type
    self.isList = isList
    self.isRequired = isRequired
    self.defaultValue = defaultValue
    self.sample = sample
    self.dateFormat = dateFormat
    self.summary = summary
  }
}

/// A template's own types and colours; what a type leaves out is the house style's.
public struct TemplateStyle: Sendable, Equatable {
  /// A label type, in parts.
  public struct TypeParts: Sendable, Equatable {
    /// The font family.
    public var family: String?
    /// The face within the family.
    public var style: String?
    /// The size in points.
    public var size: Double?
    /// The height of a line box in sizes.
    public var lineHeight: Double?
    /// Space between letters, in points.
    public var letterSpacing: Double?

    /// Makes parts.
    public init() {}
  }

  /// The types by their names.
  public var types: [LabelType: TypeParts] = [:]
  /// The colours by their names.
  public var colors: [ColorStyle: Color] = [:]

  /// Makes a style that changes nothing.
  public init() {}

  /// Makes a style that says all that a guide says.
  public init(_ guide: StyleGuide) {
    types = guide.types.mapValues { type in
      var parts = TypeParts()
      parts.family = type.face.family
      parts.style = type.face.style
      parts.size = type.size
      parts.lineHeight = type.lineHeight
      parts.letterSpacing = type.letterSpacing
      return parts
    }
    colors = guide.colors
  }

  /// A guide with these types and colours put in place of its own.
  public func merged(over guide: StyleGuide) -> StyleGuide {
    var merged = guide
    for (name, parts) in types {
      let base =
        guide.types[name] ?? guide.types[.body]
        ?? TypeStyle(FontFace(family: "Poppins"), size: 8)
      merged.types[name] = TypeStyle(
        FontFace(
          family: parts.family ?? base.face.family,
          style: parts.style ?? (parts.family == nil ? base.face.style : "Regular")),
        size: parts.size ?? base.size, lineHeight: parts.lineHeight ?? base.lineHeight,
        letterSpacing: parts.letterSpacing ?? base.letterSpacing)
    }
    merged.colors.merge(colors) { $1 }
    return merged
  }
}
