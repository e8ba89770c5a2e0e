import CardModel

/// What an SVG draws: the operations that the program beside this one wrote down.
struct SVGDrawing: Sendable, Hashable {
  /// The width in the operations' units.
  var width: Double
  /// The height in the operations' units.
  var height: Double
  /// What operations refer to; each refers to earlier ones only.
  var surfaces: [Surface]
  /// What is drawn, in order.
  var operations: [Operation]
  /// What the program had to say of the text.
  var remarks: [SVGRemark] = []

  /// Something to paint with.
  enum Surface: Sendable, Hashable {
    /// Pixels: BGRA premultiplied in the byte order of a little-endian word, or alpha alone.
    case image(width: Int, height: Int, isMask: Bool, pixels: [UInt8])
    /// Operations, cut at an edge where there is one.
    case vectors(edge: Rect?, operations: [Operation])
  }

  /// A colour, a blend or a surface.
  enum Source: Sendable, Hashable {
    case color(red: Double, green: Double, blue: Double, alpha: Double)
    case linear(points: [Double], Blend)
    case radial(circles: [Double], Blend)
    case surface(index: Int, extend: UInt32, filter: UInt32, Matrix)
  }

  /// The colours of a blend.
  struct Blend: Sendable, Hashable {
    var extend: UInt32
    var matrix: Matrix
    /// Offset, red, green, blue and alpha of each.
    var stops: [[Double]]
  }

  /// A transformation, in the order of Cairo's: xx, yx, xy, yy, x0, y0.
  struct Matrix: Sendable, Hashable {
    var xx, yx, xy, yy, x0, y0: Double

    /// Whether it can be undone.
    var isInvertible: Bool {
      let determinant = xx * yy - yx * xy
      return determinant.isFinite && determinant != 0
    }
  }

  /// A part of a path.
  enum PathElement: Sendable, Hashable {
    case move(Double, Double)
    case line(Double, Double)
    case curve(Double, Double, Double, Double, Double, Double)
    case close
  }

  /// How a line is drawn.
  struct Pen: Sendable, Hashable {
    var matrix: Matrix
    var width: Double
    var cap: UInt32
    var join: UInt32
    var miterLimit: Double
    var dashOffset: Double
    var dashes: [Double]
  }

  /// A thing that is done.
  enum Operation: Sendable, Hashable {
    case save
    case restore
    case resetClip
    case restart
    case clip(rule: UInt32, [PathElement])
    case fill(operator: UInt32, Source, rule: UInt32, [PathElement])
    case stroke(operator: UInt32, Source, Pen, [PathElement])
    case paint(operator: UInt32, Source, alpha: Double)
    case mask(operator: UInt32, Source, mask: Source)
  }
}

/// Reads a drawing; believes nothing that it reads.
///
/// The form is described in the program that writes it, `recorder.c`.
struct SVGDrawingReader {
  /// Why a drawing cannot be read.
  enum Failure: Error {
    case malformed
    case tooLarge
  }

  private static let operationLimit = 2_000_000
  private static let depthLimit = 40
  private static let imageSide = 4096
  private static let elementLimit = 1_500_000

  private let bytes: [UInt8]
  private var at = 0
  private var surfaces: [SVGDrawing.Surface] = []
  /// Of each surface: how many operations drawing it takes, and how deep it reaches.
  private var costs: [(operations: Int, depth: Int)] = []
  private var indices: [UInt32: Int] = [:]
  private var cost = (operations: 0, depth: 0)
  private var elements = 0
  private var remarks: [SVGRemark] = []

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads a drawing.
  static func drawing(from bytes: [UInt8]) throws(Failure) -> SVGDrawing {
    var reader = SVGDrawingReader(bytes)
    return try reader.read()
  }

  private mutating func read() throws(Failure) -> SVGDrawing {
    guard bytes.starts(with: Array("CSV1".utf8)) else { throw .malformed }
    at = 4
    let width = try double()
    let height = try double()
    guard width > 0, height > 0, width <= 8192, height <= 8192 else { throw .malformed }
    while true {
      switch try byte() {
      case UInt8(ascii: "I"): try image()
      case UInt8(ascii: "V"): try vectors()
      case UInt8(ascii: "T"): try remark()
      case UInt8(ascii: "M"):
        let operations = try operations()
        guard at == bytes.count else { throw .malformed }
        return SVGDrawing(
          width: width, height: height, surfaces: surfaces, operations: operations,
          remarks: remarks)
      default: throw .malformed
      }
    }
  }

