import CardModel
internal import CardRecords
import Cardstock

extension CommandSpec {
  static let render = CommandSpec(
    name: "render",
    abstract: "Make cards from people's data, as PNG, PDF or ZPL.",
    arguments: [
      ArgumentSpec(
        name: "data",
        abstract: "The data: a file such as people.json or people.csv, or '-' for standard input.",
        repeats: true,
        completion: .file([
          "json", "ndjson", "jsonl", "csv", "tsv", "vcf", "xlsx", "ods", "db", "sqlite",
        ]))
    ],
    options: [
      OptionSpec(
        name: "output", short: "o", value: ValueSpec("output", .path), isRequired: true,
        abstract:
          "Where to: a .png, .pdf or .zpl file, a pattern such as 'out/{{name}}.png' for many "
          + "records, or '-' for standard output."),
      OptionSpec(
        name: "template", short: "t",
        value: ValueSpec(
          "template", .path, completion: .names(.templates, files: ["card.json"])),
        defaultValue: "identity",
        abstract:
          "The design: a built-in one, which 'cardstock templates' lists, or a .card.json file."),
      OptionSpec(
        name: "format", value: ValueSpec("format", .choice(["png", "pdf", "png-1bit", "zpl"])),
        abstract: "The format, where the output's ending does not tell."),
    ] + OptionSpec.dataOptions + [
      .locale,
      OptionSpec(
        name: "dpi", value: ValueSpec("dpi", .integer(36...1200)),
        abstract: "The resolution of PNG in dots per inch, 300 unless given; of ZPL 203 or 300, "
          + "203 unless given."),
      OptionSpec(
        name: "png", value: ValueSpec("kind", .choice(["fast", "small"])), defaultValue: "fast",
        abstract: "Whether PNG files are made quickly, or a fifth smaller in far more time."),
      OptionSpec(
        name: "pdf", value: ValueSpec("kind", .choice(PDFKind.allCases.map(\.rawValue))),
        defaultValue: "tagged",
        abstract: "What a PDF promises: tags and an outline, the same as PDF/A-2b or PDF/UA-1, or "
          + "neither."),
      OptionSpec(
        name: "author", value: ValueSpec("name", .text),
        abstract: "Who issues the cards, as a PDF says it of itself."),
      OptionSpec(
        name: "pdf-picture-dpi", value: ValueSpec("dpi", .integer(36...10_000)),
        defaultValue: "300",
        abstract: "The most pixels per inch that PDF keeps of a picture in its place; 10000 keeps "
          + "pictures as they are."),
      OptionSpec(
        name: "size", value: ValueSpec("size", .cardSize),
        abstract: "The identity card's size: cr80 (unless given), id2, id3, a6, a7, 4x3in, or "
          + "lengths such as 85x54mm."),
      OptionSpec(
        name: "orientation", value: ValueSpec("orientation", .choice(["landscape", "portrait"])),
        abstract: "Turn the card, where its size lies the other way."),
      OptionSpec(
        name: "assets", value: ValueSpec("dir", .path, completion: .folder),
        abstract: "Where pictures named in the data lie; nothing outside is read. "
          + "Without it, the data file's folder."),
      OptionSpec(
        name: "shard", value: ValueSpec("k/n", .shard),
        abstract: "Only the K-th of N parts of the records, for a cluster: each record belongs to "
          + "one of them by its 'id'."),
      OptionSpec(
        name: "jobs", value: ValueSpec("n", .integer(1...256)),
        abstract: "The number of workers; one for each core unless given."),
      OptionSpec(
        name: "on-collision", value: ValueSpec("action", .choice(["error", "number"])),
        defaultValue: "error",
        abstract: "What two records with one file name do: end the run before anything is drawn, "
          + "or get a number."),
      OptionSpec(
        name: "resume",
        abstract: "Make only what is missing or has changed since the last run."),
      OptionSpec(
        name: "changed-only",
        abstract: "Make only what is new or has changed since the last run; cards that were taken "
          + "away since are not made again."),
      OptionSpec(
        name: "list",
        abstract: "Print the names of the files that would be made, and make none."),
      OptionSpec(
        name: "watch",
        abstract: "Make the cards again whenever the template, the data or a picture changes, "
          + "until Ctrl-C."),
      OptionSpec(
        name: "allow-damaged", abstract: "Draw a damaged picture as far as it goes."),
      OptionSpec(
        name: "progress", value: ValueSpec("kind", .choice(["auto", "plain", "json", "none"])),
        defaultValue: "auto", abstract: "How progress is shown on standard error."),
      OptionSpec(
        name: "on-error", value: ValueSpec("action", .choice(["skip", "stop"])),
        defaultValue: "skip",
        abstract: "Skip and list a bad record, or stop there."),
      OptionSpec(
        name: "strict", abstract: "Let a warning fail the card."),
      OptionSpec(
        name: "report", value: ValueSpec("file", .path),
        abstract: "Write what was made, how it fitted and what went wrong to a .json, .ndjson "
          + "or .html file."),
      OptionSpec(
        name: "verify",
        abstract: "Read the files again with other programs, and let a card fail that does not "
          + "show its own text and codes, in its own place."),
      .fontDirectory, .noSystemFonts,
    ] + OptionSpec.sheets + OptionSpec.marks + OptionSpec.thermal)
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
  enum Format: String, Sendable {
    case png, pdf, zpl
    case bilevel = "png-1bit"
  }
  /// What two records with one file name do.
  enum CollisionAction: String, Sendable { case error, number }
  /// How progress is shown.
  enum Progress: String, Sendable { case auto, plain, json, none }
  /// Which side of a card is the long one.
  enum Orientation: String, Sendable { case landscape, portrait }
  /// What PNG files are made for.
  enum PNGKind: String, Sendable { case fast, small }
  /// What a bad record does to the run.
  enum ErrorAction: String, Sendable { case skip, stop }

