import CGraphics
import CardLayout
import CardModel
import Foundation

@testable import CardRender

/// Faces straight from files, and glyphs as the drawing library itself finds them.
final class FileFaces: FaceProviding {
  private var faces: [String: OpaquePointer] = [:]

  deinit { for face in faces.values { cairo_font_face_destroy(face) } }

  static let fonts = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fonts")

  func fontFile(
    for reference: FaceReference
  ) throws(RenderError) -> (path: String, index: Int) {
    let folder = reference.file.hasPrefix("Poppins") ? "Poppins" : "NotoSans"
    return (Self.fonts.appending(path: "\(folder)/\(reference.file)").path, reference.index)
  }

  func face(for reference: FaceReference) throws(RenderError) -> BorrowedFace {
    if let face = faces[reference.file] { return BorrowedFace(face) }
    let path = try fontFile(for: reference).path
    var count: Int32 = 0
    guard let pattern = FcFreeTypeQuery(path, 0, nil, &count),
      let face = cairo_ft_font_face_create_for_pattern(pattern)
    else { throw RenderError("The font '\(path)' is not there.") }
    FcPatternDestroy(pattern)
    faces[reference.file] = face
    return BorrowedFace(face)
  }

  /// A text of one line in one face; scalars of `missing` become missing glyphs.
  func text(
    _ text: String, file: String = "Poppins-Bold.ttf", size: Double = 12,
    color: Color = .black, missing: Set<Unicode.Scalar> = []
  ) throws -> FrameText {
    let reference = FaceReference(name: "Poppins Bold", file: file)
    let face = try face(for: reference)
    var matrix = cairo_matrix_t()
    cairo_matrix_init_scale(&matrix, size, size)
    var identity = cairo_matrix_t()
    cairo_matrix_init_identity(&identity)
    let options = cairo_font_options_create()
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    let scaled = cairo_scaled_font_create(face.pointer, &matrix, &identity, options)
    defer {
      cairo_scaled_font_destroy(scaled)
      cairo_font_options_destroy(options)
    }
    var glyphs: [GlyphRun.Glyph] = []
    var clusters: [GlyphRun.Cluster] = []
    var x = 0.0
    for scalar in text.unicodeScalars {
      let letter = String(scalar)
      var found: UnsafeMutablePointer<cairo_glyph_t>?
      var count: Int32 = 0
      cairo_scaled_font_text_to_glyphs(
        scaled, 0, 0, letter, Int32(letter.utf8.count), &found, &count, nil, nil, nil)
      guard let found else { throw RenderError("No glyph for '\(letter)'.") }
      var extents = cairo_text_extents_t()
      cairo_scaled_font_glyph_extents(scaled, found, 1, &extents)
      glyphs.append(
        .init(
          id: UInt32(found.pointee.index), x: x, y: 0, advance: extents.x_advance,
          isMissing: missing.contains(scalar)))
      clusters.append(.init(bytes: letter.utf8.count, glyphs: 1))
      x += extents.x_advance
      cairo_glyph_free(found)
    }
    let run = GlyphRun(
      source: 0, face: reference, size: size, text: text, glyphs: glyphs, clusters: clusters)
    return FrameText(
      text: text, style: .h3(.black), colors: [color], size: size, styleSize: size,
      lines: [
        .init(x: 0, baseline: size, shaped: ShapedLine(text: text, width: x, runs: [run]))
      ],
      isTruncated: false, missing: Array(missing), fallbacks: [])
  }
}

/// Pictures that the tests make.
final class MemoryPictures: PictureProviding {
  var pictures: [String: DecodedPicture] = [:]
  var files: [String: JPEGFile] = [:]

  func pixels(of source: String, atLeast size: PixelSize) throws(PictureError) -> DecodedPicture {
    guard let picture = pictures[source] else {
      throw PictureError("The picture '\(source)' is not there.", hint: "Add it.")
    }
    return picture
  }

