import Foundation
import Testing

/// A picture of black (true) and white pixels.
private struct Bits: Equatable {
  var width: Int
  var rows: [[UInt8]]

  /// Reads a PNG of one bit a pixel, whose rows have no filter.
  init(png file: PNGFile) throws {
    let header = try #require(file.chunk("IHDR"))
    try #require(Array(header[8...]) == [1, 0, 0, 0, 0])
    var reader = Inflate(file.chunks.filter { $0.type == "IDAT" }.flatMap(\.bytes).dropFirst(2))
    let data = try reader.all()
    width = file.width
    let stride = (width + 7) / 8
    let mask: UInt8 = width % 8 == 0 ? 0xff : ~(0xff >> UInt8(width % 8))
    rows = Swift.stride(from: 0, to: data.count, by: stride + 1).map { start in
      var row = data[(start + 1)...(start + stride)].map { ~$0 }
      row[stride - 1] &= mask
      return row
    }
  }

  /// Reads the `^GFA` of a label as a printer does.
  init(label: Substring) throws {
    func number(_ command: String) throws -> Int {
      let rest = try #require(label.range(of: command)).upperBound
      return try #require(Int(label[rest...].prefix { $0.isNumber }))
    }
    width = try number("^PW")
    let height = try number("^LL")
    let start = try #require(label.range(of: "^GFA,")).upperBound
    let parts = label[start...].prefix { $0 != "^" }
      .split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false)
    let (total, perRow) = try (#require(Int(parts[1])), #require(Int(parts[2])))
    try #require(parts[0] == parts[1] && total == perRow * height && perRow == (width + 7) / 8)
    if parts[3].hasPrefix(":Z64:") {
      let fields = parts[3].split(separator: ":")
      let packed = try #require(Data(base64Encoded: String(fields[1])))
      try #require(Self.check(fields[1]) == Int(fields[2], radix: 16))
      var reader = Inflate([UInt8](packed).dropFirst(2))
      let data = try reader.all()
      try #require(data.count == total)
      rows = (0..<height).map { Array(data[($0 * perRow)..<(($0 + 1) * perRow)]) }
      return
    }
    var digits: [UInt8] = []
    var count = 0
    for character in parts[3].utf8 {
      let filled = digits.count % (perRow * 2)
      switch character {
      case UInt8(ascii: "G")...UInt8(ascii: "Y"): count += Int(character) - 70
      case UInt8(ascii: "g")...UInt8(ascii: "z"): count += (Int(character) - 102) * 20
      case UInt8(ascii: ","), UInt8(ascii: "!"):
        let digit: UInt8 = character == UInt8(ascii: "!") ? 15 : 0
        digits += Array(repeating: digit, count: perRow * 2 - filled)
      case UInt8(ascii: ":"):
        try #require(filled == 0 && digits.count >= perRow * 2)
        digits += digits.suffix(perRow * 2)
      default:
        let text = String(decoding: [character], as: UTF8.self)
        let digit = try #require(UInt8(text, radix: 16))
        digits += Array(repeating: digit, count: max(count, 1))
        count = 0
      }
    }
    try #require(digits.count == total * 2)
    rows = (0..<height).map { y in
      (0..<perRow).map { x in
        let place = (y * perRow + x) * 2
        return digits[place] << 4 | digits[place + 1]
      }
    }
  }

  /// CRC-16 of XMODEM, bit by bit from the other end than the tool does it.
  private static func check(_ text: Substring) -> Int {
    text.utf8.reduce(0) { sum, byte in
      var sum = sum
      for bit in (0..<8).reversed() {
        let isSet = (sum >> 15 & 1) != (Int(byte) >> bit & 1)
        sum = (sum << 1 & 0xffff) ^ (isSet ? 0x1021 : 0)
      }
      return sum
    }
  }

  func isBlack(_ x: Int, _ y: Int) -> Bool { rows[y][x / 8] & (0x80 >> UInt8(x % 8)) != 0 }
}

@Suite struct ThermalTests {
  private func labels(_ text: String) -> [Substring] {
    text.split(separator: "^XA").map { "^XA" + $0 }
  }

  /// A label with a grey area, a black bar, a grey text and a code.
  private func writeTemplate(to folder: WorkFolder) throws {
    try folder.write(
      """
      { "format": 1, "title": "Label", "size": { "width": "50mm", "height": "30mm" },
        "fields": [{ "name": "name", "type": "text", "required": true },
                   { "name": "n", "type": "text" }],
        "front": { "kind": "horizontal", "padding": "2mm", "spacing": "2mm", "children": [
          { "kind": "vertical", "alignment": "leading", "children": [
            { "kind": "label", "text": "{{name}}", "style": "body.grey1" },
            { "kind": "spacer" } ] },
          { "kind": "barcode", "symbology": "qr", "content": "ID {{name}}", "width": "20mm", "height": "20mm" } ] } }
      """, to: "label.card.json")
    try folder.write(
      "name,n\\nÅsa Éclair,2\\nZoë Ñandú,0\\nĐặng Ön,1\\n".replacing("\\n", with: "\n"), to: "p.csv"
    )
  }

