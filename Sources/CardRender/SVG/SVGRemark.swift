internal import CardModel

/// Something in an SVG that is not drawn, or otherwise than the file asks.
struct SVGRemark: Sendable, Hashable {
  /// What kind of finding it is.
  let code: Finding.Code
  /// How much it matters.
  let severity: Severity
  /// The end of a sentence that begins with the file's name, such as `holds a video`.
  let text: String

  init(_ code: Finding.Code, _ severity: Severity, _ text: String) {
    self.code = code
    self.severity = severity
    self.text = text
  }

  /// The finding about a file.
  func finding(of name: String) -> Finding {
    Finding(code, severity, "The SVG '\(name)' \(text).")
  }
}

/// The elements of SVG and its neighbours that are not drawn, and what is said of each.
enum SVGUndrawn {
  /// What is said of an element; nil for one that is drawn or draws nothing anywhere.
  static func remark(on element: String, _ attributes: [String: String]) -> SVGRemark? {
    switch element {
    case "foreignObject":
      // Drawing programs put data of their own in one, beside what others are to draw.
      guard attributes["requiredExtensions"]?.isEmpty ?? true,
        attributes["requiredFeatures"]?.contains("#Extensibility") != true
      else { return nil }
      return undrawn("holds HTML or another foreign language in a 'foreignObject'")
    case "textPath": return undrawn("sets text along a path ('textPath')")
    case "tref", "altGlyph": return undrawn("has text in an element '\(element)'")
    case "video", "audio", "canvas", "iframe", "embed", "object":
      return undrawn("holds an element '\(element)'")
    case "font", "font-face-uri", "font-face-src":
      return SVGRemark(
        .pictureContent, .warning, "brings a font of its own, in which no text is set")
    case "mesh", "meshgradient", "meshGradient", "hatch", "solidcolor", "solidColor":
      return undrawn("paints with an element '\(element)'")
    case "animate", "animateColor", "animateMotion", "animateTransform", "set":
      return SVGRemark(.pictureContent, .note, "is animated and drawn as it is before it moves")
    case "script":
      return SVGRemark(.pictureContent, .note, "has a script, which is not run")
    default: return nil
    }
  }

  private static func undrawn(_ what: String) -> SVGRemark {
    SVGRemark(.pictureContent, .warning, "\(what), which is not drawn")
  }

  /// What is said of an embedded picture; nil for one that is drawn.
  static func remark(onPicture bytes: [UInt8]) -> SVGRemark? {
    switch PictureFormat(bytes) {
    case .png, .jpeg, .gif, .svg: nil
    case let format?: undrawn("embeds a picture in the format \(format.rawValue)")
    case nil: undrawn("embeds a picture in no known format")
    }
  }
}
