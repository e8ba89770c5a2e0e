import CardModel
import Cardstock

/// The sheet that `--sheet` names, and what it makes of a design.
struct SheetChoice {
  /// The kinds of sheets.
  private enum Kind {
    case stock(Stock)
    case paper(PaperSize)
  }

  private let kind: Kind
  private let profile: PrinterProfile?

  /// Finds the sheet; nil where none is asked for.
  ///
  /// - Throws: where the stock or the printer is unknown, or a grid is given for a stock.
  init?(_ options: SheetOptions, environment: [String: String]) throws {
    guard let name = options.sheet else { return nil }
    profile = try options.printer.map {
      try PrinterProfiles(environment: environment).profile(named: $0)
    }
    if let paper = PaperSize(name) {
      kind = .paper(paper)
      return
    }
    kind = .stock(
      try StockCatalogue(files: options.stockFiles, environment: environment).stock(named: name))
    let given = [
      ("grid", options.grid != nil), ("gap", options.gap != nil), ("margin", options.margin != nil),
    ]
    if let first = given.first(where: \.1)?.0 {
      throw CommandFailure(
        "A stock has places of its own, so '--\(first)' has no meaning here.",
        hint: "Name a paper such as 'a4', or add a stock of your own with '--stocks'.")
    }
  }

  /// The size of a stock's labels; nil for paper, on which cards have their own.
  var labelSize: CardSize? {
    switch kind {
    case .stock(let stock): CardSize(width: stock.width, height: stock.height)
    case .paper: nil
    }
  }

  /// Says where a stock's measures are from one source only.
  func warn(_ console: Console) {
    guard case .stock(let stock) = kind, !stock.isVerified else { return }
    let source = stock.source.isEmpty ? "" : " (\(stock.source))"
    console.printError(
      "Warning: The measures of '\(stock.name)' are unverified\(source).\n"
        + "  hint: Print one sheet on plain paper and hold it against the labels.")
  }

  /// How the cards of a design are laid.
  ///
  /// - Throws: `SheetError` where they do not fit.
  func export(for design: any CardDesign, _ options: SheetOptions) throws -> SheetExport {
    let duplex = options.duplex ?? .longEdge
    let edge = options.foldEdge ?? .top
    let layout: SheetLayout
    switch kind {
    case .stock(let stock):
      layout = try SheetLayout(SheetGrid(stock), duplex: duplex, foldEdge: edge)
    case .paper(let paper):
      guard let sheet = paper.points, let card = Self.size(of: design) else {
        throw CommandFailure("The design has no size on paper.")
      }
      layout = try SheetLayout(
        paper: sheet, card: card, count: options.grid, gap: options.gap ?? .zero,
        margin: options.margin, duplex: duplex, foldEdge: edge)
    }
    let plan = try SheetPlan(
      columns: layout.columns, rows: layout.rows, skip: options.skip ?? 0,
      order: options.order ?? .rows)
    var setup = SheetSetup(layout: layout, plan: plan, marks: try options.marks())
    if let profile {
      setup.frontAdjustment = profile.adjustment(of: .front)
      setup.backAdjustment = profile.adjustment(of: .back)
    }
    if let shift = options.backOffset {
      setup.backAdjustment.offset = setup.backAdjustment.offset + shift
    }
    return SheetExport(setup, copies: try Self.copies(options))
  }

  /// How often each card is made.
  static func copies(_ options: SheetOptions) throws(CommandFailure) -> SheetExport.Copies {
    guard let text = options.copies else { return .count(1) }
    guard let count = Int(text) else { return .field(text) }
    guard 1...SheetExport.copiesLimit ~= count else {
      throw CommandFailure(
        "'\(text)' is not a number of copies.",
        hint: "Give a whole number from 1 to \(SheetExport.copiesLimit), or a field's name.")
    }
    return .count(count)
  }

  private static func size(of design: any CardDesign) -> Size? {
    switch design {
    case let identity as IdentityDesign: identity.size.points()
    case let template as TemplateDesign:
      template.binder.template.cardSize.points(
        dotsPerInch: template.binder.template.dotsPerInch)
    default: nil
    }
  }
}
