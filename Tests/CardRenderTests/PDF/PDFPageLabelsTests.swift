import Testing

@testable import CardRender

@Suite struct PDFPageLabelsTests {
  private func text(_ pages: [(number: Int?, isBack: Bool)]) -> String {
    var labels = PDFPageLabels()
    for page in pages { labels.add(number: page.number, isBack: page.isBack) }
    var content = PDFContent()
    labels.addCatalogue(to: &content)
    return String(decoding: content.bytes, as: UTF8.self)
  }

  @Test func `fronts alone are counted`() {
    #expect(
      text([(nil, false), (nil, false), (nil, false)]) == "/PageLabels<</Nums[0<</S/D>>]>>")
  }

  @Test func `a card that failed leaves its number out`() {
    #expect(
      text([(1, false), (2, false), (5, false), (6, false)])
        == "/PageLabels<</Nums[0<</S/D>>2<</S/D/St 5>>]>>")
  }

  @Test func `a back is called by its front`() {
    #expect(
      text([(1, false), (1, true), (2, false), (2, true)])
        == "/PageLabels<</Nums[0<</S/D>>1<</P(1 back)>>2<</S/D/St 2>>3<</P(2 back)>>]>>")
    #expect(text([(nil, false), (nil, true), (nil, false)]).hasSuffix("2<</S/D/St 2>>]>>"))
  }
}
