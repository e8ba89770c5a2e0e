import CardLayout
import Foundation
import Testing

@testable import CardRender

/// Our reading of PNG against libpng's own, through its high-level interface, out of Python.
struct PNGOracleTests {
  private static let script = """
    import ctypes, ctypes.util, sys
    png = ctypes.CDLL(ctypes.util.find_library("png16") or "libpng16.so.16")
    c = ctypes.CDLL(None)
    V, U = ctypes.c_void_p, ctypes.c_uint32
    c.fopen.restype = V
    png.png_create_read_struct.restype = png.png_create_info_struct.restype = V
    png.png_get_libpng_ver.restype = ctypes.c_char_p
    png.png_get_rows.restype = ctypes.POINTER(ctypes.POINTER(ctypes.c_ubyte))
    version = png.png_get_libpng_ver(None)
    for path in sys.argv[1:]:
      file = V(c.fopen(path.encode(), b"rb"))
      reader = V(png.png_create_read_struct(version, None, None, None))
      info = V(png.png_create_info_struct(reader))
      png.png_init_io(reader, file)
      png.png_read_png(reader, info, 0x10 | 0x2000 | 0x8000, None)
      width, height = png.png_get_image_width(reader, info), png.png_get_image_height(reader, info)
      samples = png.png_get_channels(reader, info)
      rows = png.png_get_rows(reader, info)
      out = sys.stdout.buffer
      for number in (width, height): out.write(number.to_bytes(4, "little"))
      for y in range(height):
        row = bytes(rows[y][:width * samples])
        for x in range(width):
          pixel = row[x * samples:(x + 1) * samples]
          out.write(pixel if samples == 4 else pixel + b"\\xff")
      c.fclose(file)
    """

  private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"]
    .first(where: FileManager.default.isExecutableFile)

  /// The pixels that libpng gives for files, as red, green, blue and alpha; nil where it cannot be
  /// asked.
  private func oracle(_ files: [String]) throws -> [(size: PixelSize, pixels: ArraySlice<UInt8>)]? {
    guard let python = Self.python else { return nil }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = ["-c", Self.script] + files
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    var pictures: [(PixelSize, ArraySlice<UInt8>)] = []
    var at = 0
    func number() -> Int {
      defer { at += 4 }
      return (0..<4).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
    }
    while at + 8 <= bytes.count {
      let size = PixelSize(width: number(), height: number())
      let end = at + size.width * size.height * 4
      guard end <= bytes.count else { return nil }
      pictures.append((size, bytes[at..<end]))
      at = end
    }
    return pictures
  }

  @Test func `the valid files of PngSuite are read as libpng reads them, pixel for pixel`() throws {
    let cases = PictureCase.all.filter { $0.file.contains("pngsuite") && $0.mustBeDrawn }
    guard !cases.isEmpty,
      let wanted = try oracle(cases.map { PictureCase.folder + "/" + $0.file })
    else { return }
    #expect(cases.count > 80)
    #expect(wanted.count == cases.count)
    let library = PictureLibrary(assetsFolder: PictureCase.folder)
    for (item, wanted) in zip(cases, wanted) {
      let picture = try library.pixels(of: item.file, atLeast: wanted.size)
      #expect(picture.width == wanted.size.width && picture.height == wanted.size.height)
      var far = 0
      for pixel in 0..<picture.width * picture.height {
        let at = wanted.pixels.startIndex + pixel * 4
        let alpha = Int(wanted.pixels[at + 3])
        if !picture.isOpaque, Int(picture.bytes[pixel * 4 + 3]) != alpha { far += 1 }
        for channel in 0..<3 {
          let got = Int(picture.bytes[pixel * 4 + 2 - channel])
          // What shines through is premultiplied, which rounds once.
          let exact = Double(wanted.pixels[at + channel]) * Double(alpha) / 255
          let slack = alpha == 255 || alpha == 0 ? 0 : 0.51
          if abs(Double(got) - exact) > slack { far += 1 }
        }
      }
      #expect(far == 0, "\(item.file)")
    }
  }

  @Test func `a photo held in any way stands upright, block by block`() throws {
    // The right blocks stand in the table: rows of greys, 8 by 8 pixels each.
    for item in PictureCase.all where item.expected.hasPrefix("upright picture, 8x8 grey blocks") {
      let rows = item.expected.split(separator: ":").last?.split(separator: "/").map { row in
        row.split(separator: ",").compactMap {
          Int($0.trimmingCharacters(in: .whitespaces))
        }
      }
      let blocks = try #require(rows)
      let library = PictureLibrary(assetsFolder: PictureCase.folder)
      let size = try library.pixelSize(of: item.file)
      #expect(size == PixelSize(width: 8 * (blocks.first?.count ?? 0), height: 8 * blocks.count))
      let picture = try library.pixels(of: item.file, atLeast: size)
      for (y, row) in blocks.enumerated() {
        for (x, gray) in row.enumerated() {
          let at = ((y * 8 + 4) * picture.width + x * 8 + 4) * 4
          #expect(abs(Int(picture.bytes[at]) - gray) <= 8, "\(item.file) \(x) \(y)")
        }
      }
    }
  }
}
