/// Surfaces that are drawn once and kept, within a number of bytes; the oldest go first.
struct SurfaceCache<Key: Hashable> {
  /// The most bytes of pixels that are kept; one surface takes at most half of them.
  let limit: Int
  private var kept: [Key: ImageSurface] = [:]
  private var order: [Key] = []
  private(set) var bytes = 0

  init(limit: Int) { self.limit = limit }

  /// The surface of a key, where it is kept.
  subscript(key: Key) -> ImageSurface? { kept[key] }

  /// Keeps a surface under a key that has none.
  mutating func keep(_ surface: ImageSurface, for key: Key) {
    let size = surface.stride * surface.height
    guard size <= limit / 2 else { return }
    while bytes + size > limit, !order.isEmpty {
      if let old = kept.removeValue(forKey: order.removeFirst()) {
        bytes -= old.stride * old.height
      }
    }
    kept[key] = surface
    order.append(key)
    bytes += size
  }
}
