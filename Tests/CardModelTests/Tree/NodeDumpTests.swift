import CardModel
import Testing

struct NodeDumpTests {
  @Test func `a tree is dumped a line a node`() {
    let node = Stack(.horizontal, alignment: .top, spacing: .mm(3), id: "body") {
      Picture("{{photo}}").clipped(to: .circle).frame(width: .mm(24), height: .mm(24))
      Stack(.vertical, alignment: .leading) {
        Label("Ada Lovelace", style: .h1(), fit: .shrink(to: 10), id: "name")
        Table(columns: [.fitting, .flexible]) { Row("Phone", "1 2") }
        Spacer()
      }
    }.node
    #expect(
      node.dump == """
        horizontal #body alignment=top spacing=3mm
        ├─ picture source="{{photo}}" outline=circle width=24mm height=24mm
        └─ vertical alignment=leading
           ├─ label #name text="Ada Lovelace" style=h1.black fit={"shrink":{"to":10}}
           ├─ table columns=["fitting","flexible"]
           │  └─ row
           │     ├─ label text="Phone" style=strong.black
           │     └─ label text="1 2" fit=wrap
           └─ spacer
        """)
  }

  @Test func `a card is dumped with its size, its language and its sides`() {
    let card = Card(
      title: "Badge", size: .a6, direction: .rightToLeft, language: "he", back: Spacer().node,
      front: Label("x").node)
    #expect(
      card.dump == """
        card a6 "Badge" he rightToLeft
        front
          label text="x"
        back
          spacer
        """)
  }

  @Test func `a record is dumped a line a value`() throws {
    let json = #"{"id": "007", "size": 1.10, "tags": ["a", true], "home": {"city": "Ulm"}}"#
    let record = try #require(Record(JSONReader.read(Array(json.utf8))))
    #expect(
      record.dump == """
        id: "007"
        size: 1.10
        tags:
          0: "a"
          1: true
        home:
          city: "Ulm"
        """)
  }
}
