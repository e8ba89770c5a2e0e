internal import CardModel

/// The extent of a picture in a proposal.
///
/// A contained picture keeps its proportions; any other fills what is proposed, and its own
/// proportions give the axis on which nothing is.
func pictureSize(_ ideal: Size, in proposal: Proposal, fit: PictureFit) -> Size {
  guard ideal.width > 0, ideal.height > 0 else { return .zero }
  if fit == .contain { return scaled(ideal, to: proposal, fit: .contain) ?? ideal }
  return switch (proposal.width, proposal.height) {
  case (nil, nil): ideal
  case (let width?, nil): Size(width: width, height: width * ideal.height / ideal.width)
  case (nil, let height?): Size(width: height * ideal.width / ideal.height, height: height)
  case (let width?, let height?): Size(width: width, height: height)
  }
}

/// A picture that is there; its ideal size is its pixels at 300 dpi.
struct PictureArrangement: Arrangement {
  /// Below so many pixels per inch a picture looks coarse in print.
  static let leastResolution = 150.0

  let source: String
  let fit: PictureFit
  let focus: FocalPoint
  let outline: OutlineMeasure
  let border: FrameStroke?
  let pixels: PixelSize
  let isVector: Bool
  let alternative: String?
  let path: NodePath
  let id: String?

  func measure(_ proposal: Proposal) -> Measure {
    let ideal = Size(
      width: Double(pixels.width) * 72 / 300, height: Double(pixels.height) * 72 / 300)
    return Measure(pictureSize(ideal, in: proposal, fit: fit))
  }

  func place(_ proposal: Proposal, at origin: Point, on canvas: inout Canvas) {
    let size = measure(proposal).size
    let picture = FramePicture(
      source: source, fit: fit, focus: focus, outline: outline.frame(size), border: border,
      pixels: pixels, alternative: alternative)
    canvas.items.append(
      PlacedItem(origin: origin, size: size, path: path, id: id, item: .picture(picture)))
    if isVector { return }
    let across = size.width / Double(max(pixels.width, 1))
    let down = size.height / Double(max(pixels.height, 1))
    let pointsPerPixel = fit == .contain ? min(across, down) : max(across, down)
    guard pointsPerPixel > 0, pointsPerPixel.isFinite else { return }
    let resolution = 72 / pointsPerPixel
    if resolution < Self.leastResolution - tolerance {
      // A source can be a whole picture in base64, which nobody wants to read.
      let name = source.utf8.starts(with: "data:".utf8) ? "data:" : source
      canvas.findings.append(
        Finding(
          .coarsePicture, .warning,
          "The picture '\(name)' has \(decimals(resolution.rounded())) pixels per inch in its "
            + "place, and at least \(decimals(Self.leastResolution)) are expected.",
          path: path, id: id))
    }
  }
}
