internal import CardLayout
public import CardModel
internal import CardRender

/// What became of one record.
public struct CardOutcome: Sendable {
  /// A failure in words.
  public struct Failure: Error, Hashable {
    /// One sentence.
    public let message: String
    /// Where it is.
    public internal(set) var place: String?
    /// What would help.
    public let hint: String?
    /// The line or row of the data, from 1, where it is about the data.
    public var row: Int?
    /// The name of the column or field, where it is about one.
    public var column: String?
    /// The value that is wrong, where there is one; it is somebody's data.
    public var value: String?

    /// Makes a failure.
    public init(message: String, place: String? = nil, hint: String? = nil) {
      self.message = message
      self.place = place
      self.hint = hint
    }
  }

  /// A text of the card and how it fitted.
  public struct TextFit: Sendable, Hashable {
    /// The label's id, or its place in the template's file or the tree.
    public internal(set) var label: String
    /// The size that the style says, in points.
    public let styleSize: Double
    /// The size that the text got, in points.
    public let size: Double
    /// The number of lines.
    public let lines: Int
    /// Whether text was left out.
    public let isCut: Bool
    /// The faces used.
    public let faces: [String]
    /// The way to the label in the card, where it has no id.
    let path: NodePath?
  }

  /// Where a card lies on a sheet.
  public struct SheetPlace: Sendable, Hashable {
    /// The sheet, from 1.
    public let sheet: Int
    /// The row on its front page, from 1 at the top.
    public let row: Int
    /// The column on its front page, from 1 at the left.
    public let column: Int
  }

  /// The number of the record, from 1.
  public let index: Int
  /// Where the record stands in the data.
  public let place: String?
  /// The files that were made.
  public internal(set) var files: [String] = []
  /// Where its copies lie on sheets.
  public internal(set) var sheetPlaces: [SheetPlace] = []
  /// The SHA-256 of each of the files, as 64 hexadecimal digits, where they are hashed.
  public internal(set) var hashes: [String] = []
  /// Quick hashes of each of the files, where a manifest is kept.
  var contents: [String] = []
  /// What happened to the card.
  public internal(set) var findings: [Finding] = []
  /// How its texts fitted.
  public internal(set) var texts: [TextFit] = []
  /// A small picture of the front, where the run was asked for them.
  public internal(set) var thumbnail: [UInt8]?
  /// Whether the card was there already, made of the same; it was not made again then.
  public internal(set) var isUnchanged = false
  /// The hash of all that the card was made of, where a manifest is kept.
  var input: Fingerprint?
  /// What the card was made of, where its findings can be located.
  var source: (record: Record, design: any CardDesign)?
  /// Why there is no card.
  public internal(set) var failure: Failure?
  /// The pages of the card, where they go into a common document.
  var pages: [Frame] = []
  /// How far the card's background extends beyond its trim, in points.
  var bleed = 0.0
  /// How many times it lies on sheets.
  var copies = 1
  /// Where it goes, where that is known before.
  var slot: SheetSlot?
  /// Where all its copies go, where that is known before.
  var allSlots: [SheetSlot] = []
  /// Whether a copy of the same record came before; then it is neither counted nor reported.
  var isRepeat = false
  /// What its files have to show, where they are read again.
  var expected: [ExpectedPage] = []
  /// Whether the record belongs to another part of a divided run; then it does not count.
  var isElsewhere = false
  /// The card's bytes, where they go to standard output.
  var bytes: [UInt8]?
  /// Files that are written only once all records before this one went well.
  var waitingFiles: [(name: String, bytes: [UInt8])] = []
  /// Whether no other record can fare better, as on a full disk.
  var endsRun = false

  init(index: Int, record: BatchExport.Input) {
    self.index = index
    switch record {
    case .success(let record):
      place = record.place?.description
      findings = record.findings
    case .failure(let failure): place = failure.place
    }
  }

  /// Takes in how the texts of a side fitted.
  mutating func note(_ frame: Frame) {
    findings += frame.findings
    collect(frame.items)
  }

  /// Says where in the template's file what is told stands; most of it is never asked for.
  mutating func locate(_ record: Record, in design: any CardDesign) {
    guard let table = design.places(of: record) else { return }
    findings = findings.map { $0.located(in: table) }
    for index in texts.indices {
      guard let path = texts[index].path else { continue }
      texts[index].label = table.origin(of: path).path
    }
  }

  /// The same with its places in the template's file, where they are not there yet.
  package var located: CardOutcome {
    guard let source, findings.contains(where: { $0.path != nil && $0.origin == nil }) else {
      return self
    }
    var located = self
    located.locate(source.record, in: source.design)
    return located
  }

  private mutating func collect(_ items: [PlacedItem]) {
    for placed in items {
      switch placed.item {
      case .group(let group): collect(group.items)
      case .text(let text):
        var faces: [String] = []
        for line in text.lines {
          for run in line.shaped.runs where faces.last != run.face.name {
            if !faces.contains(run.face.name) { faces.append(run.face.name) }
          }
        }
        texts.append(
          TextFit(
            label: placed.id ?? placed.path.description, styleSize: text.styleSize,
            size: text.size, lines: text.lines.count, isCut: text.isTruncated, faces: faces,
            path: placed.id == nil ? placed.path : nil))
      case .shape, .picture, .barcode: break
      }
    }
  }
}

extension CardOutcome.Failure {
  /// Puts an error in words: a ``Diagnostic``'s own where it is one.
  public init(_ error: any Error) {
    if let diagnostic = error as? any Diagnostic {
      self.init(message: diagnostic.message, place: diagnostic.place, hint: diagnostic.hint)
      if let data = error as? any DataDiagnostic {
        row = data.location?.line
        column = data.fieldName
        value = data.value
      }
    } else {
      self.init(message: "\(error)", place: nil, hint: nil)
    }
  }

  /// Puts an error about a record in words, with the column as the data calls it: a field may have
  /// been read from a column of another name.
  init(_ error: any Error, record: Record) {
    self.init(error)
    row = row ?? record.place?.line
    guard let location = (error as? any DataDiagnostic)?.location, let column,
      let field = record.field(column), field.place == location,
      let own = record.fields.first(where: { $0.place == location })
    else { return }
    self.column = own.name
  }
}
