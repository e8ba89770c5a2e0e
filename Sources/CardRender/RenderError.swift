public import CardLayout
public import CardModel

/// Why a card could not be drawn or encoded.
public struct RenderError: Diagnostic, Equatable {
  /// What the drawing library said, where the failure is its own.
  public let status: CairoStatus?
  /// One sentence.
  public let message: String
  /// The node that it is about, where it is about one.
  public let place: String?
  /// The way to that node, where it is known.
  public private(set) var path: NodePath?
  /// What would help.
  public let hint: String?

  /// Makes an error of our own.
  public init(_ message: String, place: String? = nil, hint: String? = nil) {
    self.status = nil
    self.message = message
    self.place = place
    self.hint = hint
  }

  /// Makes an error of the drawing library's, such as `drawing the card`.
  public init(status: CairoStatus, while operation: String, hint: String? = nil) {
    self.status = status
    self.message = "The drawing library failed while \(operation): \(status)."
    self.place = nil
    self.hint = hint
  }

  /// The same error at a node, where it has no place yet.
  func placed(at path: NodePath, id: String?) -> RenderError {
    var placed = RenderError(self, place: place ?? id ?? "\(path)")
    placed.path = self.path ?? path
    return placed
  }

  private init(_ other: RenderError, place: String) {
    status = other.status
    message = other.message
    self.place = place
    hint = other.hint
  }

  /// Makes an error of a picture's, at the node that shows it: its id where it has one.
  public init(_ error: PictureError, at path: NodePath, id: String? = nil) {
    self.init(error.message, place: id ?? path.description, hint: error.hint)
    self.path = path
  }
}

/// A code of the drawing library; codes that later versions add stay what they are.
public struct CairoStatus: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The library's number.
  public let rawValue: UInt32

  /// Makes a status of the library's number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Nothing failed.
  public static let success = CairoStatus(rawValue: 0)
  /// There is no memory.
  public static let noMemory = CairoStatus(rawValue: 1)
  /// What was drawn could not be written.
  public static let writeError = CairoStatus(rawValue: 11)
  /// A picture is too large for the library.
  public static let invalidSize = CairoStatus(rawValue: 32)

  /// The library's words, or the number where it has none.
  public var description: String { cairoWords(self) ?? "status \(rawValue)" }
}
