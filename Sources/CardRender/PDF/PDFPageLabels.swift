/// What a document calls its pages: by the number of the card or the sheet, and its side
/// (ISO 32000-1, 12.4.2).
///
/// A card that failed leaves its number out, so that a page is found by the number that reports
/// and data have for it.
struct PDFPageLabels {
  private var entries = PDFContent()
  private var pageCount = 0
  private var last = 0
  /// The number that the next page has without an entry of its own.
  private var next: Int?

  /// Adds a page.
  ///
  /// - Parameters:
  ///   - number: The number of its card or sheet, from 1; the next one for a front, and the same one
  ///     for a back, where it is nil.
  ///   - isBack: Whether it is a back.
  mutating func add(number: Int?, isBack: Bool) {
    defer { pageCount += 1 }
    let number = number ?? (isBack ? max(last, 1) : last + 1)
    last = number
    if isBack {
      begin()
      entries.add("/P(")
      entries.add(number)
      entries.add(" back)>>")
      next = nil
      return
    }
    if next != number {
      begin()
      entries.add("/S/D")
      if number != 1 {
        entries.add("/St ")
        entries.add(number)
      }
      entries.add(">>")
    }
    next = number + 1
  }

  private mutating func begin() {
    entries.add(pageCount)
    entries.add("<<")
  }

  /// Adds them to the catalogue.
  func addCatalogue(to content: inout PDFContent) {
    content.add("/PageLabels<</Nums[")
    content.add(entries.bytes)
    content.add("]>>")
  }
}
