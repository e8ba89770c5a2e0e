internal import CardLayout
public import CardModel

extension FitAudit {
  /// The audit as JSON: `records`, and a list each of `labels`, `pictures` and `codes`.
  ///
  /// Keys keep their names from version to version; sizes are in points, modules in millimetres.
  public var json: JSONValue {
    .object([
      ("records", .number(recordCount)), ("labels", .array(labels.map(\.json))),
      ("pictures", .array(pictures.map(\.json))), ("codes", .array(codes.map(\.json))),
    ])
  }
}

extension FitAudit.LabelFit {
  fileprivate var json: JSONValue {
    .object([
      ("name", .string(name)), ("count", .number(count)), ("styleSize", hundredths(styleSize)),
      ("smallestSize", hundredths(smallestSize)), ("mostLines", .number(mostLines)),
      ("cut", .number(cutCount)), ("overflowing", .number(overflowCount)),
      ("missingGlyphs", .number(missingCount)),
      ("fallbackFaces", .array(fallbackFaces.map { .string($0) })),
      ("systemFaces", .array(systemFaces.map { .string($0) })),
      ("worst", .array(worst.map(\.json))),
    ])
  }
}

extension FitAudit.Row {
  fileprivate var json: JSONValue {
    .object(
      [("record", .number(record)), ("place", optional(place)), ("text", .string(text))]
        + (cutTo.map { [("cutTo", .string($0))] } ?? [])
        + [
          ("size", hundredths(size)), ("styleSize", hundredths(styleSize)),
          ("lines", .number(lines)), ("overflows", .bool(overflows)),
          ("missing", .array(missing.map { .string($0.codePoint) })),
          ("faces", .array(fallbacks.map { .string($0.name) })),
        ])
  }
}

extension FitAudit.PictureFit {
  fileprivate var json: JSONValue {
    .object(
      [
        ("name", .string(name)), ("count", .number(count)),
        ("placeholders", .number(placeholderCount)),
      ]
        + (lowestResolution.isFinite
          ? [
            ("lowestResolution", hundredths(lowestResolution)), ("source", .string(source)),
            ("record", .number(record)), ("place", optional(place)),
          ] : []))
  }
}

extension FitAudit.CodeFit {
  fileprivate var json: JSONValue {
    .object([
      ("name", .string(name)), ("count", .number(count)),
      ("smallestModule", hundredths(smallestModule * 25.4 / 72)),
      ("leastModule", hundredths(leastModule * 25.4 / 72)), ("content", .string(content)),
      ("record", .number(record)), ("place", optional(place)),
    ])
  }
}

extension Unicode.Scalar {
  /// The code point as `U+1F600`.
  package var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
  }
}

private func hundredths(_ value: Double) -> JSONValue {
  JSONValue(.number(value.isFinite ? decimals(value) : "0"))
}

private func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? JSONValue(.null) }
