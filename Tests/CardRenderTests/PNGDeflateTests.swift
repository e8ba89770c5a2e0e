import CGraphics
import CardModel
import Foundation
import Testing

@testable import CardRender

/// The quick compressor, seen through the files that it makes.
@Suite struct PNGDeflateTests {
  /// Numbers that look random, the same ones each time.
  struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state ^ (state >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    }
  }

  func surface(
    _ width: Int, _ height: Int, isOpaque: Bool = true, _ pixel: (Int, Int) -> UInt32
  ) throws -> ImageSurface {
    try ImageSurface(
      DecodedPicture(width: width, height: height, isOpaque: isOpaque, identity: "") { bytes in
        for y in 0..<height {
          for x in 0..<width {
            bytes.storeBytes(of: pixel(x, y), toByteOffset: (y * width + x) * 4, as: UInt32.self)
          }
        }
      })
  }

  /// Pixels in the manner of a photo: a slope and some noise.
  func photo(_ seed: UInt64, noise: UInt32 = 9) -> (Int, Int) -> UInt32 {
    var dice = Dice(state: seed)
    return { x, y in
      let grain = UInt32(truncatingIfNeeded: dice.next() >> 40) % (noise + 1)
      let red = (UInt32(x / 2 + y) + grain + UInt32(seed * 40)) % 256
      return 0xFF00_0000 | red << 16 | (UInt32(y) + grain) % 256 << 8 | (200 + grain)
    }
  }

  /// A white card with lines of a text's manner and a photo at an area.
  func card(_ number: Int, photo seed: UInt64, at area: PixelArea, noise: UInt32 = 9) throws
    -> ImageSurface
  {
    let photo = photo(seed, noise: noise)
    return try surface(300, 200) { x, y in
      if area.left..<area.right ~= x, area.top..<area.bottom ~= y { return photo(x, y) }
      let isInk = y % 20 > 8 && (x * 7 + y / 20 * 13 + number * x / 5) % 11 < 3
      return isInk ? 0xFF20_2040 : 0xFFFF_FFFF
    }
  }

  func encode(
    _ surface: ImageSurface, _ areas: [PixelArea] = [], by encoder: PNGEncoder? = nil,
    profile: PNGProfile = .fast
  ) throws -> [UInt8] {
    try (encoder ?? PNGEncoder()).encode(
      surface, dotsPerInch: 300, profile: profile, areas: areas)
  }

  /// The values of pixels as they are read back; nil where the file is no good.
  func read(_ file: [UInt8]) throws -> [UInt32] { try Pixels(readPNG(file)).values }

  @Test(arguments: 0..<40)
  func `any picture is read back as it was, wherever its areas lie`(seed: Int) throws {
    var dice = Dice(state: UInt64(seed))
    func roll(_ range: Range<Int>) -> Int { Int.random(in: range, using: &dice) }
    let sizes = [
      (1, 1), (2, 1), (1, 2), (1, 90), (2, 70), (3, 3), (90, 1), (64, 64),
      (roll(1..<200), roll(1..<200)), (roll(1..<700), roll(1..<40)),
    ]
    let (width, height) = sizes[seed % sizes.count]
    let (kind, density) = (roll(0..<6), roll(1..<30))
    var last: [UInt32] = [0xFF00_0000]
    let isOpaque = seed % 3 != 0
    let surface = try surface(width, height, isOpaque: isOpaque) { x, y in
      let any = UInt32(truncatingIfNeeded: dice.next() >> 32)
      let isRare = Int(any >> 8) % density == 0
      var pixel: UInt32 =
        switch kind {
        case 0: any
        case 1: 0xFF12_3456
        case 2: isRare ? any : 0xFFFF_FFFF
        case 3: last[isRare ? 0 : max(0, last.count - 1 - density)]
        case 4: UInt32(x * density) << 16 | UInt32(y) << 8 | UInt32(x + y)
        default: UInt32(x / density % 2) * 0xFF_FFFF
        }
      // Seen or not: what lies between is rounded, and has a test of its own.
      pixel = isOpaque || any % 5 > 0 ? pixel | 0xFF00_0000 : 0
      last.append(pixel)
      return pixel
    }
    let whole = PixelArea(left: 0, top: 0, right: width, bottom: height)
    let column = PixelArea(left: width - 1, top: 0, right: width, bottom: height + 9)
    let outside = PixelArea(left: width, top: height, right: width + 5, bottom: height + 5)
    let random = (0..<5).map { _ in
      let (left, top) = (roll(0..<width), roll(0..<height))
      return PixelArea(
        left: left, top: top, right: left + roll(0..<width + 1), bottom: top + roll(0..<height + 1))
    }
    let expected = try Pixels(surface).values.map { isOpaque ? $0 | 0xFF00_0000 : $0 }
    let encoder = try PNGEncoder()
    for areas in [[], [whole], [column], [outside], random, [random[0], column, whole]] {
      let file = try encode(surface, areas)
      #expect(try read(file) == expected, "\(width)×\(height), kind \(kind), \(areas)")
      for _ in 0..<3 { #expect(try encode(surface, areas, by: encoder) == file) }
    }
  }

  @Test func `what is kept, what is new and what was dropped have the same bytes`() throws {
    let area = PixelArea(left: 20, top: 30, right: 140, bottom: 190)
    // Two photos have room.
    let room = try 2 * encode(card(0, photo: 1, at: area), [area]).count + 16_000
    let encoder = try PNGEncoder(keptBytes: room)
    var kept: [Int] = []
    for (index, seed) in [1, 2, 1, 1, 2, 2, 3, 3, 3, 1, 2, 3, 4, 1].enumerated() {
      let card = try card(index, photo: UInt64(seed), at: area)
      #expect(try encode(card, [area], by: encoder) == encode(card, [area]), "\(index)")
      kept.append(encoder.keptAreas)
    }
    // A photo is kept when it comes for the second time; the third photo drops the first one, which
    // then drops the second, and so on.
    #expect(kept == [0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3])
  }

  @Test func `what is kept serves whatever lies around it, and nothing that differs`() throws {
    let area = PixelArea(left: 20, top: 30, right: 140, bottom: 190)
    let encoder = try PNGEncoder()
    for index in 0..<5 {
      let card = try card(index, photo: 1, at: area)
      #expect(try read(encode(card, [area], by: encoder)) == Pixels(card).values)
    }
    #expect(encoder.keptAreas == 3)
    let photo = photo(1)
    let other = try surface(300, 200) { x, y in
      guard area.left..<area.right ~= x, area.top..<area.bottom ~= y else { return 0xFFFF_FFFF }
      return photo(x, y) ^ (x == 139 && y == 189 ? 1 : 0)
    }
    #expect(try read(encode(other, [area], by: encoder)) == Pixels(other).values)
    #expect(encoder.keptAreas == 3)
    // The same pixels elsewhere: other distances in the file.
    let moved = PixelArea(left: 150, top: 30, right: 270, bottom: 190)
    let pixels = try Pixels(card(0, photo: 1, at: area)).values
    let there = try surface(301, 200) { x, y in
      moved.left..<moved.right ~= x && moved.top..<moved.bottom ~= y
        ? pixels[y * 300 + x - 130] : 0xFFFF_FFFF
    }
    for _ in 0..<4 {
      #expect(try read(encode(there, [moved], by: encoder)) == Pixels(there).values)
    }
  }

  @Test func `areas side by side are kept together`() throws {
    let areas = [
      PixelArea(left: 10, top: 20, right: 120, bottom: 180),
      PixelArea(left: 150, top: 60, right: 290, bottom: 190),
    ]
    let photos = [photo(1), photo(2)]
    let pixels = try Pixels(
      surface(300, 200) { x, y in
        for (area, photo) in zip(areas, photos)
        where area.left..<area.right ~= x && area.top..<area.bottom ~= y { return photo(x, y) }
        return 0xFFFF_FFFF
      }
    ).values
    let encoder = try PNGEncoder()
    for index in 0..<5 {
      let card = try surface(300, 200) { x, y in
        x == 145 && y % (index + 2) == 0 ? 0xFF00_0000 : pixels[y * 300 + x]
      }
      let file = try encode(card, areas, by: encoder)
      #expect(try read(file) == Pixels(card).values)
      #expect(try encode(card, areas) == file)
    }
    #expect(encoder.keptAreas == 6)
  }

  /// A white card on which a photo of noise lies at each area, or one of two photos by turns.
  func sheet(_ areas: [PixelArea], photos: Int = 1, isOpaque: Bool = true) throws -> ImageSurface {
    try surface(400, 300, isOpaque: isOpaque) { x, y in
      let inside = areas.firstIndex { $0.left..<$0.right ~= x && $0.top..<$0.bottom ~= y }
      guard let index = inside else { return y % 20 < 3 && x % 7 < 3 ? 0xFF00_0000 : 0xFFFF_FFFF }
      let place = (x - areas[index].left) << 20 | (y - areas[index].top) << 4 | index % photos
      var dice = Dice(state: UInt64(place))
      _ = dice.next()
      return 0xFF00_0000 | UInt32(truncatingIfNeeded: dice.next() >> 32)
    }
  }

  @Test(arguments: [true, false])
  func `a picture that lies beside itself is written once`(isOpaque: Bool) throws {
    func area(_ left: Int, _ top: Int) -> PixelArea {
      PixelArea(left: left, top: top, right: left + 90, bottom: top + 80)
    }
    let areas = [area(5, 10), area(100, 10), area(200, 14), area(300, 3)]
    let encoder = try PNGEncoder()
    let alone = try encode(sheet([areas[0]], isOpaque: isOpaque), [areas[0]]).count
    let card = try sheet(areas, isOpaque: isOpaque)
    let file = try encode(card, areas)
    #expect(file.count < alone + alone / 5)
    #expect(try read(file) == Pixels(card).values)
    // Nor does it matter what was kept, or in which order the areas are told.
    let others = try sheet(areas, photos: 2, isOpaque: isOpaque)
    for _ in 0..<3 {
      #expect(try encode(card, areas, by: encoder) == file)
      #expect(try encode(card, areas.reversed(), by: encoder) == file)
      #expect(try encode(others, areas, by: encoder) == encode(others, areas))
      #expect(try read(encode(others, areas, by: encoder)) == Pixels(others).values)
    }
    // Too far away: a row has 1,201 bytes or 1,601, and a match reaches 32,768 back.
    let far = [area(5, 10), area(5, 150)]
    #expect(try encode(sheet(far, isOpaque: isOpaque), far).count > 2 * alone - alone / 5)
  }

  @Test func `areas of a pixel's width lie beside themselves`() throws {
    for width in [2, 3, 86, 87, 88] {
      let areas = (0..<4).map { index in
        PixelArea(left: index * 95, top: 7, right: index * 95 + width, bottom: 90)
      }
      let card = try sheet(areas)
      #expect(try read(encode(card, areas)) == Pixels(card).values, "\(width)")
    }
  }

  @Test func `a flat area makes what lies around it hardly larger`() throws {
    let area = PixelArea(left: 20, top: 30, right: 140, bottom: 190)
    let encoder = try PNGEncoder()
    for seed in 1...4 {
      let card = try surface(800, 500) { x, y in
        if area.left..<area.right ~= x && area.top..<area.bottom ~= y { return 0xFF1E_6432 }
        var dice = Dice(state: UInt64(seed << 40 | x / 2 << 20 | y / 3))
        _ = dice.next()
        return y % 20 > 8 && x % 90 > 20 && dice.next() % 3 == 0 ? 0xFF20_2040 : 0xFFFF_FFFF
      }
      let file = try encode(card, [area], by: encoder)
      #expect(try file == encode(card, [area]))
      #expect(try read(file) == Pixels(card).values)
      let plain = try encode(card).count
      #expect(file.count * 100 <= plain * 110, "\(file.count) to \(plain)")
    }
  }

  @Test func `an area that is too large for a block is cut, and kept all the same`() throws {
    let area = PixelArea(left: 3, top: 40, right: 890, bottom: 1090)
    var dice = Dice(state: 5)
    let pixels = (0..<1_000_000).map { _ in
      0xFF00_0000 | UInt32(truncatingIfNeeded: dice.next() >> 60) * 0x10101
    }
    let surface = try surface(900, 1100) { x, y in pixels[(y * 900 + x) % 1_000_000] }
    let encoder = try PNGEncoder()
    let file = try encode(surface, [area], by: encoder)
    #expect(try read(file) == Pixels(surface).values)
    for _ in 0..<2 { #expect(try encode(surface, [area], by: encoder) == file) }
    #expect(encoder.keptAreas >= 2)
  }

  @Test(arguments: [true, false])
  func `noise takes hardly more bytes than it has`(isOpaque: Bool) throws {
    var dice = Dice(state: 9)
    let surface = try surface(250, 200, isOpaque: isOpaque) { x, y in
      let any = UInt32(truncatingIfNeeded: dice.next() >> 32)
      return isOpaque || (x + y) % 2 == 0 ? any | 0xFF00_0000 : 0
    }
    let raw = 200 * (250 * (isOpaque ? 3 : 4) + 1)
    let area = PixelArea(left: 10, top: 10, right: 200, bottom: 190)
    for areas in [[], [area]] { #expect(try encode(surface, areas).count < raw + raw / 1000 + 200) }
  }

  @Test(arguments: ["ada", "conference", "contact", "staff"])
  func `a card's file is hardly larger than what Cairo writes in twenty times the time`(
    name: String
  ) throws {
    let path = FileFaces.fonts.deletingLastPathComponent()
      .appending(path: "Fixtures/readme/\(name).png").path
    let there = cairo_image_surface_create_from_png(path)
    defer { cairo_surface_destroy(there) }
    let drawn = try readPNG([UInt8](Data(contentsOf: URL(filePath: path))))
    let pixels = try Pixels(drawn)
    let opaque = try surface(pixels.width, pixels.height) { x, y in
      pixels.values[y * pixels.width + x]
    }
    let other = NSTemporaryDirectory() + "cairo-\(UUID().uuidString).png"
    defer { try? FileManager.default.removeItem(atPath: other) }
    #expect(cairo_surface_write_to_png(opaque.pointer, other) == CAIRO_STATUS_SUCCESS)
    let bytes = try Data(contentsOf: URL(filePath: other)).count
    let own = try encode(opaque).count
    #expect(own * 100 <= bytes * 115, "\(name): \(own) to \(bytes)")
  }

  /// A change of the compressor changes these; a change of the processor must not.
  @Test func `the bytes are the same on every processor`() throws {
    let area = PixelArea(left: 20, top: 30, right: 140, bottom: 190)
    let file = try encode(card(7, photo: 3, at: area), [area])
    var sum: UInt64 = 14_695_981_039_346_656_037
    for byte in file { sum = (sum ^ UInt64(byte)) &* 1_099_511_628_211 }
    #expect("\(file.count) bytes, \(sum)" == "30926 bytes, 1523505175001542694")
  }
}
