/// A PNG file taken apart by another reader than the tool's own.
struct PNGFile {
  struct Chunk: Equatable {
    let type: String
    let bytes: [UInt8]
  }

  struct Malformed: Error {}

  let chunks: [Chunk]
  let width: Int
  let height: Int

  init(_ file: [UInt8]) throws {
    guard file.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) else {
      throw Malformed()
    }
    var chunks: [Chunk] = []
    var place = 8
    while place < file.count {
      guard place + 12 <= file.count else { throw Malformed() }
      let length = Self.number(file[place..<place + 4])
      guard place + 12 + length <= file.count else { throw Malformed() }
      chunks.append(
        Chunk(
          type: String(decoding: file[place + 4..<place + 8], as: UTF8.self),
          bytes: Array(file[place + 8..<place + 8 + length])))
      place += 12 + length
    }
    guard let header = chunks.first, header.type == "IHDR", header.bytes.count == 13 else {
      throw Malformed()
    }
    self.chunks = chunks
    width = Self.number(header.bytes[0..<4])
    height = Self.number(header.bytes[4..<8])
  }

  static func number(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  func chunk(_ type: String) -> [UInt8]? { chunks.first { $0.type == type }?.bytes }

  /// The brightness of each pixel of an 8-bit picture in true colour, row by row.
  func gray() throws -> [UInt8] {
    guard let header = chunk("IHDR"), header[8] == 8, [2, 6].contains(header[9]), header[12] == 0
    else { throw Malformed() }
    let samples = header[9] == 2 ? 3 : 4
    var reader = Inflate(chunks.filter { $0.type == "IDAT" }.flatMap(\.bytes).dropFirst(2))
    let data = try reader.all()
    let stride = width * samples
    guard data.count == (stride + 1) * height else { throw Malformed() }
    var before = [UInt8](repeating: 0, count: stride)
    var gray: [UInt8] = []
    gray.reserveCapacity(width * height)
    for row in 0..<height {
      let start = row * (stride + 1)
      var line = Array(data[start + 1...start + stride])
      try Self.unfilter(&line, before: before, kind: data[start], step: samples)
      for pixel in 0..<width {
        let (red, green, blue) = (
          Int(line[pixel * samples]), Int(line[pixel * samples + 1]), Int(line[pixel * samples + 2])
        )
        gray.append(UInt8((red * 299 + green * 587 + blue * 114) / 1000))
      }
      before = line
    }
    return gray
  }

  private static func unfilter(
    _ line: inout [UInt8], before: [UInt8], kind: UInt8, step: Int
  ) throws {
    guard kind != 0 else { return }
    for index in line.indices {
      let left = index < step ? 0 : Int(line[index - step])
      let up = Int(before[index])
      let corner = index < step ? 0 : Int(before[index - step])
      let guess: Int
      switch kind {
      case 1: guess = left
      case 2: guess = up
      case 3: guess = (left + up) / 2
      case 4:
        let (a, b, c) = (abs(up - corner), abs(left - corner), abs(left + up - 2 * corner))
        guess = a <= b && a <= c ? left : (b <= c ? up : corner)
      default: throw Malformed()
      }
      line[index] = line[index] &+ UInt8(truncatingIfNeeded: guess)
    }
  }
}

/// Reads compressed data (RFC 1951), so that no library of the tool's judges the tool.
struct Inflate {
  private let data: [UInt8]
  private var place = 0
  private var bit = 0
  private var output: [UInt8] = []

  init(_ data: some Sequence<UInt8>) { self.data = Array(data) }

  mutating func all() throws -> [UInt8] {
    while true {
      let isLast = try bits(1) == 1
      switch try bits(2) {
      case 0: try stored()
      case 1:
        let lengths =
          [Int](repeating: 8, count: 144) + [Int](repeating: 9, count: 112)
          + [Int](repeating: 7, count: 24) + [Int](repeating: 8, count: 8)
        try block(Code(lengths), Code([Int](repeating: 5, count: 30)))
      case 2: try dynamic()
      default: throw PNGFile.Malformed()
      }
      if isLast { return output }
    }
  }

  private mutating func bits(_ count: Int) throws -> Int {
    var value = 0
    for index in 0..<count {
      guard place < data.count else { throw PNGFile.Malformed() }
      value |= Int(data[place] >> UInt8(bit) & 1) << index
      bit += 1
      if bit == 8 { (bit, place) = (0, place + 1) }
    }
    return value
  }

  private mutating func stored() throws {
    if bit != 0 { (bit, place) = (0, place + 1) }
    guard place + 4 <= data.count else { throw PNGFile.Malformed() }
    let count = Int(data[place]) | Int(data[place + 1]) << 8
    place += 4
    guard place + count <= data.count else { throw PNGFile.Malformed() }
    output += data[place..<place + count]
    place += count
  }

  private mutating func dynamic() throws {
    let (literals, distances, lengthCount) = (
      try bits(5) + 257, try bits(5) + 1, try bits(4) + 4
    )
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var small = [Int](repeating: 0, count: 19)
    for index in 0..<lengthCount { small[order[index]] = try bits(3) }
    let code = Code(small)
    var lengths: [Int] = []
    while lengths.count < literals + distances {
      switch try symbol(code) {
      case let length where length < 16: lengths.append(length)
      case 16:
        guard let last = lengths.last else { throw PNGFile.Malformed() }
        lengths += [Int](repeating: last, count: try bits(2) + 3)
      case 17: lengths += [Int](repeating: 0, count: try bits(3) + 3)
      default: lengths += [Int](repeating: 0, count: try bits(7) + 11)
      }
    }
    try block(Code(Array(lengths[..<literals])), Code(Array(lengths[literals...])))
  }

  private mutating func block(_ literals: Code, _ distances: Code) throws {
    while true {
      let value = try symbol(literals)
      if value < 256 {
        output.append(UInt8(value))
      } else if value == 256 {
        return
      } else {
        let length: Int
        switch value - 257 {
        case let index where index < 8: length = index + 3
        case 28: length = 258
        case let index:
          let extra = index / 4 - 1
          length = (4 + index % 4) << extra + 3 + (try bits(extra))
        }
        let index = try symbol(distances)
        let extra = max(index / 2 - 1, 0)
        let distance =
          index < 2 ? index + 1 : (2 + index % 2) << extra + 1 + (try bits(extra))
        guard distance <= output.count else { throw PNGFile.Malformed() }
        for _ in 0..<length { output.append(output[output.count - distance]) }
      }
    }
  }

  private mutating func symbol(_ code: Code) throws -> Int {
    var (value, first, start) = (0, 0, 0)
    for length in 1...15 {
      value |= try bits(1)
      let count = code.counts[length]
      if value - first < count { return code.symbols[start + value - first] }
      start += count
      first = (first + count) << 1
      value <<= 1
    }
    throw PNGFile.Malformed()
  }

  /// A canonical code: how many symbols have each length, and the symbols in their order.
  private struct Code {
    var counts = [Int](repeating: 0, count: 16)
    let symbols: [Int]

    init(_ lengths: [Int]) {
      for length in lengths where length > 0 { counts[length] += 1 }
      symbols = lengths.indices.filter { lengths[$0] > 0 }
        .sorted { (lengths[$0], $0) < (lengths[$1], $1) }
    }
  }
}