  func identity(of source: String) throws(PictureError) -> String {
    try pixels(of: source, atLeast: PixelSize(width: 1, height: 1)).identity
  }

  func documentPicture(
    of source: String, atLeast size: PixelSize
  ) throws(PictureError) -> DocumentPicture {
    if let file = files[source] { return .jpeg(file) }
    return .pixels(try pixels(of: source, atLeast: size))
  }

  /// Adds a picture whose pixels, premultiplied 0xAARRGGBB, a closure gives.
  func add(
    _ name: String, width: Int, height: Int, isOpaque: Bool = true,
    _ pixel: (Int, Int) -> UInt32
  ) {
    pictures[name] = DecodedPicture(
      width: width, height: height, isOpaque: isOpaque, identity: "\(name)-\(width)x\(height)"
    ) { bytes in
      for y in 0..<height {
        for x in 0..<width {
          bytes.storeBytes(of: pixel(x, y), toByteOffset: (y * width + x) * 4, as: UInt32.self)
        }
      }
    }
  }
}

/// Pixels to look at.
struct Pixels {
  let width: Int
  let height: Int
  let values: [UInt32]

  init(_ surface: ImageSurface) throws {
    width = surface.width
    height = surface.height
    let (stride, width, height) = (surface.stride, surface.width, surface.height)
    values = try surface.withPixels { bytes in
      (0..<height).flatMap { y in
        (0..<width).map { x in
          bytes.loadUnaligned(fromByteOffset: y * stride + x * 4, as: UInt32.self)
        }
      }
    }
  }

  /// The colour without its alpha.
  subscript(x: Int, y: Int) -> UInt32 { values[y * width + x] & 0xFF_FFFF }
  func alpha(_ x: Int, _ y: Int) -> UInt32 { values[y * width + x] >> 24 }
  func gray(_ x: Int, _ y: Int) -> Int { Int(values[y * width + x] & 0xFF) }
}

/// A frame of items at places.
func frame(
  _ width: Double, _ height: Double, _ items: (Rect, FrameItem)...
) -> Frame {
  Frame(
    size: Size(width: width, height: height),
    items: items.map { PlacedItem(origin: $0.0.origin, size: $0.0.size, item: $0.1) })
}

let cr80 = Size(width: 85.6 * 72 / 25.4, height: 53.98 * 72 / 25.4)

/// Writes a shell script that can be run.
func writeProgram(_ script: String, to path: String) throws {
  try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: path + ".txt"))
  // Copied by another process: a file that this one has written may be open in a child that another
  // test is just starting, and then it cannot be run.
  _ = try run("install", "-m", "700", path + ".txt", path)
}

/// What another program says of a file; nil where the program is not installed.
func run(_ program: String, _ arguments: String...) throws -> String? {
  let path = "/usr/bin/\(program)"
  guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
  let process = Process()
  process.executableURL = URL(filePath: path)
  process.arguments = arguments
  let output = Pipe()
  process.standardOutput = output
  process.standardError = output
  try process.run()
  let bytes = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return String(decoding: bytes, as: UTF8.self)
}

/// Writes bytes to a file that is there only during a closure.
func withFile<Result>(
  _ bytes: [UInt8], _ type: String, _ body: (String) throws -> Result
) throws -> Result {
  let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).\(type)")
  try Data(bytes).write(to: url)
  defer { try? FileManager.default.removeItem(at: url) }
  return try body(url.path)
}

/// Reads a PNG with the drawing library's own reader.
func readPNG(_ file: [UInt8]) throws -> ImageSurface {
  let drawn = try withFile(file, "png") { cairo_image_surface_create_from_png($0) }
  defer { cairo_surface_destroy(drawn) }
  let surface = try ImageSurface(
    width: Int(cairo_image_surface_get_width(drawn)),
    height: Int(cairo_image_surface_get_height(drawn)), format: .alpha)
  let context = cairo_create(surface.pointer)
  cairo_set_source_surface(context, drawn, 0, 0)
  cairo_paint(context)
  cairo_destroy(context)
  return surface
}
