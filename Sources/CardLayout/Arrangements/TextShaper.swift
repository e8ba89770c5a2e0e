internal import CardModel

/// Asks the measurer, and says at which node it failed.
struct TextShaper {
  private let measuring: any TextMeasuring

  init(_ measuring: any TextMeasuring) {
    self.measuring = measuring
  }

  func shape(_ request: TextRequest, path: NodePath) throws(LayoutError) -> ShapedText {
    do {
      return try measuring.shape(request)
    } catch {
      throw .text(error, path: path)
    }
  }

  func metrics(
    of face: FontFace, size: Double, path: NodePath
  ) throws(LayoutError) -> FontMetrics {
    do {
      return try measuring.metrics(of: face, size: size)
    } catch {
      throw .text(error, path: path)
    }
  }
}