  /// A family that is not there and the one that stands in, a character without a glyph, or a
  /// family in colours.
  private mutating func remark() throws(Failure) {
    let kind = try byte()
    let (first, second) = (try text(), try text())
    guard remarks.count < 16 else { return }
    switch kind {
    case UInt8(ascii: "f"):
      remarks.append(
        SVGRemark(
          .fallbackFace, .warning,
          "asks for the font '\(first)', which is not there; '\(second)' stands in"))
    case UInt8(ascii: "g"):
      remarks.append(
        SVGRemark(.glyphMissing, .warning, "has the character '\(first)', which no font has"))
    case UInt8(ascii: "c"):
      remarks.append(
        SVGRemark(
          .pictureContent, .warning,
          "has text in the colour font '\(first)', of which outlines alone are drawn"))
    default: throw .malformed
    }
  }

  /// A short text, without what could break a line of a report.
  private mutating func text() throws(Failure) -> String {
    let count = try short()
    guard count <= 200, count <= bytes.count - at else { throw .malformed }
    defer { at += count }
    return String(
      String(decoding: bytes[at..<(at + count)], as: UTF8.self).unicodeScalars
        .filter { $0.properties.generalCategory != .control }.map(Character.init))
  }

  private mutating func image() throws(Failure) {
    let id = try word()
    let isMask = try byte() == 1
    let width = Int(try word())
    let height = Int(try word())
    guard (1...Self.imageSide).contains(width), (1...Self.imageSide).contains(height) else {
      throw .malformed
    }
    let length = width * height * (isMask ? 1 : 4)
    guard length <= bytes.count - at else { throw .malformed }
    let pixels = Array(bytes[at..<(at + length)])
    at += length
    try add(id, .image(width: width, height: height, isMask: isMask, pixels: pixels), (1, 1))
  }

  private mutating func vectors() throws(Failure) {
    let id = try word()
    var edge: Rect?
    if try byte() == 1 {
      let (x, y) = (try double(), try double())
      let size = Size(width: try double(), height: try double())
      guard size.width >= 0, size.height >= 0 else { throw .malformed }
      edge = Rect(origin: Point(x: x, y: y), size: size)
    }
    let operations = try operations()
    guard cost.depth < Self.depthLimit else { throw .tooLarge }
    try add(id, .vectors(edge: edge, operations: operations), (cost.operations, cost.depth + 1))
  }

  private mutating func add(
    _ id: UInt32, _ surface: SVGDrawing.Surface, _ cost: (Int, Int)
  ) throws(Failure) {
    guard indices.updateValue(surfaces.count, forKey: id) == nil else { throw .malformed }
    surfaces.append(surface)
    costs.append(cost)
  }

  private mutating func operations() throws(Failure) -> [SVGDrawing.Operation] {
    let length = Int(try word())
    guard length <= bytes.count - at else { throw .malformed }
    let end = at + length
    var operations: [SVGDrawing.Operation] = []
    cost = (0, 0)
    while at < end {
      operations.append(try operation())
      cost.operations += 1
      guard cost.operations <= Self.operationLimit else { throw .tooLarge }
    }
    guard at == end else { throw .malformed }
    return operations
  }

  private mutating func operation() throws(Failure) -> SVGDrawing.Operation {
    switch try byte() {
    case UInt8(ascii: "q"): return .save
    case UInt8(ascii: "Q"): return .restore
    case UInt8(ascii: "r"): return .resetClip
    case UInt8(ascii: "R"): return .restart
    case UInt8(ascii: "c"): return .clip(rule: try choice(1), try path())
    case UInt8(ascii: "f"):
      return .fill(operator: try choice(28), try source(), rule: try choice(1), try path())
    case UInt8(ascii: "s"):
      return .stroke(operator: try choice(28), try source(), try pen(), try path())
    case UInt8(ascii: "p"):
      let kind = try choice(28)
      let alpha = min(max(try double(), 0), 1)
      return .paint(operator: kind, try source(), alpha: alpha)
    case UInt8(ascii: "m"):
      return .mask(operator: try choice(28), try source(), mask: try source())
    default: throw .malformed
    }
  }

