internal import CardLayout
internal import CardModel

/// The bytes of a content stream or of an object: numbers, names and operators.
struct PDFContent {
  private(set) var bytes: [UInt8] = []

  /// Appends text as it is; its characters are ASCII.
  mutating func add(_ text: StaticString) {
    unsafe bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends text as it is.
  mutating func add(text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends bytes as they are.
  mutating func add(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  /// Appends a whole number.
  mutating func add(_ value: Int) {
    guard value < 0 || value > 9 else { return bytes.append(0x30 + UInt8(value)) }
    var rest = value.magnitude
    if value < 0 { bytes.append(0x2D) }
    let start = bytes.count
    repeat {
      bytes.append(0x30 + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  /// Appends a number with at most three decimals, and a space.
  ///
  /// A thousandth of a point is a third of a micrometre.
  mutating func number(_ value: Double) {
    let thousandths = value.isFinite ? Int((min(max(value, -1e9), 1e9) * 1000).rounded()) : 0
    decimal(thousandths)
    bytes.append(0x20)
  }

  /// Appends a number with at most six decimals, and a space.
  mutating func factor(_ value: Double) {
    let rounded = (value * 1e6).rounded() / 1e6
    if (rounded * 1000).rounded() / 1000 == rounded { return number(rounded) }
    let millionths = Int((abs(rounded) * 1e6).rounded())
    if rounded < 0 { bytes.append(0x2D) }
    add(millionths / 1_000_000)
    bytes.append(0x2E)
    var rest = millionths % 1_000_000
    var unit = 100_000
    while rest > 0 {
      bytes.append(0x30 + UInt8(rest / unit))
      rest %= unit
      unit /= 10
    }
    bytes.append(0x20)
  }

  private mutating func decimal(_ thousandths: Int) {
    if thousandths < 0 { bytes.append(0x2D) }
    let whole = Int(thousandths.magnitude / 1000)
    var rest = thousandths.magnitude % 1000
    if whole > 0 || rest == 0 { add(whole) }
    guard rest > 0 else { return }
    bytes.append(0x2E)
    var unit: UInt = 100
    while rest > 0 {
      bytes.append(0x30 + UInt8(rest / unit))
      rest %= unit
      unit /= 10
    }
  }

  /// Appends four hexadecimal digits.
  mutating func hex(_ value: UInt16) {
    hex(UInt8(value >> 8))
    hex(UInt8(value & 0xFF))
  }

  /// Appends two hexadecimal digits.
  mutating func hex(_ value: UInt8) {
    for digit in [value >> 4, value & 15] {
      bytes.append(digit < 10 ? 0x30 + digit : 0x37 + digit)
    }
  }

  /// Appends a text in UTF-16 as a hexadecimal string, without the mark of its byte order.
  mutating func hexText(_ text: String) {
    for unit in text.utf16 { hex(unit) }
  }

  /// Appends a text as a string object: plain where it is ASCII, in UTF-16 where not.
  mutating func string(_ text: String) {
    if text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) {
      add("(")
      for byte in text.utf8 {
        if [0x28, 0x29, 0x5C].contains(byte) { bytes.append(0x5C) }
        bytes.append(byte)
      }
      add(")")
    } else {
      add("<FEFF")
      hexText(text)
      add(">")
    }
  }

  /// Appends a reference to an object.
  mutating func reference(_ object: Int) {
    add(object)
    add(" 0 R")
  }

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
}

// MARK: Operators

extension PDFContent {
  mutating func matrix(_ map: AffineMap) {
    // A factor is of more weight than a place.
    for value in [map.xx, map.yx, map.xy, map.yy] { factor(value) }
    number(map.x0)
    number(map.y0)
    add("cm\n")
  }

  mutating func rectangle(_ rect: Rect) {
    number(rect.origin.x)
    number(rect.origin.y)
    number(rect.size.width)
    number(rect.size.height)
    add("re\n")
  }

  mutating func move(_ x: Double, _ y: Double) {
    number(x)
    number(y)
    add("m\n")
  }

  mutating func line(_ x: Double, _ y: Double) {
    number(x)
    number(y)
    add("l\n")
  }

  mutating func curve(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x3: Double, _ y3: Double
  ) {
    for value in [x1, y1, x2, y2, x3, y3] { number(value) }
    add("c\n")
  }

  /// How far the handles of a quarter circle reach, in radii.
  private static let reach = 0.552_284_75

  /// An outline in page coordinates, whose `y` points up.
  mutating func outline(_ outline: DeviceOutline) {
    let area = outline.area
    switch outline {
    case .rectangle(_, let radius) where radius <= 0: rectangle(area)
    case .rectangle(_, let radius): rounded(area, radius, radius)
    case .ellipse: rounded(area, area.size.width / 2, area.size.height / 2)
    }
  }

  private mutating func rounded(_ area: Rect, _ across: Double, _ up: Double) {
    let (left, right) = (area.origin.x, area.maxX)
    let (low, high) = (area.origin.y, area.maxY)
    let (dx, dy) = (across * (1 - Self.reach), up * (1 - Self.reach))
    move(left + across, low)
    if right - across > left + across + 1e-9 { line(right - across, low) }
    curve(right - dx, low, right, low + dy, right, low + up)
    if high - up > low + up + 1e-9 { line(right, high - up) }
    curve(right, high - dy, right - dx, high, right - across, high)
    if right - across > left + across + 1e-9 { line(left + across, high) }
    curve(left + dx, high, left, high - dy, left, high - up)
    if high - up > low + up + 1e-9 { line(left, low + up) }
    curve(left, low + dy, left + dx, low, left + across, low)
    add("h\n")
  }
}
