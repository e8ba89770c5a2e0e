public import CardModel

/// Measures and places: a node and a proposal in, a frame out.
///
/// The rules are those of `design/layout.md`: the parent proposes, the child answers, the parent
/// places. A layout is a function of its input and of the three doors.
public struct LayoutEngine {
  /// What label types and colours mean.
  public let styleGuide: StyleGuide
  /// The side on which reading begins.
  public let direction: LayoutDirection
  /// The language of the texts, as a BCP 47 tag.
  public let language: String
  /// The resolution for lengths in pixels.
  public let dotsPerInch: Double?
  /// The common sizes, in points, of labels that share one over a batch, by their ids, or by their
  /// paths where they have none.
  public let batchSizes: [String: Double]
  /// Where each answer is written down, if anywhere.
  let trace: LayoutTrace?
  let measuring: any TextMeasuring
  let pictures: any PictureSizing
  let codes: any CodeEncoding

  /// Makes an engine for cards of one style guide, direction and language.
  ///
  /// A trace, where there is one, gets every proposal and answer.
  public init(
    styleGuide: StyleGuide = .standard, direction: LayoutDirection = .leftToRight,
    language: String = "en", dotsPerInch: Double? = nil, batchSizes: [String: Double] = [:],
    measuring: any TextMeasuring, pictures: any PictureSizing, codes: any CodeEncoding,
    trace: LayoutTrace? = nil
  ) {
    self.trace = trace
    self.styleGuide = styleGuide
    self.direction = direction
    self.language = language
    self.dotsPerInch = dotsPerInch
    self.batchSizes = batchSizes
    self.measuring = measuring
    self.pictures = pictures
    self.codes = codes
  }
}
