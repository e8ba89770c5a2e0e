internal import CardComparison
public import CardDiff
internal import CardRender
public import Foundation

extension SnapshotStrategy where Value == [UInt8] {
  /// A PNG file of anybody's, compared by its pixels.
  public static var pngData: SnapshotStrategy { .pngData(tolerance: .exact) }

  /// A PNG file of anybody's, compared by its pixels.
  public static func pngData(tolerance: Tolerance) -> SnapshotStrategy {
    SnapshotStrategy(
      pathExtension: "png", content: { SnapshotContent($0) },
      compare: { reference, candidate in
        try Comparison.pictures(
          reference.bytes, candidate.bytes, tolerance: tolerance,
          layouts: (reference.provenance.layout, candidate.provenance.layout))
      },
      compact: { content in
        let picture = try PNGContent(content.bytes, named: "The snapshot")
        // A profile or 16 bits would get lost.
        guard !picture.hasMore, picture.depthFingerprint == nil else { return content }
        let small = try picture.bitmap.smallPNG()
        return small.count < content.bytes.count
          ? SnapshotContent(small, provenance: content.provenance) : content
      })
  }
}

extension SnapshotStrategy where Value == Data {
  /// A PNG file of anybody's, compared by its pixels.
  public static var pngData: SnapshotStrategy { .pngData(tolerance: .exact) }

  /// A PNG file of anybody's, compared by its pixels.
  public static func pngData(tolerance: Tolerance) -> SnapshotStrategy {
    SnapshotStrategy<[UInt8]>.pngData(tolerance: tolerance).pullback { [UInt8]($0) }
  }
}
