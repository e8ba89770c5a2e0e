import Cardstock
import Foundation
import Testing

@Suite struct StockCatalogueTests {
  private let catalogue: StockCatalogue

  init() throws { catalogue = try StockCatalogue(environment: [:]) }

  @Test func `every bundled row is possible, named once and says where it is from`() throws {
    #expect(catalogue.stocks.count >= 40)
    var names = Set<String>()
    for stock in catalogue.stocks {
      let grid = try SheetGrid(stock)
      for rect in grid.rects {
        #expect(rect.origin.x >= -0.05 && rect.origin.y >= -0.05, "\(stock.name)")
        #expect(rect.maxX <= grid.sheet.width + 0.05, "\(stock.name)")
        #expect(rect.maxY <= grid.sheet.height + 0.05, "\(stock.name)")
      }
      #expect(!stock.source.isEmpty && !stock.kind.isEmpty)
      #expect(
        stock.confirmedBy != "" && stock.confirmedBy != stock.source
          || stock.source.hasPrefix("Plain"))
      for name in stock.names { #expect(names.insert(name.lowercased()).inserted, "\(name)") }
    }
    for maker in ["Avery", "Avery Zweckform", "Herma", "Durable", "CR80", "A6", "A7"] {
      #expect(names.contains { $0.hasPrefix(maker.lowercased()) }, "\(maker)")
    }
    #expect(catalogue.stocks.contains { $0.sheet == .letter })
    #expect(catalogue.stocks.contains { !$0.isVerified })
  }

  @Test func `known products have their makers' measures`() throws {
    let labels = try SheetGrid(try catalogue.stock(named: "5160"))
    #expect(labels.columns == 3 && labels.rows == 10)
    #expect(labels.place == Size(width: 189, height: 72))
    #expect(labels.rect(column: 2, row: 9) == Rect(x: 409.5, y: 684, width: 189, height: 72))
    let badges = try SheetGrid(try catalogue.stock(named: "avery 5395"))
    #expect(badges.capacity == 8 && badges.place.width == 243)
    #expect(try catalogue.stock(named: "durable-1456").isVerified == false)
  }

  @Test func `an unknown name is answered with the nearest`() {
    let error = #expect(throws: StockCatalogue.NotFound.self) {
      try catalogue.stock(named: "Avery L7661")
    }
    #expect(error?.message.contains("'Avery L7661' is unknown") == true)
    #expect(error?.hint?.contains("Did you mean") == true)
  }

  @Test func `a name of two makers asks which one is meant`() {
    let error = #expect(throws: StockCatalogue.NotFound.self) {
      try StockCatalogue([stock("One 12"), stock("Two 12")]).stock(named: "12")
    }
    #expect(error?.message == "Several stocks are called '12': 'One 12', 'Two 12'.")
  }

  private func stock(_ name: String) -> Stock {
    var stock = Stock()
    stock.names = [name]
    return stock
  }

  @Test func `the user's own stocks stand before the bundled ones`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "stocks-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let settings = folder.appending(path: "cardstock")
    try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
    func write(_ names: String, _ file: URL) throws {
      try Data(
        """
        { "format": 1, "stocks": [{ "names": [\(names)], "sheet": "a4", "grid": "1x1",
          "width": "10mm", "height": "10mm", "left": "1mm", "top": "1mm" }] }
        """.utf8
      ).write(to: file)
    }
    try write("\"Avery 5160\"", settings.appending(path: "stocks.json"))
    let given = folder.appending(path: "given.json")
    try write("\"Mine\"", given)
    let own = try StockCatalogue(
      files: [given.path], environment: ["XDG_CONFIG_HOME": folder.path])
    #expect(own.stocks.prefix(2).map(\.name) == ["Mine", "Avery 5160"])
    #expect(try own.stock(named: "Avery 5160").columns == 1)
    #expect(own.stocks.count == catalogue.stocks.count + 2)
    #expect(throws: StockCatalogue.NotFound.self) {
      try StockCatalogue(environment: ["CARDSTOCK_STOCKS": folder.path])
    }
    #expect(throws: StockFileError.self) {
      try Data("{}".utf8).write(to: given)
      _ = try StockCatalogue(files: [given.path], environment: [:])
    }
  }
}
