internal import CPicture
internal import CardLayout
internal import CardModel
internal import Foundation

/// The pictures of a document: each is stored once, as large as its places need.
final class PDFPictures {
  /// A stored picture.
  struct Stored {
    let object: Int
    let isOpaque: Bool
    /// The proportions of vectors, which are exact where pixels are counted.
    var extent: Size?
    /// Takes shares of the stored picture, from its upper left, to shares of the upright one.
    let turn: AffineMap
  }

  /// The quality of photos that are stored with fewer pixels, of 100.
  private static let photoQuality: Int32 = 92
  /// The least share of the wanted pixels for which a picture is not stored once more.
  private static let enough = 0.9

  private let provider: any PictureProviding
  private let file: PDFFile
  private let resolution: Double
  private var stored: [String: Stored] = [:]
  /// The upright extents in which a picture is stored.
  private var sizes: [String: [(extent: PixelSize, stored: Stored)]] = [:]
  private var largest: [String: Size] = [:]

  /// Makes the pictures of a document; the resolution is in pixels per inch.
  init(provider: any PictureProviding, file: PDFFile, resolution: Double) {
    self.provider = provider
    self.file = file
    self.resolution = min(max(resolution, 1), 100_000)
  }

  /// Takes note of the largest place of each picture of a frame, before it is drawn.
  func prepare(_ frame: Frame) {
    largest.removeAll(keepingCapacity: true)
    note(frame.items)
  }

  private func note(_ items: [PlacedItem]) {
    for placed in items {
      switch placed.item {
      case .group(let group): note(group.items)
      case .picture(let picture):
        let whole = PicturePlacement(
          picture.pixels, in: Rect(origin: .zero, size: placed.size), fit: picture.fit,
          focus: picture.focus, snaps: false
        ).whole.size
        let before = largest[picture.source] ?? .zero
        largest[picture.source] = Size(
          width: max(before.width, whole.width), height: max(before.height, whole.height))
      default: break
      }
    }
  }

  /// The vectors of a picture; nil where it is of pixels.
  func vectors(of picture: FramePicture) throws(RenderError) -> Stored? {
    let vectors: SVGSurface?
    do throws(PictureError) {
      vectors = try provider.vectors(of: picture.source)
    } catch {
      throw RenderError(error.message, hint: error.hint)
    }
    guard let vectors else { return nil }
    let identity = "svg:\(vectors.identity)"
    if let known = stored[identity] { return known }
    let made = Stored(
      object: try PDFVectors.write(vectors, to: file), isOpaque: false, extent: vectors.size,
      turn: AffineMap())
    stored[identity] = made
    return made
  }

  /// The picture of pixels for a place of a size in points.
  func picture(_ picture: FramePicture, whole: Size) throws(RenderError) -> Stored {
    let place = largest[picture.source] ?? whole
    let factor = resolution / 72
    let wanted = picture.pixels.reduced(
      to: Size(
        width: max(place.width, whole.width) * factor,
        height: max(place.height, whole.height) * factor))
    if let known = sizes[picture.source]?.first(where: {
      Double($0.extent.width) >= Double(wanted.width) * Self.enough
        && Double($0.extent.height) >= Double(wanted.height) * Self.enough
    }) {
      return known.stored
    }
    let source: DocumentPicture
    do throws(PictureError) {
      source = try provider.documentPicture(of: picture.source, atLeast: wanted)
    } catch {
      throw RenderError(error.message, hint: error.hint)
    }
    let made: (extent: PixelSize, stored: Stored)
    switch source {
    case .jpeg(let jpeg):
      let isTurned = jpeg.orientation >= 5
      made = (
        PixelSize(
          width: isTurned ? jpeg.height : jpeg.width, height: isTurned ? jpeg.width : jpeg.height),
        store(jpeg)
      )
    case .pixels(let pixels, let isPhoto): made = try store(pixels, for: wanted, isPhoto)
    }
    sizes[picture.source, default: []].append(made)
    return made.stored
  }

  private func store(_ jpeg: JPEGFile) -> Stored {
    if let known = stored[jpeg.identity] { return known }
    var entries = entries(width: jpeg.width, height: jpeg.height)
    entries.add(text: jpeg.components == 1 ? "/DeviceGray" : "/DeviceRGB")
    entries.add("/Filter/DCTDecode")
    let object = file.addStream(
      entries, jpeg.bytes, isCompressed: true, identity: jpeg.identity)
    let made = Stored(
      object: object, isOpaque: true, turn: AffineMap.turn(jpeg.orientation).inverse)
    stored[jpeg.identity] = made
    return made
  }

  private func store(
    _ pixels: DecodedPicture, for wanted: PixelSize, _ isPhoto: Bool
  ) throws(RenderError) -> (PixelSize, Stored) {
    // A little more than needed is not worth another blur.
    let isLarge =
      Double(pixels.width) > Double(wanted.width) * 1.1
      && Double(pixels.height) > Double(wanted.height) * 1.1
    let extent = isLarge ? wanted : PixelSize(width: pixels.width, height: pixels.height)
    let identity = "\(pixels.identity)@\(extent.width)x\(extent.height)"
    if let known = stored[identity] { return (extent, known) }
    let whole = Rect(
      x: 0, y: 0, width: Double(extent.width), height: Double(extent.height))
    let surface =
      isLarge ? try ImageSurface.scaling(pixels, over: whole, to: extent) : try ImageSurface(pixels)
    if isPhoto, pixels.isOpaque, let bytes = try compress(surface) {
      let jpeg = JPEGFile(
        bytes: bytes, width: surface.width, height: surface.height, identity: identity)
      return (extent, store(jpeg))
    }
    return (extent, try store(surface, identity: identity))
  }