  /// Paths, or `-` for standard input; at least one.
  let data: [String]
  /// A path, a pattern, or `-` for standard output.
  let output: String
  let format: Format?
  let dataFormat: DataFormat?
  /// In dots per inch, where it was given.
  let resolution: Int?
  let png: PNGKind
  /// What a PDF promises.
  let documentKind: PDFKind
  let author: String?
  /// The most pixels per inch of pictures in PDF.
  let pictureResolution: Int
  /// Whether a size or an orientation was asked for.
  let isSized: Bool
  /// The size, turned as the orientation asks.
  let size: CardSize
  /// `identity`, or the path of a template file.
  let template: String
  let assets: String?
  let locale: String
  let errorAction: ErrorAction
  let isStrict: Bool
  let report: String?
  let fontDirectories: [String]
  let usesSystemFonts: Bool
  let encoding: String?
  /// The sheet or table to read.
  let table: String?
  /// The query on a database.
  let query: String?
  /// Pairs of a field and a column, as they were written.
  let maps: [String]
  let first: Int?
  let last: Int?
  let only: [String]
  /// The part of the records to make.
  let shard: Shard?
  let jobs: Int?
  let collisionAction: CollisionAction
  let allowsDamage: Bool
  let resumes: Bool
  let makesChangedOnly: Bool
  let listsOnly: Bool
  let watches: Bool
  let progress: Progress
  /// Sheets, bleed and marks.
  let sheets: SheetOptions
  /// What was measured on a calibration page.
  let measured: String?
  /// Whether the files are read again.
  let verifies: Bool
  /// Black and white, and labels.
  let thermal: ThermalOptions

  init(_ arguments: ParsedArguments) {
    data = arguments.values("data")
    output = arguments.text("output") ?? "-"
    format = arguments.choice("format")
    dataFormat = arguments.choice("data-format")
    resolution = arguments.integer("dpi")
    png = arguments.choice("png") ?? .fast
    documentKind = arguments.choice("pdf") ?? .tagged
    author = arguments.text("author")
    pictureResolution = arguments.integer("pdf-picture-dpi") ?? 300
    isSized = arguments.text("size") != nil || arguments.text("orientation") != nil
    size = Self.turn(arguments.cardSize("size") ?? .cr80, to: arguments.choice("orientation"))
    template = arguments.text("template") ?? "identity"
    assets = arguments.text("assets")
    locale = arguments.text("locale") ?? "en"
    errorAction = arguments.choice("on-error") ?? .skip
    isStrict = arguments.flag("strict")
    report = arguments.text("report")
    fontDirectories = arguments.texts("font-dir")
    usesSystemFonts = !arguments.flag("no-system-fonts")
    encoding = arguments.text("encoding")
    table = arguments.text("table")
    query = arguments.text("query")
    maps = arguments.texts("map")
    first = arguments.integer("first")
    last = arguments.integer("last")
    only = arguments.texts("only")
    shard = arguments.text("shard").flatMap { Shard($0) }
    jobs = arguments.integer("jobs")
    collisionAction = arguments.choice("on-collision") ?? .error
    allowsDamage = arguments.flag("allow-damaged")
    resumes = arguments.flag("resume")
    makesChangedOnly = arguments.flag("changed-only")
    listsOnly = arguments.flag("list")
    watches = arguments.flag("watch")
    progress = arguments.choice("progress") ?? .auto
    sheets = SheetOptions(arguments)
    measured = arguments.text("measured")
    verifies = arguments.flag("verify")
    thermal = ThermalOptions(arguments)
  }

  private static func turn(_ size: CardSize, to orientation: Orientation?) -> CardSize {
    guard let orientation, let points = size.points() else { return size }
    let isLandscape = points.width >= points.height
    return isLandscape == (orientation == .landscape) ? size : size.turned
  }
}
