import CardModel

extension CommandSpec {
  static let render = CommandSpec(
    name: "render",
    abstract: "Make cards from people's data, as PNG or PDF.",
    arguments: [
      ArgumentSpec(
        name: "data", abstract: "The data: a JSON file, or '-' for standard input.", repeats: true,
        completion: .file(["json"]))
    ],
    options: [
      OptionSpec(
        name: "output", short: "o", value: ValueSpec("output", .path), isRequired: true,
        abstract: "Where to: a .png or .pdf file, a pattern such as 'out/{{name}}.png' for many "
          + "records, or '-' for standard output."),
      OptionSpec(
        name: "format", value: ValueSpec("format", .choice(["png", "pdf"])),
        abstract: "The format, where the output's ending does not tell."),
      OptionSpec(
        name: "data-format", value: ValueSpec("format", .choice(["json"])),
        abstract: "The data's format, where the file's ending does not tell."),
      OptionSpec(
        name: "dpi", value: ValueSpec("dpi", .integer(36...4800)), defaultValue: "300",
        abstract: "The resolution of PNG, in dots per inch."),
      OptionSpec(
        name: "size", value: ValueSpec("size", .cardSize), defaultValue: "cr80",
        abstract: "The card's size: cr80, id2, id3, a6, a7, 4x3in, or lengths such as 85x54mm."),
      OptionSpec(
        name: "orientation", value: ValueSpec("orientation", .choice(["landscape", "portrait"])),
        abstract: "Turn the card, where its size lies the other way."),
      OptionSpec(
        name: "assets", value: ValueSpec("dir", .path, completion: .folder),
        abstract: "Where pictures named in the data lie; nothing outside is read. "
          + "Without it, the data file's folder."),
      OptionSpec(
        name: "locale", value: ValueSpec("id", .text), defaultValue: "en",
        abstract: "The language of dates, numbers and titles."),
      OptionSpec(
        name: "on-error", value: ValueSpec("action", .choice(["skip", "stop"])),
        defaultValue: "skip",
        abstract: "Skip and list a bad record, or stop there."),
      OptionSpec(
        name: "strict", abstract: "Let a warning fail the card."),
      OptionSpec(
        name: "report", value: ValueSpec("file", .path),
        abstract: "Write what was made, how it fitted and what went wrong to a .json file."),
      .fontDirectory, .noSystemFonts,
    ])
}

extension OptionSpec {
  static let fontDirectory = OptionSpec(
    name: "font-dir", value: ValueSpec("dir", .path, completion: .folder), repeats: true,
    abstract: "A folder of more fonts; may be given more than once.", section: "Font options")
  static let noSystemFonts = OptionSpec(
    name: "no-system-fonts", abstract: "Use bundled and given fonts only.",
    section: "Font options")
}

/// What `render` was asked for.
struct RenderOptions: Sendable, Equatable {
  /// A file format of cards.
  enum Format: String, Sendable { case png, pdf }
  /// A file format of data.
  enum DataFormat: String, Sendable { case json }
  /// Which side of a card is the long one.
  enum Orientation: String, Sendable { case landscape, portrait }
  /// What a bad record does to the run.
  enum ErrorAction: String, Sendable { case skip, stop }

  /// Paths, or `-` for standard input; at least one.
  let data: [String]
  /// A path, a pattern, or `-` for standard output.
  let output: String
  let format: Format?
  let dataFormat: DataFormat?
  /// In dots per inch.
  let resolution: Int
  /// The size, turned as the orientation asks.
  let size: CardSize
  let assets: String?
  let locale: String
  let errorAction: ErrorAction
  let isStrict: Bool
  let report: String?
  let fontDirectories: [String]
  let usesSystemFonts: Bool

  init(_ arguments: ParsedArguments) {
    data = arguments.values("data")
    output = arguments.text("output") ?? "-"
    format = arguments.choice("format")
    dataFormat = arguments.choice("data-format")
    resolution = arguments.integer("dpi") ?? 300
    size = Self.turn(arguments.cardSize("size") ?? .cr80, to: arguments.choice("orientation"))
    assets = arguments.text("assets")
    locale = arguments.text("locale") ?? "en"
    errorAction = arguments.choice("on-error") ?? .skip
    isStrict = arguments.flag("strict")
    report = arguments.text("report")
    fontDirectories = arguments.texts("font-dir")
    usesSystemFonts = !arguments.flag("no-system-fonts")
  }

  private static func turn(_ size: CardSize, to orientation: Orientation?) -> CardSize {
    guard let orientation, let points = size.points() else { return size }
    let isLandscape = points.width >= points.height
    return isLandscape == (orientation == .landscape) ? size : size.turned
  }
}
