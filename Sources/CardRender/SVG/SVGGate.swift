internal import CardModel

/// Looks an SVG over before anything else reads it.
///
/// The gate reads the markup byte by byte and expands nothing. It refuses definitions of a document
/// type, entities, XInclude, references to anything outside the file, and what is over a limit.
/// A document type without definitions, as drawing programs write it, is blanked out, so that
/// nothing ever looks for it; so are pictures and style sheets outside the file, with a remark.
/// Scripts are let through: nothing runs them.
struct SVGGate {
  /// What came through the gate.
  struct Passed: Sendable {
    /// The file as it may be read.
    var bytes: [UInt8]
    /// The attributes of the root element by their names without prefix.
    var root: [String: String]
    /// What is not drawn, or otherwise than the file asks.
    var remarks: [SVGRemark]
    /// Whether something outside the file was asked for and blanked out.
    var isBlanked: Bool
  }

  private let limits: SVGLimits
  private var bytes: [UInt8]
  private var at = 0
  private var elements = 0
  private var open: [String] = []
  private var root: [String: String]?
  /// The namespace prefix of the root element, with its colon.
  private var prefix = ""
  private var style = ""
  private var remarks: [SVGRemark] = []
  private var isBlanked = false
  /// How many SVGs lie around this one, as data.
  private let embedding: Int

  private init(_ bytes: [UInt8], limits: SVGLimits, embedding: Int) {
    self.bytes = bytes
    self.limits = limits
    self.embedding = embedding
  }

  /// Looks a file over.
  ///
  /// - Throws: ``SVGRefusal``.
  static func check(
    _ bytes: [UInt8], limits: SVGLimits = .standard
  ) throws(SVGRefusal) -> Passed {
    try check(bytes, limits: limits, embedding: 0)
  }

