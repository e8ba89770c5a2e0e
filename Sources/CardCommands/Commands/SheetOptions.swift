import CardModel
import Cardstock

extension OptionSpec {
  private static let sheetSection = "Sheet options"

  /// What lays cards on sheets.
  static let sheets: [OptionSpec] = [
    OptionSpec(
      name: "sheet", value: ValueSpec("stock", .text, completion: .names(.stocks, files: [])),
      abstract: "Several cards on a sheet: a stock such as 'Avery 5390' ('cardstock stocks' lists "
        + "them), or paper such as a4, letter-landscape or 210x297mm.", section: sheetSection),
    OptionSpec(
      name: "grid", value: ValueSpec("grid", .grid),
      abstract: "Columns by rows on paper, such as 2x5; as many as fit unless given.",
      section: sheetSection),
    OptionSpec(
      name: "gap", value: ValueSpec("length", .lengths),
      abstract: "The distance between cards on paper: 2mm, or 2mm,5mm across and down.",
      section: sheetSection),
    OptionSpec(
      name: "margin", value: ValueSpec("length", .lengths),
      abstract: "What stays free around them; with '--grid', where the first card stands.",
      section: sheetSection),
    OptionSpec(
      name: "skip", value: ValueSpec("n", .integer(0...GridCount.limit * GridCount.limit)),
      abstract: "The used places of a started sheet.", section: sheetSection),
    OptionSpec(
      name: "copies", value: ValueSpec("n", .text),
      abstract: "How often each card is laid: a number, or the field that says it.",
      section: sheetSection),
    OptionSpec(
      name: "order", value: ValueSpec("order", .choice(SheetOrder.allCases.map(\.rawValue))),
      abstract: "How cards fill sheets; with cut-stack the cut piles follow one another.",
      section: sheetSection),
    OptionSpec(
      name: "duplex", value: ValueSpec("mode", .choice(Duplex.allCases.map(\.rawValue))),
      abstract: "How backs come behind fronts: by the edge over which the printer turns sheets, by "
        + "a fold, or in a document of their own.", section: sheetSection),
    OptionSpec(
      name: "fold-edge", value: ValueSpec("edge", .choice(FoldEdge.allCases.map(\.rawValue))),
      abstract: "The edge of the front at which a folded back hangs; top unless given.",
      section: sheetSection),
    OptionSpec(
      name: "back-offset", value: ValueSpec("x,y", .shift),
      abstract: "Move backs to the right and down, such as 0.5mm,-1mm.", section: sheetSection),
    OptionSpec(
      name: "stocks", value: ValueSpec("file", .path), repeats: true,
      abstract: "A file of stocks of your own; may be given more than once.",
      section: sheetSection),
    OptionSpec(
      name: "printer", value: ValueSpec("name", .text),
      abstract: "Make up for a printer by its profile.", section: sheetSection),
    OptionSpec(
      name: "calibrate",
      abstract: "Make the page to measure a printer by; takes no data.", replacesArguments: true,
      section: sheetSection),
    OptionSpec(
      name: "measured", value: ValueSpec("a,b,c,d", .text),
      abstract: "With '--calibrate' and '--printer': keep what was measured on the page, in "
        + "millimetres.", section: sheetSection),
  ]

  private static let printSection = "Print options"

  /// What surrounds cards for cutting.
  static let marks: [OptionSpec] = [
    OptionSpec(
      name: "bleed", value: ValueSpec("length", .length),
      abstract: "Extend the background beyond the trim, such as 3mm; the content does not move.",
      section: printSection),
    OptionSpec(
      name: "crop-marks", abstract: "Mark the corners of cards, outside their bleed.",
      section: printSection),
    OptionSpec(
      name: "mark-length", value: ValueSpec("length", .length),
      abstract: "The length of a crop mark; 5mm unless given.", section: printSection),
    OptionSpec(
      name: "mark-offset", value: ValueSpec("length", .length),
      abstract: "Its distance from the bleed; 1mm unless given.", section: printSection),
    OptionSpec(
      name: "mark-weight", value: ValueSpec("length", .length),
      abstract: "Its thickness; 0.25pt unless given.", section: printSection),
    OptionSpec(
      name: "fold-marks", abstract: "Mark both ends of each fold.", section: printSection),
    OptionSpec(
      name: "registration-marks",
      value: ValueSpec("side", .choice(RegistrationSides.allCases.map(\.rawValue))),
      abstract: "Mark the margins, to align fronts and backs.", section: printSection),
  ]
}

