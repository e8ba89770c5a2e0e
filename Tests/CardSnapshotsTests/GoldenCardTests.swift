import CardFixtures
import CardSnapshots
import Cardstock
import Foundation
import Testing

/// Cards as they look, one thing each: the pictures of this project's own drawing.
@Suite struct GoldenCardTests {
  private let ada = PersonDetails(
    name: "Ada Lovelace", birthday: CalendarDay("1815-12-10"),
    address: "12 St James's Square, London", phone: "+44 20 7946 0999",
    email: "ada@example.org", company: "Analytical Engines", height: 1.65, weight: 57.5,
    gender: .female)

  @Test func `an identity card`() {
    let card = IdentityCard(ada).card
    expectSnapshot(of: card, as: .png(dpi: 100))
    expectSnapshot(of: card, as: .layout)
    expectSnapshot(of: card, as: .pdf)
  }

  @Test func `an identity card with a photo`() {
    var options = CardRenderer.Options()
    options.assetsFolder = CardFixtures.url("people").path
    var person = ada
    person.icon = "ada.jpg"
    expectSnapshot(of: IdentityCard(person).card, as: .png(dpi: 100, renderer: options))
  }

  @Test func `shapes of every kind`() {
    let card = Card(size: .cr80) {
      Stack(.horizontal, spacing: .mm(4)) {
        Shape(.area(.rectangle), fill: .color(.grey1)).frame(width: .mm(14), height: .mm(20))
        Shape(.area(.circle), fill: .color(.black)).frame(width: .mm(16), height: .mm(16))
        Shape.rectangle(.grey3, corner: .mm(3)).frame(width: .mm(16), height: .mm(16))
        Shape(.area(.ellipse), fill: .gradient(Gradient(from: .black, to: .grey3)))
          .frame(width: .mm(12), height: .mm(22))
      }
      .padding(.mm(6))
    }
    expectSnapshot(of: card, as: .png(dpi: 100))
  }

  @Test func `a badge with a code and a table`() {
    let card = Card(size: .a7) {
      Stack(.vertical, alignment: .leading, spacing: .mm(3)) {
        Label("Zoë Müller-Sørensen", style: .h1(), fit: .shrink(to: 10, lines: 2), id: "name")
        Label("מרים כהן", style: .h2(.grey1), id: "hebrew")
        Table(columns: [.fitting, .flexible], columnSpacing: .mm(3)) {
          Row("Track", "Numbers and notes")
          Row("Seat", "12 B")
        }
        Spacer()
        Barcode(.qr, "https://example.org/zoe").frame(width: .mm(20), height: .mm(20))
      }
      .padding(.mm(6))
    }
    expectSnapshot(of: card, as: .png(dpi: 100))
    expectSnapshot(of: card, as: .layout)
  }
}
