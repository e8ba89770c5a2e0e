import Foundation

/// The objects of a PDF file as `qpdf` reads them.
struct PDFObjects {
  struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  private let objects: [String: [String: Any]]

  /// Reads a file of a folder.
  init(_ file: String, in folder: WorkFolder) throws {
    let text = try folder.read(
      "qpdf",
      ["--json=2", "--json-stream-data=inline", "--decode-level=generalized", file])
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    guard let parts = json?["qpdf"] as? [Any],
      let objects = parts.last as? [String: [String: Any]]
    else { throw Broken(description: "'\(file)' has no objects.") }
    self.objects = objects
  }

  /// What stands behind a reference; anything else as it is.
  func resolve(_ value: Any?) -> Any? {
    guard let text = value as? String, text.hasSuffix(" R"), let object = objects["obj:" + text]
    else { return value }
    return object["value"] ?? (object["stream"] as? [String: Any])?["dict"]
  }

  func dictionary(_ value: Any?) -> [String: Any]? { resolve(value) as? [String: Any] }
  func array(_ value: Any?) -> [Any]? { resolve(value) as? [Any] }

  /// The bytes of a stream.
  func bytes(_ reference: Any?) throws -> [UInt8] {
    guard let text = reference as? String,
      let stream = objects["obj:" + text]?["stream"] as? [String: Any],
      let data = stream["data"] as? String, let bytes = Data(base64Encoded: data)
    else { throw Broken(description: "\(reference ?? "nothing") is no stream.") }
    return [UInt8](bytes)
  }

  var catalogue: [String: Any] {
    get throws {
      guard
        let found = dictionary(
          (objects["trailer"]?["value"] as? [String: Any])?["/Root"])
      else { throw Broken(description: "There is no catalogue.") }
      return found
    }
  }

  /// The pages in their order, each with its reference.
  var pages: [(reference: String, page: [String: Any])] {
    get throws {
      func walk(_ reference: Any?) -> [(String, [String: Any])] {
        guard let text = reference as? String, let node = dictionary(text) else { return [] }
        guard let kids = array(node["/Kids"]) else { return [(text, node)] }
        return kids.flatMap(walk)
      }
      return walk(try catalogue["/Pages"])
    }
  }

  /// The values of a number tree by their keys.
  func numbers(_ tree: Any?) -> [Int: Any] {
    guard let node = dictionary(tree) else { return [:] }
    var found: [Int: Any] = [:]
    let entries = array(node["/Nums"]) ?? []
    for index in stride(from: 0, to: entries.count - 1, by: 2) {
      if let key = entries[index] as? Int { found[key] = entries[index + 1] }
    }
    for kid in array(node["/Kids"]) ?? [] { found.merge(numbers(kid)) { one, _ in one } }
    return found
  }
}

/// What a content stream draws, piece by piece.
struct ContentWalk {
  /// The numbers of marked content, in their order.
  private(set) var marks: [Int] = []
  /// Operators that draw outside all marked content.
  private(set) var unmarked: [String] = []
  /// The codes that are shown, by the font's name.
  private(set) var codes: [String: Set<Int>] = [:]
  /// Whether each beginning has its end.
  private(set) var isBalanced = false

  init(_ bytes: [UInt8]) {
    var depth = 0
    var (font, operands) = ("", [String]())
    for token in Self.tokens(bytes) {
      guard let first = token.first, first.isLetter || first == "'" else {
        operands.append(token)
        continue
      }
      switch token {
      case "BMC": depth += 1
      case "BDC":
        depth += 1
        if let place = operands.firstIndex(of: "/MCID"), place + 1 < operands.count,
          let number = Int(operands[place + 1])
        {
          marks.append(number)
        }
      case "EMC": depth -= 1
      case "Tf": font = operands.first ?? ""
      case "TJ", "Tj":
        // Fonts of invisible text have codes of one byte.
        let digits = font.hasPrefix("/H") ? 2 : 4
        for text in operands where text.hasPrefix("<") {
          let hex = text.dropFirst()
          for start in stride(from: 0, to: hex.count, by: digits) {
            if let code = Int(hex.dropFirst(start).prefix(digits), radix: 16) {
              codes[font, default: []].insert(code)
            }
          }
        }
        if depth == 0, operands.contains(where: { $0.count > 1 }) { unmarked.append(token) }
      case "f", "f*", "S", "B", "Do", "sh": if depth == 0 { unmarked.append(token) }
      default: break
      }
      operands = []
    }
    isBalanced = depth == 0
  }

  private static func tokens(_ bytes: [UInt8]) -> [String] {
    var (tokens, index) = ([String](), 0)
    let delimiters = Set("[]<>/ \n\r\t".utf8)
    while index < bytes.count {
      let start = index
      switch bytes[index] {
      case UInt8(ascii: "<") where index + 1 < bytes.count && bytes[index + 1] == bytes[index],
        UInt8(ascii: ">") where index + 1 < bytes.count && bytes[index + 1] == bytes[index]:
        index += 2
        continue
      case UInt8(ascii: "<"):
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") { index += 1 }
        tokens.append(String(decoding: bytes[start..<index], as: UTF8.self))
        index += 1
        continue
      case let byte where delimiters.contains(byte) && byte != UInt8(ascii: "/"):
        index += 1
        continue
      default: index += 1
      }
      while index < bytes.count, !delimiters.contains(bytes[index]) { index += 1 }
      tokens.append(String(decoding: bytes[start..<index], as: UTF8.self))
    }
    return tokens
  }
}

/// The advances of a TrueType font, in thousandths of an em.
struct FontAdvances {
  private let bytes: [UInt8]
  private var tables: [String: Int] = [:]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    for index in 0..<word(4) {
      let entry = 12 + index * 16
      let name = String(decoding: bytes[entry..<entry + 4], as: UTF8.self)
      tables[name] = word(entry + 8) << 16 | word(entry + 10)
    }
  }

  private func word(_ place: Int) -> Int {
    place + 1 < bytes.count ? Int(bytes[place]) << 8 | Int(bytes[place + 1]) : 0
  }

  func advance(of glyph: Int) -> Double? {
    guard let head = tables["head"], let hhea = tables["hhea"], let hmtx = tables["hmtx"] else {
      return nil
    }
    let count = word(hhea + 34)
    return Double(word(hmtx + 4 * min(glyph, count - 1))) * 1000 / Double(word(head + 18))
  }
}
