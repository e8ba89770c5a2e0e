public import CardLayout
internal import CardModel

extension Rasterizer {
  /// Draws a frame on white paper in black and white.
  ///
  /// Texts and codes are never dithered: a text is black on what is light and white on what is
  /// dark, in whole pixels, and a code has whole modules of black and white. Pictures, blends and
  /// greys are dithered as asked.
  ///
  /// - Throws: ``RenderError`` where a picture cannot be read, a module of a code would be less
  ///   than a pixel, or something is out of bounds.
  public func bilevel(
    of frame: Frame, dotsPerInch: Double, dithering: Dithering = .floydSteinberg
  ) throws(RenderError) -> BilevelBitmap {
    // Drawn twice: where the second drawing differs, there is text or a code, and nothing of
    // the picture behind it needs to be guessed.
    let base = try greys(of: frame.tones, dotsPerInch)
    let paper = GreyPaper(greys: base.greys, width: base.width, scale: dotsPerInch / 72)
    let whole = try greys(of: frame.inBlackAndWhite(on: paper), dotsPerInch)
    let black = dithering.blackPixels(of: base.greys, width: base.width)
    var bitmap = BilevelBitmap(
      width: base.width, height: base.greys.count / base.width, dotsPerInch: dotsPerInch)
    for index in black.indices {
      let (under, over) = (Int(base.greys[index]), Int(whole.greys[index]))
      // Two fifths of a pixel are enough: the stroke of an accent is thin.
      let isBlack =
        if over < under {
          (under - over) * 5 >= under * 2 || black[index]
        } else if over > under {
          (over - under) * 5 < (255 - under) * 2 && black[index]
        } else {
          black[index]
        }
      if isBlack { bitmap[index % base.width, index / base.width] = true }
    }
    return bitmap
  }

  /// The brightness of each pixel of a frame on white paper.
  private func greys(
    of frame: Frame, _ dotsPerInch: Double
  ) throws(RenderError) -> (greys: [UInt8], width: Int) {
    let surface = try draw(frame, background: .color(.white), dotsPerInch: dotsPerInch)
    let (width, height, stride) = (surface.width, surface.height, surface.stride)
    let greys = try unsafe surface.withPixels { (pixels) throws(RenderError) -> [UInt8] in
      var greys: [UInt8] = []
      greys.reserveCapacity(width * height)
      for y in 0..<height {
        for x in 0..<width {
          let pixel = unsafe pixels.loadUnaligned(
            fromByteOffset: y * stride + x * 4, as: UInt32.self)
          greys.append(luma(pixel))
        }
      }
      return greys
    }
    return (greys, width)
  }
}

/// The brightness of a pixel as screens weigh it.
///
/// The weights of BT.709 on the values as they are stored: the dots of a thermal head grow about as
/// much as that makes greys lighter.
private func luma(_ pixel: UInt32) -> UInt8 {
  luma(red: pixel >> 16 & 255, green: pixel >> 8 & 255, blue: pixel & 255)
}

private func luma(red: UInt32, green: UInt32, blue: UInt32) -> UInt8 {
  UInt8(clamping: (red * 13933 + green * 46871 + blue * 4732 + 32768) >> 16)
}

/// What texts and codes stand on.
private struct GreyPaper {
  let greys: [UInt8]
  let width: Int
  /// Pixels per point.
  let scale: Double

  /// Whether an area of points is light on the whole; what lies outside is.
  func isLight(_ area: Rect) -> Bool {
    let height = greys.count / width
    func pixels(_ from: Double, _ to: Double, _ limit: Int) -> Range<Int> {
      let first = min(max(Int((from * scale).rounded(.down)), 0), limit)
      return first..<min(max(Int((to * scale).rounded(.up)), first), limit)
    }
    let columns = pixels(area.origin.x, area.maxX, width)
    let rows = pixels(area.origin.y, area.maxY, height)
    guard !columns.isEmpty, !rows.isEmpty else { return true }
    var sum = 0
    for y in rows { for x in columns { sum += Int(greys[y * width + x]) } }
    return sum >= 128 * columns.count * rows.count
  }
}

extension Frame {
  /// What may have greys: the frame without codes, and of texts the coloured glyphs only.
  fileprivate var tones: Frame {
    func kept(_ items: [PlacedItem]) -> [PlacedItem] {
      items.compactMap { placed in
        var placed = placed
        switch placed.item {
        case .barcode: return nil
        case .text(var text):
          for line in text.lines.indices {
            text.lines[line].shaped.runs.removeAll { !$0.face.isColored }
          }
          placed.item = .text(text)
        case .group(var group):
          group.items = kept(group.items)
          placed.item = .group(group)
        case .shape, .picture: break
        }
        return placed
      }
    }
    var frame = self
    frame.items = kept(items)
    return frame
  }

  /// The frame with texts and codes in black and white.
  fileprivate func inBlackAndWhite(on paper: GreyPaper) -> Frame {
    func changed(_ items: [PlacedItem], _ place: FramePlace) -> [PlacedItem] {
      items.map { placed in
        var placed = placed
        let area = place.area(placed.bounds)
        switch placed.item {
        case .group(var group):
          group.items = changed(group.items, place.inside(placed, group.mount))
          placed.item = .group(group)
        case .text(var text):
          let color: Color = paper.isLight(area) ? .black : .white
          text.colors = Array(repeating: color, count: max(text.colors.count, 1))
          placed.item = .text(text)
        case .barcode(var code):
          let isDark = code.color.brightness <= code.background.brightness
          code.color = isDark ? .black : .white
          code.background = isDark ? .white : .black
          placed.item = .barcode(code)
        case .shape, .picture: break
        }
        return placed
      }
    }
    var frame = self
    frame.items = changed(items, FramePlace())
    return frame
  }
}

extension Color {
  fileprivate var brightness: UInt8 {
    luma(red: UInt32(red), green: UInt32(green), blue: UInt32(blue))
  }
}
