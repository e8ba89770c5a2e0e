import Testing

@testable import CardRender

@Suite struct SurfaceCacheTests {
  private func surface(rows: Int) throws -> ImageSurface {
    try ImageSurface(width: 16, height: rows, format: .alpha)
  }

  @Test func `the oldest go first, and never more than the limit is kept`() throws {
    // A row of 16 pixels has 64 bytes.
    var cache = SurfaceCache<Int>(limit: 640)
    for key in 1...4 {
      cache.keep(try surface(rows: 3), for: key)
      #expect(cache.bytes <= 640)
    }
    #expect(cache[1] == nil)
    #expect(cache[2] != nil && cache[3] != nil && cache[4] != nil)
    #expect(cache.bytes == 3 * 3 * 64)
  }

  @Test func `what would take more than half is not kept`() throws {
    var cache = SurfaceCache<Int>(limit: 640)
    cache.keep(try surface(rows: 5), for: 1)
    cache.keep(try surface(rows: 6), for: 2)
    #expect(cache[1] != nil && cache[2] == nil)
  }
}
