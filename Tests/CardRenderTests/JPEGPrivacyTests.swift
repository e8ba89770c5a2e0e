import Testing

@testable import CardRender

@Suite struct JPEGPrivacyTests {
  private func segment(_ marker: UInt8, _ text: String) -> [UInt8] {
    [0xFF, marker, 0, UInt8(text.utf8.count + 2)] + Array(text.utf8)
  }

  @Test func `what tells of a photo's taking goes and its picture stays`() {
    let start: [UInt8] = [0xFF, 0xD8]
    let data = segment(0xDA, "scan") + [1, 0xFF, 0, 2, 0xFF, 0xD0, 3]
    let kept = segment(0xE0, "JFIF\0") + segment(0xE2, "ICC_PROFILE\0") + segment(0xEE, "Adobe")
    let gone = segment(0xE1, "Exif\0\0GPS") + segment(0xED, "Photoshop") + segment(0xFE, "Me")
    let end: [UInt8] = [0xFF, 0xD9]
    let head: [UInt8] = start + gone + kept + gone
    let file: [UInt8] = head + data + gone + end + gone
    let wanted: [UInt8] = start + kept + data + end
    #expect(JPEGPrivacy.strip(file) == wanted)
  }

  @Test func `a file without an end is not passed on`() {
    let start: [UInt8] = [0xFF, 0xD8]
    let file: [UInt8] = start + segment(0xDA, "scan") + [1, 2]
    #expect(JPEGPrivacy.strip(file) == nil)
  }
}
