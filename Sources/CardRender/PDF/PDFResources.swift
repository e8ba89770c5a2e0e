/// What the content of a page or a form names.
struct PDFResources {
  /// The kinds of what is named, by the letters their names begin with.
  enum Kind: String, CaseIterable {
    /// A picture or a form.
    case object = "X"
    /// A state of the graphics, such as an opacity.
    case state = "G"
    /// A blend.
    case shading = "S"

    fileprivate var entry: StaticString {
      switch self {
      case .object: "/XObject<<"
      case .state: "/ExtGState<<"
      case .shading: "/Shading<<"
      }
    }
  }

  private var objects: [Kind: [Int]] = [:]
  private var fonts: [(name: String, object: Int)] = []

  /// The name of an object.
  mutating func add(_ object: Int, as kind: Kind) -> String {
    if objects[kind]?.contains(object) != true { objects[kind, default: []].append(object) }
    return "\(kind.rawValue)\(object)"
  }

  mutating func add(_ font: PDFFont) { add(font.name, font.object) }

  mutating func add(_ font: PDFInvisibleFont) { add(font.name, font.object) }

  private mutating func add(_ name: String, _ object: Int) {
    if !fonts.contains(where: { $0.object == object }) { fonts.append((name, object)) }
  }

  /// Writes the dictionary.
  func write(to content: inout PDFContent) {
    content.add("<<")
    if !fonts.isEmpty {
      content.add("/Font<<")
      for font in fonts {
        content.add(text: "/\(font.name) ")
        content.reference(font.object)
      }
      content.add(">>")
    }
    for kind in Kind.allCases {
      guard let named = objects[kind] else { continue }
      content.add(kind.entry)
      for object in named {
        content.add(text: "/\(kind.rawValue)\(object) ")
        content.reference(object)
      }
      content.add(">>")
    }
    content.add(">>")
  }
}