  private static func check(
    _ bytes: [UInt8], limits: SVGLimits, embedding: Int
  ) throws(SVGRefusal) -> Passed {
    guard bytes.count <= limits.bytes else {
      throw SVGRefusal("has \(bytes.count) bytes, and at most \(limits.bytes) are read")
    }
    if bytes.starts(with: [0x1F, 0x8B]) {
      throw SVGRefusal(
        "is compressed, which is not read", hint: "Unpack it: 'gunzip < logo.svgz > logo.svg'.")
    }
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) || bytes.contains(0) {
      throw SVGRefusal(
        "is not in UTF-8 or Latin-1, the encodings that are read", hint: "Save it in UTF-8.")
    }
    var gate = SVGGate(bytes, limits: limits, embedding: embedding)
    try gate.scan()
    return Passed(
      bytes: gate.bytes, root: gate.root ?? [:], remarks: gate.remarks, isBlanked: gate.isBlanked)
  }

  // MARK: - Markup

  private mutating func scan() throws(SVGRefusal) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    while at < bytes.count {
      guard bytes[at] == UInt8(ascii: "<") else {
        try text()
        continue
      }
      if follows("<!--") {
        try skip(past: "-->", of: "comment")
      } else if follows("<![CDATA[") {
        let start = at + 9
        try skip(past: "]]>", of: "section")
        if open.last == "style" {
          blankImports(start..<(at - 3))
          style += string(start..<(at - 3))
        }
      } else if follows("<!") {
        try documentType()
      } else if follows("<?") {
        try instruction()
      } else if follows("</") {
        try endTag()
      } else {
        try startTag()
      }
    }
    guard root != nil else { throw SVGRefusal("has no element, so it is not an SVG") }
    guard let unclosed = open.last else { return }
    throw SVGRefusal("ends inside the element '\(unclosed)', so it is not whole")
  }

  private mutating func text() throws(SVGRefusal) {
    let start = at
    while at < bytes.count, bytes[at] != UInt8(ascii: "<") { at += 1 }
    let run = start..<at
    guard !open.isEmpty else {
      guard bytes[run].allSatisfy(Self.isSpace) else {
        throw SVGRefusal("has text outside its root element, so it is not an SVG")
      }
      return
    }
    if open.last == "style" { blankImports(run) }
    let value = try resolved(run)
    if open.last == "style" { style += value }
  }

  /// Blanks out a document type that only names one; refuses one that defines anything.
  private mutating func documentType() throws(SVGRefusal) {
    let start = at
    guard follows("<!DOCTYPE"), open.isEmpty, root == nil else {
      throw SVGRefusal("has a declaration where none belongs")
    }
    var quote: UInt8?
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      if let mark = quote {
        if byte == mark { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "<") && at - 1 > start {
        throw SVGRefusal(
          "defines entities or a document type of its own, which is not read",
          hint: "Save it as plain SVG: most drawing programs have an option of that name.")
      } else if byte == UInt8(ascii: ">") {
        blank(start..<at)
        return
      }
    }
    throw SVGRefusal("ends inside its document type, so it is not whole")
  }

  private mutating func instruction() throws(SVGRefusal) {
    let start = at + 2
    try skip(past: "?>", of: "instruction")
    let body = string(start..<(at - 2))
    let name = body.prefix { !$0.isWhitespace }.lowercased()
    if name == "xml-stylesheet" {
      blank((start - 2)..<at)
      isBlanked = true
      remark("asks for a style sheet outside itself, which is not read")
      return
    }
    guard name == "xml" else { return }
    guard let encoding = Self.pseudoAttribute("encoding", of: body)?.lowercased() else { return }
    let known = ["utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "iso-8859-15", "windows-1252"]
    guard known.contains(encoding) else {
      throw SVGRefusal(
        "says that its encoding is '\(encoding.prefix(20))', and UTF-8 and Latin-1 are read",
        hint: "Save it in UTF-8.")
    }
  }

  private mutating func endTag() throws(SVGRefusal) {
    at += 2
    let name = name()
    skipSpace()
    guard at < bytes.count, bytes[at] == UInt8(ascii: ">") else {
      throw SVGRefusal("has an end tag '\(name)' that does not end")
    }
    at += 1
    guard let last = open.popLast(), last == Self.local(name) else {
      throw SVGRefusal("closes '\(name)' where it is not open")
    }
    if last == "style" {
      try checkStyle(style, isSheet: true)
      style = ""
    }
  }

  private mutating func startTag() throws(SVGRefusal) {
    at += 1
    let name = name()
    let element = Self.local(name)
    guard !name.isEmpty else { throw SVGRefusal("has a '<' that begins no element") }
    elements += 1
    guard elements <= limits.elements else {
      throw SVGRefusal("has more than \(limits.elements) elements")
    }
    if open.isEmpty {
      guard root == nil else { throw SVGRefusal("has more than one root element") }
      prefix = String(name.dropLast(element.count))
      guard element == "svg" else {
        throw SVGRefusal("begins with the element '\(name.prefix(40))', so it is not an SVG")
      }
    }
    var attributes: [String: String] = [:]
    let depth = open.count
    defer { note(element, of: name, attributes, in: depth) }
    while true {
      skipSpace()
      guard at < bytes.count else {
        throw SVGRefusal("ends inside the element '\(name)', so it is not whole")
      }
      if follows("/>") {
        at += 2
        if root == nil { root = attributes }
        return
      }
      if bytes[at] == UInt8(ascii: ">") {
        at += 1
        if root == nil { root = attributes }
        open.append(element)
        guard open.count <= limits.depth else {
          throw SVGRefusal("nests elements more than \(limits.depth) deep")
        }
        return
      }
      let (attribute, range) = try attribute()
      let value = try resolved(range)
      try check(attribute, value, at: range, of: element)
      if attribute == Self.local(attribute) { attributes[attribute] = value }
    }
  }

  private mutating func attribute() throws(SVGRefusal) -> (name: String, value: Range<Int>) {
    let name = name()
    skipSpace()
    guard !name.isEmpty, at < bytes.count, bytes[at] == UInt8(ascii: "=") else {
      throw SVGRefusal("has an element with an attribute that has no value")
    }
    at += 1
    skipSpace()
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'") else {
      throw SVGRefusal("has an attribute '\(name)' without quotes")
    }
    let quote = bytes[at]
    at += 1
    let start = at
    while at < bytes.count, bytes[at] != quote {
      guard bytes[at] != UInt8(ascii: "<") else {
        throw SVGRefusal("has a '<' inside the attribute '\(name)'")
      }
      at += 1
    }
    guard at < bytes.count else {
      throw SVGRefusal("ends inside the attribute '\(name)', so it is not whole")
    }
    defer { at += 1 }
    return (name, start..<at)
  }

  // MARK: - What is asked of attributes

  private mutating func check(
    _ name: String, _ value: String, at range: Range<Int>, of element: String
  ) throws(SVGRefusal) {
    if name == "xmlns" || name.hasPrefix("xmlns:") {
      guard !value.contains("/XInclude") else {
        throw SVGRefusal(
          "uses XInclude, which is not read", hint: "Put what it includes into the file.")
      }
      return
    }
    switch Self.local(name) {
    case "href" where element != "a", "src":
      if ["image", "feImage", "img", "script"].contains(element) {
        try checkPicture(value, at: range, of: element)
      } else {
        try checkReference(value)
      }
    case "base" where name != "base": try checkReference(value)
    default: try checkStyle(value, isSheet: false)
    }
  }

  private func checkReference(_ value: String) throws(SVGRefusal) {
    guard isOutside(value) else { return }
    throw SVGRefusal(
      "refers to '\(value.prefix(40))', and nothing outside the file is read",
      hint: "Embed what it refers to in the file.")
  }

  /// Whether a reference leads out of the file.
  private func isOutside(_ value: String) -> Bool {
    let target = String(
      value.unicodeScalars.filter { $0.value > 32 }.prefix(64).map(Character.init))
    return !target.isEmpty && !target.hasPrefix("#") && !target.lowercased().hasPrefix("data:")
  }

  /// Blanks out a picture outside the file; looks into one that is embedded.
  private mutating func checkPicture(
    _ value: String, at range: Range<Int>, of element: String
  ) throws(SVGRefusal) {
    let isDrawn = element == "image" || element == "feImage"
    if isOutside(value) {
      blank(range)
      isBlanked = true
      if isDrawn {
        remark("refers to '\(value.prefix(40))', and nothing outside the file is read")
      }
      return
    }
    guard let data = SVGDataURI.bytes(of: value) else { return }
    let start = data.first { !Self.isSpace($0) && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }
    let isMarkup = start == UInt8(ascii: "<") || data.starts(with: [0x1F, 0x8B])
    guard isMarkup || value.prefix(80).lowercased().contains("svg") else {
      if isDrawn, let remark = SVGUndrawn.remark(onPicture: data) { add(remark) }
      return
    }
    guard embedding < 2 else { throw SVGRefusal("embeds SVG in SVG more than twice") }
    let inner = try SVGGate.check(data, limits: limits, embedding: embedding + 1)
    inner.remarks.forEach { add($0) }
    // What stands in base64 cannot be blanked out in its place.
    guard inner.isBlanked else { return }
    blank(range)
    isBlanked = true
  }

  private mutating func blank(_ range: Range<Int>) {
    for index in range where bytes[index] != 10 && bytes[index] != 13 { bytes[index] = 32 }
  }

  /// Blanks out what a style sheet takes from outside, where it stands there in plain letters.
  ///
  /// What is left, such as a name written with escapes, is refused when the style is checked.
  private mutating func blankImports(_ range: Range<Int>) {
    var at = range.lowerBound
    while at < range.upperBound {
      if follows("/*", at: at) {
        at = SVGStyle.find("*/", in: bytes, from: at + 2) ?? range.upperBound
      } else if follows("@import", at: at) {
        let end = end(of: ";", from: at, before: range.upperBound)
        blank(at..<end)
        isBlanked = true
        remark("imports a style sheet, and nothing outside the file is read")
      } else if follows("@font-face", at: at) {
        let end = end(of: "}", from: at, before: range.upperBound)
        if SVGStyle.find("//", in: Array(bytes[at..<end]), from: 0) != nil {
          blank(at..<end)
          isBlanked = true
        }
        remark("brings a font of its own, in which no text is set")
        at = end - 1
      }
      at += 1
    }
  }

  /// The place behind a mark that is not in quotes.
  private func end(of mark: Unicode.Scalar, from start: Int, before limit: Int) -> Int {
    var quote: UInt8?
    for at in start..<limit {
      if let open = quote {
        if bytes[at] == open { quote = nil }
      } else if bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'") {
        quote = bytes[at]
      } else if bytes[at] == UInt8(ascii: mark) {
        return at + 1
      }
    }
    return limit
  }

  // MARK: - Remarks

  /// Notes what is not drawn of an element that lies in so many others.
  private mutating func note(
    _ element: String, of name: String, _ attributes: [String: String], in depth: Int
  ) {
    guard name.dropLast(element.count) == prefix,
      let remark = SVGUndrawn.remark(on: element, attributes),
      !open.prefix(depth).contains("foreignObject")
    else { return }
    add(remark)
  }

  private mutating func remark(_ text: String) {
    add(SVGRemark(.pictureContent, .warning, text))
  }

  private mutating func add(_ remark: SVGRemark) {
    if remarks.count < 16, !remarks.contains(remark) { remarks.append(remark) }
  }

  /// Looks for references in CSS, with its comments and escapes undone.
  private func checkStyle(_ text: String, isSheet: Bool) throws(SVGRefusal) {
    guard text.utf8.contains(UInt8(ascii: "(")) || text.utf8.contains(UInt8(ascii: "\\")) || isSheet
    else { return }
    let plain = Array(SVGStyle.plain(text).utf8)
    if isSheet, SVGStyle.find("@import", in: plain, from: 0) != nil {
      throw SVGRefusal(
        "imports a style sheet, and nothing outside the file is read",
        hint: "Put the style sheet into the 'style' element.")
    }
    var from = 0
    while let start = SVGStyle.find("url(", in: plain, from: from) {
      from = start + 4
      let target = plain[from...].drop { Self.isSpace($0) || $0 == 34 || $0 == 39 }
      let end = target.firstIndex { $0 == 41 || $0 == 34 || $0 == 39 } ?? target.endIndex
      let value = String(decoding: target[..<end], as: UTF8.self)
      try checkReference(value)
    }
  }

  // MARK: - Bytes

  private func follows(_ text: StaticString) -> Bool {
    let wanted = Array(text.description.utf8)
    guard at + wanted.count <= bytes.count else { return false }
    return bytes[at..<(at + wanted.count)].elementsEqual(wanted)
  }

  /// Whether a text in small letters stands at a place, in letters of either case.
  private func follows(_ text: StaticString, at place: Int) -> Bool {
    let wanted = text.description.utf8
    guard place + wanted.count <= bytes.count else { return false }
    return zip(bytes[place...], wanted).allSatisfy { byte, letter in
      byte == letter || (65...90).contains(byte) && byte + 32 == letter
    }
  }

  private mutating func skip(past end: StaticString, of thing: String) throws(SVGRefusal) {
    let wanted = Array(end.description.utf8)
    at += 2
    while at + wanted.count <= bytes.count {
      if bytes[at] == wanted[0], bytes[at..<(at + wanted.count)].elementsEqual(wanted) {
        at += wanted.count
        return
      }
      at += 1
    }
    throw SVGRefusal("ends inside a \(thing), so it is not whole")
  }

  private mutating func skipSpace() {
    while at < bytes.count, Self.isSpace(bytes[at]) { at += 1 }
  }

  private mutating func name() -> String {
    let start = at
    while at < bytes.count {
      switch bytes[at] {
      case 0x21, 0x22, 0x26, 0x27, 0x2F, 0x3C, 0x3D, 0x3E, 0x3F, 0...0x20:
        return string(start..<at)
      default: at += 1
      }
    }
    return string(start..<at)
  }

  private func string(_ range: Range<Int>) -> String {
    guard range.lowerBound < range.upperBound else { return "" }
    return String(decoding: bytes[range], as: UTF8.self)
  }

  /// The text of a range with its character references resolved.
  private func resolved(_ range: Range<Int>) throws(SVGRefusal) -> String {
    guard bytes[range].contains(UInt8(ascii: "&")) else { return string(range) }
    var result = ""
    var start = range.lowerBound
    while let mark = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "&")) {
      result += string(start..<mark)
      guard let end = bytes[mark..<min(range.upperBound, mark + 16)].firstIndex(of: 59) else {
        throw SVGRefusal("has an '&' that begins no reference", hint: "Write it as '&amp;'.")
      }
      let name = string((mark + 1)..<end)
      guard let scalar = Self.scalar(of: name) else {
        throw SVGRefusal(
          "uses the entity '\(name)', and entities are not read",
          hint: "Save it as plain SVG: most drawing programs have an option of that name.")
      }
      result.unicodeScalars.append(scalar)
      start = end + 1
    }
    return result + string(start..<range.upperBound)
  }

  private static func scalar(of name: String) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let number =
      digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
    return number.flatMap(Unicode.Scalar.init)
  }

  private static func local(_ name: String) -> String {
    guard let colon = name.lastIndex(of: ":") else { return name }
    return String(name[name.index(after: colon)...])
  }

  private static func pseudoAttribute(_ name: String, of body: String) -> String? {
    let bytes = Array(body.utf8)
    guard let start = SVGStyle.find(name, in: bytes, from: 0) else { return nil }
    let rest = bytes[(start + name.utf8.count)...]
      .drop { isSpace($0) || $0 == UInt8(ascii: "=") }
    guard let quote = rest.first, quote == 34 || quote == 39 else { return "" }
    return String(decoding: rest.dropFirst().prefix { $0 != quote }, as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 32 || byte == 9 || byte == 10 || byte == 13
  }
}
