internal import CardModel

/// Asks the measurer, and says at which node it failed.
final class TextShaper {
  private let measuring: any TextMeasuring
  private var metrics: [Question: FontMetrics] = [:]

  private struct Question: Hashable {
    let face: FontFace
    let size: Double
  }

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
    let question = Question(face: face, size: size)
    if let known = metrics[question] { return known }
    do {
      let answer = try measuring.metrics(of: face, size: size)
      metrics[question] = answer
      return answer
    } catch {
      throw .text(error, path: path)
    }
  }
}
