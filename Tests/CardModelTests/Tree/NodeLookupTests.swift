import CardModel
import Testing

struct NodeLookupTests {
  private let card = Card(
    back: Barcode(.qr, "x", id: "code").node,
    front: Stack(
      .vertical,
      children: [
        Label("Ada", id: "personName").node,
        Picture("ada.jpg", id: "photo").padding(.mm(1)).node,
        Table(columns: [.fitting], rows: [Row(cells: [Cell(Label("x", id: "cell"))])], id: "rows")
          .node,
        Box(Label("left", id: "text"), id: "one").node,
        Box(Label("right", id: "text"), id: "two").node,
      ]
    ).node)

  @Test func `parts are found by their ids, typed`() throws {
    #expect(try card.label("personName").text == "Ada")
    #expect(try card.picture("photo").source == .literal("ada.jpg"))
    #expect(try card.table("rows").rows.count == 1)
    #expect(try card.label("cell").text == "x")
    #expect(try card.barcode("code").symbology == .qr)
    #expect(try card.node("one").id == "one")
    #expect(
      card.ids == [
        "personName", "photo", "rows", "rows.cell", "one", "one.text", "two", "two.text", "code",
      ])
  }

  @Test func `a missing one lists the names there are`() {
    let error = #expect(throws: NodeLookupError.self) { try card.label("persnName") }
    #expect(error?.message == "The card has no label with the id 'persnName'.")
    #expect(
      error?.hint == "Did you mean 'personName'? There are 'personName', 'cell', 'one.text', "
        + "'two.text'.")
  }

  @Test func `one of another kind says which kind it is`() {
    let error = #expect(throws: NodeLookupError.self) { try card.table("photo") }
    #expect(error?.message == "The part 'photo' is a picture, not a table.")
    #expect(error?.hint == "There are 'rows'.")
    let none = #expect(throws: NodeLookupError.self) { try card.shape("photo") }
    #expect(none?.hint == "The card has no shape with an id.")
  }

  @Test func `two of one id are told apart by what they lie in`() throws {
    let error = #expect(throws: NodeLookupError.self) { try card.label("text") }
    #expect(error?.message == "The card has 2 parts with the id 'text'.")
    #expect(error?.hint == "Name one by what it lies in: 'one.text', 'two.text'.")
    #expect(try card.label("two.text").text == "right")
  }
}