  /// The pixels as a JPEG file; nil where that is not possible.
  private func compress(_ surface: ImageSurface) throws(RenderError) -> [UInt8]? {
    try unsafe surface.withPixels { pixels in
      var file: UnsafeMutablePointer<UInt8>?
      var length = 0
      let code = unsafe cpicture_encode_jpeg(
        pixels.baseAddress?.assumingMemoryBound(to: UInt8.self), surface.stride,
        UInt32(surface.width), UInt32(surface.height), Self.photoQuality, &file, &length)
      defer { unsafe free(file) }
      return code == 0 ? unsafe Array(UnsafeBufferPointer(start: file, count: length)) : nil
    }
  }

  /// Stores the pixels of a surface under a name.
  func store(_ surface: ImageSurface, identity: String) throws(RenderError) -> Stored {
    if let known = stored[identity] { return known }
    let (color, alpha) = try surface.documentRows()
    var entries = entries(width: surface.width, height: surface.height)
    entries.add("/DeviceRGB/DecodeParms<</Predictor 15/Colors 3/Columns ")
    entries.add(surface.width)
    entries.add(">>")
    if let alpha {
      var mask = self.entries(width: surface.width, height: surface.height)
      mask.add("/DeviceGray/DecodeParms<</Predictor 15/Columns ")
      mask.add(surface.width)
      mask.add(">>")
      let object = file.addStream(mask, alpha)
      entries.add("/SMask ")
      entries.reference(object)
    }
    let made = Stored(
      object: file.addStream(entries, color), isOpaque: alpha == nil, turn: AffineMap())
    stored[identity] = made
    return made
  }

  /// A picture that is stored under a name.
  func known(_ identity: String) -> Stored? { stored[identity] }

  private func entries(width: Int, height: Int) -> PDFContent {
    var entries = PDFContent()
    entries.add("/Type/XObject/Subtype/Image/BitsPerComponent 8/Width ")
    entries.add(width)
    entries.add("/Height ")
    entries.add(height)
    entries.add("/ColorSpace")
    return entries
  }
}

extension ImageSurface {
  /// The rows as a document stores them: colour and, where it is not opaque, alpha; each row less
  /// the one above it (PNG's filter 2).
  func documentRows() throws(RenderError) -> (color: [UInt8], alpha: [UInt8]?) {
    let (width, height, stride, isOpaque) = (width, height, stride, format == .opaque)
    return try unsafe withPixels { (pixels) throws(RenderError) -> ([UInt8], [UInt8]?) in
      var color: [UInt8] = []
      var alpha: [UInt8] = []
      color.reserveCapacity(height * (width * 3 + 1))
      if !isOpaque { alpha.reserveCapacity(height * (width + 1)) }
      var above = [UInt8](repeating: 0, count: width * 4)
      var row = above
      var isSolid = true
      for y in 0..<height {
        for x in 0..<width {
          let start = y * stride + x * 4
          let (blue, green, red) = unsafe (pixels[start], pixels[start + 1], pixels[start + 2])
          let cover = isOpaque ? 255 : unsafe pixels[start + 3]
          func whole(_ value: UInt8) -> UInt8 {
            guard cover != 255, cover != 0 else { return value }
            return UInt8(min((Int(value) * 255 + Int(cover) / 2) / Int(cover), 255))
          }
          row[x * 4] = whole(red)
          row[x * 4 + 1] = whole(green)
          row[x * 4 + 2] = whole(blue)
          row[x * 4 + 3] = cover
          if cover != 255 { isSolid = false }
        }
        color.append(2)
        alpha.append(2)
        for x in 0..<width {
          color.append(row[x * 4] &- above[x * 4])
          color.append(row[x * 4 + 1] &- above[x * 4 + 1])
          color.append(row[x * 4 + 2] &- above[x * 4 + 2])
          if !isOpaque { alpha.append(row[x * 4 + 3] &- above[x * 4 + 3]) }
        }
        swap(&row, &above)
      }
      return (color, isOpaque || isSolid ? nil : alpha)
    }
  }
}

extension AffineMap {
  /// A point through the map.
  func apply(_ point: Point) -> Point {
    Point(x: xx * point.x + xy * point.y + x0, y: yx * point.x + yy * point.y + y0)
  }

  /// The map back; this one where there is none.
  var inverse: AffineMap {
    let determinant = xx * yy - xy * yx
    guard abs(determinant) > 1e-300 else { return self }
    return AffineMap(
      xx: yy / determinant, yx: -yx / determinant, xy: -xy / determinant, yy: xx / determinant,
      x0: (xy * y0 - yy * x0) / determinant, y0: (yx * x0 - xx * y0) / determinant)
  }
}
