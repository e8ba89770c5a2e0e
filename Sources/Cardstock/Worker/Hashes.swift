internal import CardLayout
public import CardModel
internal import CardRender

extension WarmRenderer.Made {
  /// The SHA-256 of the bytes as 64 hexadecimal digits.
  public var hash: String { Fingerprint(bytes).description }
}

extension Finding {
  /// The finding as reports and answers have it.
  public var report: JSONValue { json }
}
