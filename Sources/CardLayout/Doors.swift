public import CardModel

/// The door through which layout learns how large pictures are.
public protocol PictureSizing {
  /// The upright extent of a picture in pixels.
  ///
  /// - Throws: ``PictureError`` where it cannot be read.
  func pixelSize(of source: String) throws(PictureError) -> PixelSize

  /// Whether a picture is sharp at any size: its pixels are then a size and no resolution.
  func isVector(_ source: String) -> Bool
}

extension PictureSizing {
  /// Pictures are pixels unless their provider knows of others.
  public func isVector(_ source: String) -> Bool { false }
}

/// An extent in pixels.
public struct PixelSize: Sendable, Hashable {
  /// The width.
  public let width: Int
  /// The height.
  public let height: Int

  /// Makes an extent.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// Why a picture could not be read; the sentence names its source.
public struct PictureError: Diagnostic, Equatable {
  /// One sentence that names the picture and what is wrong.
  public let message: String
  /// What would help.
  public let hint: String?

  /// Makes an error.
  public init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}

/// The door through which layout gets the modules of a code.
public protocol CodeEncoding {
  /// The modules of a code.
  ///
  /// - Throws: ``CodeError`` where the symbology cannot hold the content.
  func encode(_ barcode: Barcode) throws(CodeError) -> CodeSymbol
}

/// The dark and light modules of a code, without its quiet zone.
public struct CodeSymbol: Sendable, Equatable {
  /// The number of modules across.
  public let columns: Int
  /// The number of modules down; 1 for linear codes.
  public let rows: Int
  /// Whether each module is dark, row by row.
  public let modules: [Bool]
  /// The height of a row in modules; 1 for square modules, more for linear codes and PDF417.
  public let rowHeight: Double
  /// The modules of quiet zone at the left, the top, the right and the bottom.
  public let quietZone: (left: Double, top: Double, right: Double, bottom: Double)
  /// The least side of a module in points.
  public let minimumModule: Double

  /// Makes a symbol.
  public init(
    columns: Int, rows: Int, modules: [Bool], rowHeight: Double = 1,
    quietZone: (left: Double, top: Double, right: Double, bottom: Double), minimumModule: Double
  ) {
    self.columns = columns
    self.rows = rows
    self.modules = modules
    self.rowHeight = rowHeight
    self.quietZone = quietZone
    self.minimumModule = minimumModule
  }

  /// Whether two symbols have the same modules and zones.
  public static func == (left: CodeSymbol, right: CodeSymbol) -> Bool {
    left.columns == right.columns && left.rows == right.rows && left.modules == right.modules
      && left.rowHeight == right.rowHeight && left.quietZone == right.quietZone
      && left.minimumModule == right.minimumModule
  }
}

/// Why a code could not be made.
public struct CodeError: Diagnostic, Equatable {
  /// One sentence.
  public let message: String
  /// What would help.
  public let hint: String?

  /// Makes an error.
  public init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}
