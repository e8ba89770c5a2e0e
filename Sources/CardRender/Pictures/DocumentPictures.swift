internal import CGraphics
internal import CPicture
internal import CardLayout
internal import CardModel
internal import Foundation

/// The pictures of one document: each is stored once, as large as its places need.
final class DocumentPictures {
  /// A picture as the document has it.
  struct Stored {
    /// The pixels, or a stand-in that carries a file.
    let surface: ImageSurface
    /// How the stored pixels are to be turned, 1 to 8, as EXIF has it.
    let orientation: Int
    let isOpaque: Bool
  }

  /// The quality of photos that are stored with fewer pixels, of 100.
  private static let photoQuality: Int32 = 92
  /// The most bytes of pixels and files that are kept for the next page.
  private static let cacheLimit = 24 << 20
  /// The least share of the wanted pixels for which a picture is not stored once more.
  private static let enough = 0.9

  private struct Key: Hashable {
    let source: String
    let request: PixelSize
  }

  private let provider: any PictureProviding
  private let resolution: Double
  /// What was asked for before, with the upright extent that came of it.
  private var known: [String: [(request: PixelSize, extent: PixelSize)]] = [:]
  private var largest: [String: Size] = [:]
  private var kept: [Key: (stored: Stored, bytes: Int)] = [:]
  private var order: [Key] = []
  private var keptBytes = 0

  /// Makes the pictures of a document; the resolution is in pixels per inch.
  init(provider: any PictureProviding, resolution: Double) {
    self.provider = provider
    self.resolution = min(max(resolution, 1), 100_000)
  }

  /// Takes note of the largest place of each picture of a frame.
  func prepare(_ frame: Frame, grid: PixelGrid) {
    largest = [:]
    note(frame.items, grid: grid)
  }

  private func note(_ items: [PlacedItem], grid: PixelGrid) {
    for placed in items {
      switch placed.item {
      case .group(let group): note(group.items, grid: grid)
      case .picture(let picture):
        let area = grid.area(Rect(origin: .zero, size: placed.size))
        let whole = PicturePlacement(
          picture.pixels, in: area, fit: picture.fit, focus: picture.focus, snaps: grid.snaps
        ).whole.size
        let before = largest[picture.source] ?? .zero
        largest[picture.source] = Size(
          width: max(before.width, whole.width), height: max(before.height, whole.height))
      default: break
      }
    }
  }

  /// A picture for a place whose whole extent is in points.
  ///
  /// - Throws: `PictureError` where it cannot be read.
  func picture(_ picture: FramePicture, whole: Size) throws(PictureError) -> Stored {
    let place = largest[picture.source] ?? whole
    let factor = resolution / 72
    let wanted = picture.pixels.reduced(
      to: Size(
        width: max(place.width, whole.width) * factor,
        height: max(place.height, whole.height) * factor))
    let fitting = known[picture.source, default: []].first {
      Double($0.extent.width) >= Double(wanted.width) * Self.enough
        && Double($0.extent.height) >= Double(wanted.height) * Self.enough
    }
    let key = Key(source: picture.source, request: fitting?.request ?? wanted)
    if let kept = kept[key] { return kept.stored }
    do {
      let stored = try make(picture.source, key.request)
      if fitting == nil {
        let turned = stored.orientation >= 5
        let (width, height) = (stored.surface.width, stored.surface.height)
        known[picture.source, default: []].append(
          (
            key.request,
            PixelSize(width: turned ? height : width, height: turned ? width : height)
          ))
      }
      return stored
    } catch let error as PictureError {
      throw error
    } catch {
      throw PictureError(
        "The picture '\(PictureSource.name(picture.source))' cannot be stored: \(error).")
    }
  }

  private func make(_ source: String, _ request: PixelSize) throws -> Stored {
    let stored: Stored
    let bytes: Int
    switch try provider.documentPicture(of: source, atLeast: request) {
    case .jpeg(let file):
      stored = Stored(
        surface: try .carrying(
          file.bytes, width: file.width, height: file.height, identity: file.identity),
        orientation: file.orientation, isOpaque: true)
      bytes = file.bytes.count
    case .pixels(let picture, let isPhoto):
      // A little more is not worth another blur.
      let isLarge =
        Double(picture.width) > Double(request.width) * 1.1
        && Double(picture.height) > Double(request.height) * 1.1
      var surface =
        isLarge
        ? try .scaling(
          picture,
          over: Rect(
            x: 0, y: 0, width: Double(request.width), height: Double(request.height)),
          to: request) : try ImageSurface(picture)
      let identity = "\(picture.identity)@\(surface.width)x\(surface.height)"
      if isPhoto, picture.isOpaque, let file = try compress(surface) {
        bytes = file.count
        surface = try .carrying(
          file, width: surface.width, height: surface.height, identity: identity)
      } else {
        bytes = surface.stride * surface.height
        try surface.attach(Array(identity.utf8), as: CAIRO_MIME_TYPE_UNIQUE_ID)
      }
      stored = Stored(surface: surface, orientation: 1, isOpaque: picture.isOpaque)
    }
    keep(stored, bytes: bytes, for: Key(source: source, request: request))
    return stored
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

  private func keep(_ stored: Stored, bytes: Int, for key: Key) {
    guard bytes <= Self.cacheLimit / 2 else { return }
    while keptBytes + bytes > Self.cacheLimit, !order.isEmpty {
      keptBytes -= kept.removeValue(forKey: order.removeFirst())?.bytes ?? 0
    }
    kept[key] = (stored, bytes)
    order.append(key)
    keptBytes += bytes
  }
}

extension ImageSurface {
  /// A stand-in of one bit a pixel for a JPEG file, which a document takes as it is.
  fileprivate static func carrying(
    _ file: [UInt8], width: Int, height: Int, identity: String
  ) throws(RenderError) -> ImageSurface {
    let surface = try ImageSurface(width: width, height: height, format: .placeholder)
    try surface.attach(file, as: CAIRO_MIME_TYPE_JPEG)
    try surface.attach(Array(identity.utf8), as: CAIRO_MIME_TYPE_UNIQUE_ID)
    return surface
  }
}