/// What `render` was asked for about sheets and what surrounds cards.
struct SheetOptions: Sendable, Equatable {
  /// A stock or a paper.
  let sheet: String?
  let grid: GridCount?
  let gap: Size?
  let margin: Size?
  let skip: Int?
  let copies: String?
  let order: SheetOrder?
  let duplex: Duplex?
  let foldEdge: FoldEdge?
  /// In points.
  let backOffset: Point?
  let stockFiles: [String]
  let printer: String?
  let bleed: Length?
  let hasCropMarks: Bool
  let markLength: Length?
  let markOffset: Length?
  let markWeight: Length?
  let hasFoldMarks: Bool
  let registration: RegistrationSides?

  init(_ arguments: ParsedArguments) {
    sheet = arguments.text("sheet")
    grid = arguments.text("grid").flatMap { GridCount($0) }
    gap = arguments.text("gap").flatMap { Size(lengths: $0) }
    margin = arguments.text("margin").flatMap { Size(lengths: $0) }
    skip = arguments.integer("skip")
    copies = arguments.text("copies")
    order = arguments.choice("order")
    duplex = arguments.choice("duplex")
    foldEdge = arguments.choice("fold-edge")
    backOffset = arguments.text("back-offset").flatMap { Point(shift: $0) }
    stockFiles = arguments.texts("stocks")
    printer = arguments.text("printer")
    bleed = arguments.text("bleed").flatMap { Length($0) }
    hasCropMarks = arguments.flag("crop-marks")
    markLength = arguments.text("mark-length").flatMap { Length($0) }
    markOffset = arguments.text("mark-offset").flatMap { Length($0) }
    markWeight = arguments.text("mark-weight").flatMap { Length($0) }
    hasFoldMarks = arguments.flag("fold-marks")
    registration = arguments.choice("registration-marks")
  }

  /// The marks that were asked for.
  ///
  /// - Throws: `CommandFailure` where their measures are given and they are not.
  func marks() throws(CommandFailure) -> SheetMarks {
    var crop = CropMarks()
    if let length = markLength?.points() { crop.length = length }
    if let offset = markOffset?.points() { crop.offset = offset }
    if let weight = markWeight?.points() { crop.weight = weight }
    if !hasCropMarks, !hasFoldMarks, markLength != nil || markOffset != nil || markWeight != nil {
      throw CommandFailure(
        "Measures of marks have no meaning without marks.",
        hint: "Add '--crop-marks' or '--fold-marks'.")
    }
    return SheetMarks(
      crop: hasCropMarks ? crop : nil, marksFolds: hasFoldMarks, registration: registration)
  }

  /// Options that have no meaning without a sheet.
  private func needingSheet(hasLabels: Bool) -> [String] {
    [
      ("grid", grid != nil), ("gap", gap != nil), ("margin", margin != nil),
      ("skip", skip != nil), ("copies", copies != nil && !hasLabels), ("order", order != nil),
      ("duplex", duplex != nil), ("fold-edge", foldEdge != nil),
      ("back-offset", backOffset != nil), ("printer", printer != nil),
      ("fold-marks", hasFoldMarks), ("stocks", !stockFiles.isEmpty),
    ].filter(\.1).map { "--" + $0.0 }
  }

  /// Refuses what cannot be done together.
  func check(hasLabels: Bool = false) throws(CommandFailure) {
    if sheet == nil, let first = needingSheet(hasLabels: hasLabels).first {
      throw CommandFailure(
        "'\(first)' has no meaning without '--sheet'.",
        hint: "Add '--sheet a4', or a stock from 'cardstock stocks'.")
    }
    if duplex != .fold, foldEdge != nil || hasFoldMarks {
      throw CommandFailure(
        "'\(foldEdge == nil ? "--fold-marks" : "--fold-edge")' has no meaning without a fold.",
        hint: "Add '--duplex fold'.")
    }
    if duplex == .fold, backOffset != nil {
      throw CommandFailure(
        "'--back-offset' has no meaning where backs lie on the page of their fronts.",
        hint: "Leave it out with '--duplex fold'.")
    }
  }
}

extension Size {
  /// Reads `2mm`, or `2mm,5mm` across and down; nil for anything else, and for less than nothing.
  init?(lengths text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { Length(String($0)) }
    guard 1...2 ~= parts.count, let first = parts.first??.paperPoints,
      let last = parts.last??.paperPoints, first >= 0, last >= 0
    else { return nil }
    self.init(width: first, height: last)
  }
}

extension Point {
  /// Reads `0.5mm,-1mm`; nil for anything else.
  init?(shift text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { Length(String($0)) }
    guard parts.count == 2, let x = parts.first??.paperPoints, let y = parts.last??.paperPoints,
      abs(x) <= 720, abs(y) <= 720
    else { return nil }
    self.init(x: x, y: y)
  }
}

extension Length {
  /// The length in points where it is one on paper.
  var paperPoints: Double? { points().flatMap { $0.isFinite && abs($0) <= 14400 ? $0 : nil } }
}
