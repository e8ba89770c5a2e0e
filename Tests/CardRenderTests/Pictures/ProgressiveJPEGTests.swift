import CardLayout
import CardModel
import Testing

@testable import CardRender

/// A gray progressive JPEG of bands, written bit by bit: its pixels are known without a decoder.
struct BandedJPEG {
  /// The first coefficient of each band's blocks; with the steps of 4 a sample is 128 and half of it.
  private static let levels = [-200, -100, 100, 200]
  /// The samples of each band.
  static let samples = levels.map { 128 + Double($0) / 2 }

  let bytes: [UInt8]
  /// Where the entropy-coded data of each scan begins.
  let scans: [Int]

  /// Makes a square of `blocks` × `blocks` blocks of 8 × 8 pixels; `blocks` is divisible by 4.
  init(blocks: Int) {
    let side = blocks * 8
    var bytes: [UInt8] = [0xFF, 0xD8]
    var scans: [Int] = []
    func segment(_ marker: UInt8, _ body: [UInt8]) {
      bytes += [0xFF, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
    }
    func huffman(_ kind: UInt8, _ symbols: [UInt8]) {
      // A symbol of each length: 0, 10, 110 and so on.
      let counts = (0..<16).map { UInt8($0 < symbols.count ? 1 : 0) }
      segment(0xC4, [kind] + counts + symbols)
    }
    segment(0xDB, [0] + Array(repeating: 4, count: 64))
    segment(
      0xC2,
      [8, UInt8(side >> 8), UInt8(side & 255), UInt8(side >> 8), UInt8(side & 255), 1, 1, 0x11, 0])

    huffman(0x00, [0, 7, 8])
    segment(0xDA, [1, 1, 0x00, 0, 0, 0])
    scans.append(bytes.count)
    var bits = Bits()
    var last = 0
    for row in 0..<blocks {
      let level = Self.levels[row * 4 / blocks]
      for _ in 0..<blocks {
        let difference = level - last
        last = level
        switch abs(difference) {
        case 0: bits.add(0, 1)
        case 64..<128:
          bits.add(0b10, 2)
          bits.add(difference < 0 ? difference + 127 : difference, 7)
        default:
          bits.add(0b110, 3)
          bits.add(difference < 0 ? difference + 255 : difference, 8)
        }
      }
    }
    bytes += bits.finish()

    // A coefficient of 1 or -1 for each block, by turns, then no others: less than a grey level.
    huffman(0x10, [0x01, 0x00])
    segment(0xDA, [1, 1, 0x00, 1, 63, 0])
    scans.append(bytes.count)
    bits = Bits()
    for block in 0..<blocks * blocks {
      bits.add(0, 1)
      bits.add(block & 1, 1)
      bits.add(0b10, 2)
    }
    bytes += bits.finish()
    self.bytes = bytes + [0xFF, 0xD9]
    self.scans = scans
  }

  /// Bits in a scan: after each byte of ones a zero byte, and ones at the end.
  private struct Bits {
    private var bytes: [UInt8] = []
    private var buffer = 0
    private var count = 0

    mutating func add(_ value: Int, _ length: Int) {
      buffer = buffer << length | value
      count += length
      while count >= 8 {
        count -= 8
        let byte = UInt8(truncatingIfNeeded: buffer >> count)
        bytes.append(byte)
        if byte == 0xFF { bytes.append(0) }
        buffer &= (1 << count) - 1
      }
    }

    mutating func finish() -> [UInt8] {
      if count > 0 { add((1 << (8 - count)) - 1, 8 - count) }
      return bytes
    }
  }
}

/// Progressive JPEGs whose coefficients are packed while they are decoded: those of more than 48 MiB.
@Suite struct ProgressiveJPEGTests {
  /// 640 × 640 blocks of 128 bytes are 50 MiB.
  private static let large = BandedJPEG(blocks: 640)

  private func decode(
    _ bytes: [UInt8], limits: PictureLimits = PictureLimits(), allowsDamage: Bool = false
  ) throws -> (picture: DecodedPicture, isDamaged: Bool) {
    let decoder = PictureDecoder(limits: limits, allowsDamage: allowsDamage)
    let header = try decoder.header(of: bytes, named: "a.jpg")
    return try decoder.decode(
      bytes, header, named: "a.jpg", identity: "a", atLeast: PixelSize(width: 64, height: 64))
  }

  /// The mean of the green of a band's middle.
  private func sample(_ picture: DecodedPicture, band: Int) -> Double {
    let row = (band * 2 + 1) * picture.height / 8
    var sum = 0.0
    for column in 0..<picture.width {
      sum += Double(unsafe picture.bytes[(row * picture.width + column) * 4 + 1])
    }
    return sum / Double(picture.width)
  }

  @Test(arguments: [64, 640])
  func `a whole file has its samples, packed or not`(_ blocks: Int) throws {
    let file = blocks == 640 ? Self.large : BandedJPEG(blocks: blocks)
    let (picture, isDamaged) = try decode(file.bytes)
    #expect(!isDamaged)
    #expect(picture.width == picture.height)
    for band in 0..<4 {
      let difference = abs(sample(picture, band: band) - BandedJPEG.samples[band])
      #expect(difference <= 1, "band \(band)")
    }
  }

  @Test(arguments: [
    // A scan, and how much of it is there.
    (0, 0.0), (0, 0.01), (0, 0.4), (0, 0.99), (1, 0.0), (1, 0.3), (1, 0.99),
  ])
  func `a file that is cut is an error, or drawn as far as it goes`(
    _ scan: Int, _ share: Double
  ) throws {
    let file = Self.large
    let end = scan == 0 ? file.scans[1] - 40 : file.bytes.count
    let length = file.scans[scan] + Int(Double(end - file.scans[scan]) * share)
    let cut = Array(file.bytes.prefix(length))
    let error = #expect(throws: PictureError.self) { try decode(cut) }
    #expect(
      error?.message
        == "The picture 'a.jpg' is a damaged or truncated JPEG file: Premature end of JPEG file.")
    let (picture, isDamaged) = try decode(cut, allowsDamage: true)
    #expect(isDamaged)
    for band in 0..<4 {
      // What is missing is grey; without its first scan's end, a band is one or the other.
      let known = scan == 1 ? 4.0 : share * 4
      guard Double(band + 1) < known || Double(band) > known else { continue }
      let expected = Double(band + 1) < known ? BandedJPEG.samples[band] : 128
      let difference = abs(sample(picture, band: band) - expected)
      #expect(difference <= 1, "band \(band)")
    }
  }

  @Test func `a file that is cut in its header is an error`() {
    for length in [2, 20, 60, 80, 100] {
      #expect(throws: PictureError.self) { try decode(Array(Self.large.bytes.prefix(length))) }
    }
  }

  @Test func `a single wrong bit ends in a picture or an error`() {
    var random = SystemRandomNumberGenerator()
    for allowsDamage in [true, false, true, false] {
      var bytes = Self.large.bytes
      bytes[Int.random(in: 2..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8)
      do {
        let picture = try decode(bytes, allowsDamage: allowsDamage).picture
        #expect(picture.width > 0)
      } catch {
        #expect("\(error)".contains("a.jpg"))
      }
    }
  }

  @Test func `the memory of packed coefficients has a limit`() {
    let error = #expect(throws: PictureError.self) {
      try decode(Self.large.bytes, limits: PictureLimits(coefficientBytes: 1 << 20))
    }
    #expect(error?.message.contains("a.jpg") == true)
    #expect(error?.message.contains("damaged") == false, "\(String(describing: error))")
  }
}
