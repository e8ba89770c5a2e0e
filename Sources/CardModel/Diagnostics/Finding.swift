/// How much a finding matters.
public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Worth knowing; it stands in the report only.
  case note
  /// Something to look at before printing; an error where the run is strict.
  case warning
  /// The card fails.
  case error

  /// Notes come before warnings, warnings before errors.
  public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// Something that happened to a card: a text that shrank, a glyph that is missing, a coarse picture.
public struct Finding: Sendable, Hashable {
  /// What kinds of findings there are; the code stands in reports and never changes its meaning.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// A text is smaller than its style says, as its fit allows.
    case textShrunk = "text-shrunk"
    /// A text is smaller than the common size of its batch.
    case belowBatchSize = "below-batch-size"
    /// A text takes more than one line, as its fit allows.
    case textWrapped = "text-wrapped"
    /// A text ends with an ellipsis.
    case textCut = "text-cut"
    /// A text is at its smallest size and still too long.
    case textAtFloor = "text-at-floor"
    /// A text is larger than its place.
    case textOverflows = "text-overflows"
    /// No font has a glyph for a character.
    case glyphMissing = "glyph-missing"
    /// A bundled face stands in for the one that was asked for.
    case fallbackFace = "fallback-face"
    /// A font of the system stands in for the one that was asked for.
    case systemFont = "system-font"
    /// A text contrasts too little with what lies behind it.
    case contrast
    /// A picture has too few pixels for its place.
    case coarsePicture = "coarse-picture"
    /// Initials stand in for a missing picture.
    case placeholder
    /// A picture was damaged and is drawn as far as it goes.
    case damagedPicture = "damaged-picture"
    /// Something in a picture is not drawn, or otherwise than the picture asks.
    case pictureContent = "picture-content"
    /// Something sticks out of the card.
    case outsideCard = "outside-card"
    /// A table's columns need more width than there is.
    case tableOverflows = "table-overflows"
    /// A code stands without its quiet zone.
    case quietZone = "quiet-zone"
    /// A control character was taken out of a text.
    case controlCharacter = "control-character"
    /// A text or a code is nearer to the trim than the safe area says.
    case outsideSafeArea = "outside-safe-area"
    /// The modules of a code are smaller than readers are sure to tell apart.
    case smallModules = "small-modules"
    /// A text lies on a code.
    case codeCovered = "code-covered"
    /// A text lies on another one.
    case textsOverlap = "texts-overlap"
    /// A card's size is not that of its place on a sheet.
    case labelSize = "label-size"
    /// A text or a code reaches into a corner that a label's round corners cut off.
    case roundCorner = "round-corner"
    /// The data ends before the record's end.
    case dataCutShort = "data-cut-short"
  }

  /// What kind of finding it is.
  public let code: Code
  /// How much it matters.
  public let severity: Severity
  /// One sentence.
  public let message: String
  /// The node that it is about.
  public let path: NodePath?
  /// The id of that node, where it has one.
  public let id: String?
  /// Where in the template's file that node stands, where that was asked for.
  public var origin: NodeOrigin?

  /// Makes a finding.
  public init(
    _ code: Code, _ severity: Severity, _ message: String, path: NodePath? = nil, id: String? = nil
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.path = path
    self.id = id
  }
}