  private mutating func source() throws(Failure) -> SVGDrawing.Source {
    switch try byte() {
    case UInt8(ascii: "c"):
      return .color(red: try float(), green: try float(), blue: try float(), alpha: try float())
    case UInt8(ascii: "l"): return .linear(points: try doubles(4), try blend())
    case UInt8(ascii: "a"): return .radial(circles: try doubles(6), try blend())
    case UInt8(ascii: "s"):
      guard let index = indices[try word()] else { throw .malformed }
      cost.operations += costs[index].operations
      cost.depth = max(cost.depth, costs[index].depth)
      guard cost.operations <= Self.operationLimit else { throw .tooLarge }
      return .surface(
        index: index, extend: try choice(3), filter: try choice(5), try matrix())
    default: throw .malformed
    }
  }

  private mutating func blend() throws(Failure) -> SVGDrawing.Blend {
    let extend = try choice(3)
    let matrix = try matrix()
    var stops: [[Double]] = []
    for _ in 0..<(try short()) {
      stops.append([try float(), try float(), try float(), try float(), try float()])
    }
    return SVGDrawing.Blend(extend: extend, matrix: matrix, stops: stops)
  }

  private mutating func pen() throws(Failure) -> SVGDrawing.Pen {
    let matrix = try matrix()
    let width = try double()
    guard width >= 0 else { throw .malformed }
    let cap = try choice(2)
    let join = try choice(2)
    let miterLimit = try double()
    let offset = try double()
    var dashes: [Double] = []
    for _ in 0..<(try short()) { dashes.append(try double()) }
    guard dashes.allSatisfy({ $0 >= 0 }) else { throw .malformed }
    if dashes.reduce(0, +) <= 0 { dashes = [] }
    return SVGDrawing.Pen(
      matrix: matrix, width: width, cap: cap, join: join, miterLimit: miterLimit,
      dashOffset: offset, dashes: dashes)
  }

  private mutating func path() throws(Failure) -> [SVGDrawing.PathElement] {
    let count = Int(try word())
    guard count <= bytes.count - at else { throw .malformed }
    elements += count
    guard elements <= Self.elementLimit else { throw .tooLarge }
    var path: [SVGDrawing.PathElement] = []
    path.reserveCapacity(count)
    for _ in 0..<count {
      switch try byte() {
      case UInt8(ascii: "M"): path.append(.move(try double(), try double()))
      case UInt8(ascii: "L"): path.append(.line(try double(), try double()))
      case UInt8(ascii: "C"):
        path.append(
          .curve(
            try double(), try double(), try double(), try double(), try double(), try double()))
      case UInt8(ascii: "Z"): path.append(.close)
      default: throw .malformed
      }
    }
    return path
  }

  private mutating func matrix() throws(Failure) -> SVGDrawing.Matrix {
    SVGDrawing.Matrix(
      xx: try double(), yx: try double(), xy: try double(), yy: try double(), x0: try double(),
      y0: try double())
  }

  private mutating func doubles(_ count: Int) throws(Failure) -> [Double] {
    var values: [Double] = []
    for _ in 0..<count { values.append(try double()) }
    return values
  }

  /// A byte that chooses among 0 to `last`.
  private mutating func choice(_ last: UInt8) throws(Failure) -> UInt32 {
    let value = try byte()
    guard value <= last else { throw .malformed }
    return UInt32(value)
  }

  private mutating func byte() throws(Failure) -> UInt8 {
    guard at < bytes.count else { throw .malformed }
    defer { at += 1 }
    return bytes[at]
  }

  private mutating func short() throws(Failure) -> Int {
    let low = try byte()
    return Int(low) | Int(try byte()) << 8
  }

  private mutating func word() throws(Failure) -> UInt32 {
    guard bytes.count - at >= 4 else { throw .malformed }
    defer { at += 4 }
    return (0..<4).reduce(0) { $0 | UInt32(bytes[at + $1]) << UInt32(8 * $1) }
  }

  /// A number that is one, and of a size that a drawing may have.
  private mutating func double() throws(Failure) -> Double {
    let low = try word()
    let value = Double(bitPattern: UInt64(low) | UInt64(try word()) << 32)
    guard value.isFinite, abs(value) <= 1e15 else { throw .malformed }
    return value
  }

  private mutating func float() throws(Failure) -> Double {
    let value = Double(Float(bitPattern: try word()))
    guard value.isFinite, abs(value) <= 1e6 else { throw .malformed }
    return value
  }
}
