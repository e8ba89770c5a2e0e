import CardLayout
import Foundation

/// Independent readers of codes, where this machine has them.
enum CodeReaders {
  /// A grey picture, one byte a pixel.
  struct Bitmap {
    var width: Int
    var height: Int
    var pixels: [UInt8]

    /// The picture as a PGM file.
    var portableGraymap: Data {
      Data("P5\n\(width) \(height)\n255\n".utf8) + Data(pixels)
    }
  }

  /// Paints a symbol with whole pixels for each module, on a dark ground that starts right where
  /// the quiet zone ends.
  static func paint(_ symbol: CodeSymbol, dotsPerInch: Double, quietZone: Bool = true) -> Bitmap {
    let module = Int((symbol.minimumModule * dotsPerInch / 72).rounded(.up))
    let row = Int((Double(module) * symbol.rowHeight).rounded(.up))
    let zone = quietZone ? symbol.quietZone : (left: 0, top: 0, right: 0, bottom: 0)
    let (left, top) = (Int(zone.left) * module, Int(zone.top) * module)
    let ground = 4 * module
    let width = symbol.columns * module + left + Int(zone.right) * module
    let height = symbol.rows * row + top + Int(zone.bottom) * module
    var bitmap = Bitmap(
      width: width + 2 * ground, height: height + 2 * ground,
      pixels: Array(repeating: 0, count: (width + 2 * ground) * (height + 2 * ground)))
    for y in 0..<height {
      for x in 0..<width {
        let column = x >= left ? (x - left) / module : -1
        let line = y >= top ? (y - top) / row : -1
        let isDark =
          (0..<symbol.columns).contains(column) && (0..<symbol.rows).contains(line)
          && symbol.modules[line * symbol.columns + column]
        bitmap.pixels[(y + ground) * bitmap.width + x + ground] = isDark ? 0 : 255
      }
    }
    return bitmap
  }

  /// What zbarimg reads, or nil where there is none.
  static func zbar(_ bitmap: Bitmap) throws -> Data? {
    guard let zbarimg else { return nil }
    return try withFile(bitmap) { file in
      var output = try run(zbarimg, ["--nodbus", "--quiet", "--raw", file.path]).output
      if output.last == 10 { output.removeLast() }
      return output
    }
  }

  /// What zxing-cpp reads, or nil where there is none.
  static func zxing(_ bitmap: Bitmap) throws -> Data? {
    guard let python else { return nil }
    let script = """
      import sys, zxingcpp
      from PIL import Image
      found = zxingcpp.read_barcodes(Image.open(sys.argv[1]),
        text_mode=zxingcpp.TextMode.Plain)
      sys.stdout.buffer.write(found[0].text.encode("utf-8") if found else b"")
      """
    return try withFile(bitmap) { try run(python, ["-c", script, $0.path]).output }
  }

  /// Where zbarimg is.
  static let zbarimg = ["/usr/bin/zbarimg", "/usr/local/bin/zbarimg", "/opt/homebrew/bin/zbarimg"]
    .first(where: FileManager.default.isExecutableFile)

  /// A Python that has zxing-cpp and Pillow; `CARDSTOCK_TEST_PYTHON` names another than python3.
  static let python: String? = {
    let named = ProcessInfo.processInfo.environment["CARDSTOCK_TEST_PYTHON"]
    return [named, "/usr/bin/python3", "/usr/local/bin/python3"].compactMap { $0 }.first {
      guard FileManager.default.isExecutableFile(atPath: $0) else { return false }
      return (try? run($0, ["-c", "import zxingcpp, PIL"]).status) == 0
    }
  }()

  private static func withFile<Result>(
    _ bitmap: Bitmap, _ body: (URL) throws -> Result
  ) throws -> Result {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("code-\(UUID().uuidString).pgm")
    try bitmap.portableGraymap.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try body(file)
  }

  private static func run(
    _ program: String, _ arguments: [String]
  ) throws -> (status: Int32, output: Data) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, data)
  }
}
