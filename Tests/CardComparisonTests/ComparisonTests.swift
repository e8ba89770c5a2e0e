import CardComparison
import CardDiff
import CardModel
import CardRender
import Cardstock
import Foundation
import Testing

struct ComparisonTests {
  private let ada = PersonDetails(
    name: "Ada Lovelace", email: "ada@example.org", company: "Analytical Engines")

  private func picture(_ person: PersonDetails) throws -> (png: [UInt8], layout: LayoutOutline) {
    let renderer = try CardRenderer()
    let frame = try renderer.layout(IdentityCard(person).card)
    return (try renderer.png(of: frame, dotsPerInch: 150), LayoutOutline(frame))
  }

  @Test func `a label that is gone fails exactly and perceptually, and is named`() throws {
    let before = try picture(ada)
    var less = ada
    less.company = nil
    let after = try picture(less)
    for tolerance in [Tolerance.exact, .perceptual(), .perceptual(maxDeltaE: 5)] {
      let outcome = try Comparison.pictures(
        before.png, after.png, tolerance: tolerance, layouts: (before.layout, after.layout))
      #expect(!outcome.isSame)
      #expect(outcome.causes.contains { $0.hasSuffix(" is gone.") })
      #expect(outcome.pages.first?.regions.allSatisfy { !$0.nodes.isEmpty } == true)
    }
  }

  @Test func `a text that moved by a pixel is shifted`() throws {
    func card(_ x: Double) -> Card {
      Card(size: .cr80) {
        Label("Shift me", style: .h2(), id: "name").padding(.pt(x))
      }
    }
    let renderer = try CardRenderer()
    let before = try renderer.layout(card(36))
    var after = before
    after.items = after.items.map { item in
      var moved = item
      moved.origin.x += 1
      return moved
    }
    let outcome = try Comparison.pictures(
      renderer.png(of: before, dotsPerInch: 72), renderer.png(of: after, dotsPerInch: 72),
      tolerance: .perceptual(), layouts: (LayoutOutline(before), LayoutOutline(after)))
    #expect(!outcome.isSame)
    #expect(outcome.pages.first?.numbers?.shift == BitmapDiff.Shift(x: 1, y: 0))
    #expect(outcome.summary.hasPrefix("The picture is shifted (1,0)"))
    #expect(outcome.causes.contains { $0.contains("'name'") && $0.contains("moved by (1, 0) pt") })
  }

  @Test func `equal pixels in other bytes are the same`() throws {
    let bytes = try picture(ada).png
    let other = try Bitmap(png: bytes).smallPNG()
    #expect(other != bytes)
    #expect(other.count < bytes.count)
    #expect(try Comparison.pictures(bytes, other).isSame)
  }

  @Test func `another resolution fails, and the sentence says which`() throws {
    var bitmap = Bitmap(width: 4, height: 4, filledWith: .white)
    bitmap.dotsPerInch = 300
    let one = try bitmap.smallPNG()
    bitmap.dotsPerInch = 72
    let outcome = try Comparison.pictures(one, bitmap.smallPNG())
    #expect(!outcome.isSame)
    #expect(
      outcome.summary == "The pixels are the same, but the resolution is 72 dpi, was 300 dpi.")
  }

  @Test func `different sizes fail and give a picture`() throws {
    let one = try Bitmap(width: 4, height: 4, filledWith: .white).smallPNG()
    let other = try Bitmap(width: 6, height: 3, filledWith: .white).smallPNG()
    let outcome = try Comparison.pictures(one, other, tolerance: .perceptual())
    #expect(!outcome.isSame)
    #expect(outcome.summary == "The reference is 4 × 4 pixels, the candidate 6 × 3.")
    let difference = try Bitmap(png: try #require(outcome.pages.first?.difference))
    #expect((difference.width, difference.height) == (6, 4))
  }

  @Test(arguments: [[], [1, 2, 3], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]])
  func `what is no picture is an error in words`(bytes: [UInt8]) throws {
    let picture = try Bitmap(width: 4, height: 4, filledWith: .white).smallPNG()
    #expect(throws: ComparisonError.self) { try Comparison.pictures(picture, bytes) }
    #expect(throws: ComparisonError.self) { try Comparison.pictures(bytes, picture) }
  }

  @Test func `documents are told apart by their words before their pixels`() throws {
    let renderer = try CardRenderer()
    let before = try renderer.pdf(of: [IdentityCard(ada).card])
    var other = ada
    other.email = "ida@example.org"
    let after = try renderer.pdf(of: [IdentityCard(other).card])
    #expect(try Comparison.documents(before, before).isSame)
    let outcome = try Comparison.documents(before, after)
    #expect(!outcome.isSame)
    #expect(outcome.summary.hasPrefix("The documents differ in "))
    #expect(outcome.lines?.hunks().contains("ida@example.org") == true)
    #expect(outcome.pages.count == 1)
  }

  @Test func `a page more is said`() throws {
    let renderer = try CardRenderer()
    let card = IdentityCard(ada).card
    let outcome = try Comparison.documents(
      renderer.pdf(of: [card]), renderer.pdf(of: [card, card]))
    #expect(outcome.summary == "The reference has 1 page, the candidate 2.")
    #expect(outcome.pages.map(\.isSame) == [true, false])
  }

  @Test func `documents of other bytes and the same content are the same`() throws {
    let bytes = try CardRenderer().pdf(of: [IdentityCard(ada).card])
    // A comment behind the end changes nothing.
    let outcome = try Comparison.documents(bytes, bytes + Array("\n% more\n".utf8))
    #expect(outcome.isSame)
    #expect(outcome.summary == "The bytes differ; the content and the pixels are the same.")
  }
}
