import CardFixtures
import Cardstock
import Foundation
import Testing

@Suite struct WarmRendererTests {
  private func folder() throws -> URL {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return url
  }

  @Test func `a picture that is replaced or comes later is seen`() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var options = CardRenderer.Options()
    options.assetsFolder = folder.path
    let file = folder.appending(path: "p.jpg")
    let card = IdentityCard(PersonDetails(name: "Ada", icon: "p.jpg")).card
    func alone() throws -> [UInt8] {
      try WarmRenderer(options: options).png(of: card, dotsPerInch: 72).bytes
    }
    let warm = try WarmRenderer(options: options)
    #expect(throws: (any Error).self) {
      try warm.png(of: card, dotsPerInch: 72)
    }
    var made: [[UInt8]] = []
    for name in ["ada.jpg", "grace.jpg", "ada.jpg"] {
      try? FileManager.default.removeItem(at: file)
      try FileManager.default.copyItem(at: CardFixtures.url("people/\(name)"), to: file)
      made.append(try warm.png(of: card, dotsPerInch: 72).bytes)
      #expect(try made.last == alone())
      #expect(try warm.png(of: card, dotsPerInch: 72).bytes == made.last)
    }
    #expect(made[0] == made[2])
    #expect(made[0] != made[1])
  }

  @Test func `sides are chosen`() throws {
    let warm = try WarmRenderer(options: CardRenderer.Options())
    var card = Card(size: .cr80) { Label("Front", id: "a") }
    card.back = Label("Back", id: "b").node
    let front = try warm.png(of: card, dotsPerInch: 72).bytes
    #expect(try warm.png(of: card, side: .back, dotsPerInch: 72).bytes != front)
    let both = try warm.pdf(of: card, title: "T").bytes
    #expect(try warm.pdf(of: card, title: "T", sides: [.front]).bytes.count < both.count)
  }
}
