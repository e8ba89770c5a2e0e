internal import CGraphics
internal import CardLayout
internal import CardModel

/// The pictures of a document: each is stored once, however often it is shown.
final class PDFPictures {
  /// A stored picture.
  struct Stored {
    let object: Int
    let isOpaque: Bool
    /// Takes shares of the stored picture, from its upper left, to shares of the upright one.
    let turn: AffineMap
  }

  private let provider: any PictureProviding
  private let file: PDFFile
  private let resolution: Double
  private var stored: [String: Stored] = [:]

  init(provider: any PictureProviding, file: PDFFile, resolution: Double) {
    self.provider = provider
    self.file = file
    self.resolution = resolution
  }

  /// The picture for a place of a size in points.
  func picture(_ picture: FramePicture, whole: Size) throws(RenderError) -> Stored {
    let factor = resolution / 72
    let size = Size(width: whole.width * factor, height: whole.height * factor)
    let source: DocumentPicture
    do throws(PictureError) {
      source = try provider.documentPicture(
        of: picture.source, atLeast: picture.pixels.reduced(to: size))
    } catch {
      throw RenderError(error.message, hint: error.hint)
    }
    switch source {
    case .jpeg(let jpeg): return store(jpeg)
    case .pixels(let pixels): return try store(pixels, for: size)
    }
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

  private func store(_ pixels: DecodedPicture, for size: Size) throws(RenderError) -> Stored {
    // A little more than needed is not worth another blur.
    let isReduced =
      Double(pixels.width) > size.width * 1.1 && Double(pixels.height) > size.height * 1.1
    let (width, height) =
      isReduced
      ? (Int(size.width.rounded(.up)), Int(size.height.rounded(.up)))
      : (pixels.width, pixels.height)
    let identity = "\(pixels.identity)@\(width)x\(height)"
    if let known = stored[identity] { return known }
    let whole = try ImageSurface(pixels)
    let made = try store(
      isReduced ? whole.reduced(toWidth: width, height: height) : whole, identity: identity)
    return made
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
  /// The picture at a smaller size.
  func reduced(toWidth width: Int, height: Int) throws(RenderError) -> ImageSurface {
    let target = try ImageSurface(width: width, height: height, format: format)
    let context = try CairoContext(target)
    context.setSurface(
      self,
      deviceToPixels: .stretching(
        width: self.width, height: self.height,
        over: Rect(x: 0, y: 0, width: Double(width), height: Double(height))),
      sampling: .reduced)
    context.paint()
    try context.checkStatus(while: "scaling a picture")
    return target
  }

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
  /// The map back; this one where there is none.
  var inverse: AffineMap {
    let determinant = xx * yy - xy * yx
    guard abs(determinant) > 1e-300 else { return self }
    return AffineMap(
      xx: yy / determinant, yx: -yx / determinant, xy: -xy / determinant, yy: xx / determinant,
      x0: (xy * y0 - yy * x0) / determinant, y0: (yx * x0 - xx * y0) / determinant)
  }
}