  @Test(arguments: ["203", "300"], ["hex", "z64"])
  func `a label read again is the picture of one bit`(dpi: String, encoding: String) throws {
    let folder = try WorkFolder()
    try folder.copy("people/ada.json", to: "ada.json")
    try folder.copy("people/ada.jpg", to: "ada.jpg")
    let png = try folder.run([
      "render", "ada.json", "-o", "a.png", "--format", "png-1bit", "--dpi", dpi,
    ])
    #expect(png.exitCode == 0, "\(png.error)")
    let zpl = try folder.run([
      "render", "ada.json", "-o", "a.zpl", "--dpi", dpi, "--zpl-encoding", encoding,
    ])
    #expect(zpl.exitCode == 0, "\(zpl.error)")
    let file = try PNGFile(folder.bytes("a.png"))
    let text = String(decoding: try folder.bytes("a.zpl"), as: UTF8.self)
    #expect(text.hasPrefix("^XA\n") && text.hasSuffix("^PQ1\n^XZ\n"))
    let picture = try Bits(png: file)
    #expect(try Bits(label: text[...]) == picture)
    // 85.6 × 54 mm.
    let scale = (Double(dpi) ?? 0) / 25.4
    #expect(file.width == Int((85.6 * scale).rounded()))
    #expect(file.height == Int((53.98 * scale).rounded()))
    let density = Int(((Double(dpi) ?? 0) / 0.0254).rounded())
    let pHYs = try #require(file.chunk("pHYs"))
    #expect(PNGFile.number(pHYs[..<4]) == density && PNGFile.number(pHYs[4..<8]) == density)
    #expect(pHYs.last == 1)
    // A photograph of tones: neither white nor black.
    let share = Double(picture.rows.joined().reduce(0) { $0 + $1.nonzeroBitCount })
    #expect(share > 0.02 * Double(file.width * file.height))
  }

  @Test func `copies are the printer's, and many labels are one stream`() throws {
    let folder = try WorkFolder()
    try writeTemplate(to: folder)
    let base = ["render", "p.csv", "-t", "label.card.json"]
    let out = try folder.run(base + ["-o", "-", "--format", "zpl", "--copies", "n"])
    #expect(out.exitCode == 0, "\(out.error)")
    let found = labels(out.text)
    #expect(found.count == 2 && found[0].contains("^PQ2\n") && found[1].contains("^PQ1\n"))
    let one = try folder.run(base + ["-o", "all.zpl", "--copies", "3"])
    #expect(one.exitCode == 0, "\(one.error)")
    let all = labels(String(decoding: try folder.bytes("all.zpl"), as: UTF8.self))
    #expect(all.count == 3 && all.allSatisfy { $0.contains("^PQ3\n") })
    let many = try folder.run(base + ["-o", "out/{{index}}.zpl"])
    #expect(many.exitCode == 0, "\(many.error)")
    #expect(
      try folder.names.filter { $0.hasPrefix("out/") } == ["out/1.zpl", "out/2.zpl", "out/3.zpl"])
    let third = String(decoding: try folder.bytes("out/3.zpl"), as: UTF8.self)
    #expect(third.replacing("^PQ1", with: "^PQ3") == String(all[2]))
    // The same bytes for any number of workers.
    _ = try folder.run(base + ["-o", "again.zpl", "--copies", "3", "--jobs", "1"])
    #expect(try folder.bytes("again.zpl") == folder.bytes("all.zpl"))
  }

  @Test(
    .enabled(if: Tool.installed("zbarimg") != nil),
    arguments: ["none", "floyd-steinberg", "ordered"])
  func `codes are read from one bit, and grey text is black`(dither: String) throws {
    let folder = try WorkFolder()
    try writeTemplate(to: folder)
    let run = try folder.run([
      "render", "p.csv", "-t", "label.card.json", "-o", "out/{{index}}.png", "--format",
      "png-1bit", "--dpi", "203", "--dither", dither,
    ])
    #expect(run.exitCode == 0, "\(run.error)")
    let read = try folder.read(
      "zbarimg", ["-q", "--raw", "-Sbinary", "out/1.png"])
    #expect(read == "ID Åsa Éclair")
    // Nothing but text and code is on the paper: all greys and no text would be dots or nothing.
    let picture = try Bits(png: PNGFile(folder.bytes("out/1.png")))
    let text = (16..<100).filter { y in (16..<165).contains { picture.isBlack($0, y) } }
    #expect(text.count > 12)
    let alone = (16..<100).flatMap { y in
      (16..<165).filter { x in
        picture.isBlack(x, y) && !picture.isBlack(x - 1, y) && !picture.isBlack(x + 1, y)
          && !picture.isBlack(x, y - 1) && !picture.isBlack(x, y + 1)
      }
    }
    #expect(alone.isEmpty, "grey text has loose dots")
  }

  @Test(arguments: [
    (["--dither", "ordered"], "a.png", "'--dither' has no meaning for png"),
    (["--zpl-encoding", "z64"], "a.png", "'--zpl-encoding' has no meaning for png"),
    (["--dpi", "600"], "a.zpl", "Label printers have no 600 dpi"),
    (["--sheet", "a4"], "a.zpl", "'--sheet' has no meaning for ZPL"),
    (["--copies", "2"], "a.png", "'--copies' has no meaning without '--sheet'"),
  ])
  func `what has no meaning is refused`(
    options: [String], output: String, message: String
  ) throws {
    let folder = try WorkFolder()
    try folder.copy("people/minimal.json", to: "p.json")
    let run = try folder.run(["render", "p.json", "-o", output] + options)
    #expect(run.exitCode == 1 && run.error.contains(message), "\(run.error)")
  }
}
