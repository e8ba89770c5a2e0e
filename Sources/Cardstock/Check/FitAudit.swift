public import CardLayout
public import CardModel

/// How texts, pictures and codes fit over many cards: for each the worst records.
///
/// It is fed with frames, one record after another, and keeps a few rows for each label, so its
/// size does not grow with the data.
///
/// ```swift
/// var audit = FitAudit()
/// for (number, record) in records.enumerated() {
///   let card = try design.card(for: record).card
///   audit.add(try renderer.layout(card), record: number + 1)
/// }
/// for breach in audit.breaches(of: FitAudit.Gates(minimumSize: 7)) { print(breach.message) }
/// ```
public struct FitAudit: Sendable, Equatable {
  /// A text of one record and how it fitted.
  public struct Row: Sendable, Hashable {
    /// The number of the record, from 1.
    public let record: Int
    /// Where the record stands in the data.
    public let place: String?
    /// The text as the record has it.
    public let text: String
    /// What is shown, where that is less than the text.
    public let cutTo: String?
    /// The size that the text got, in points.
    public let size: Double
    /// The size that its style says, in points.
    public let styleSize: Double
    /// The number of lines.
    public let lines: Int
    /// Whether it sticks out of its place.
    public let overflows: Bool
    /// The characters without a glyph.
    public let missing: [Unicode.Scalar]
    /// The faces used in place of those asked for.
    public let fallbacks: [FallbackFace]
  }

  /// A label over all records.
  public struct LabelFit: Sendable, Equatable {
    /// The label's id, or its way in the template.
    public let name: String
    /// The number of texts.
    public fileprivate(set) var count = 0
    /// The size that its style says, in points; the largest where there are several.
    public fileprivate(set) var styleSize = 0.0
    /// The smallest size that a text got, in points.
    public fileprivate(set) var smallestSize = Double.infinity
    /// The most lines of a text.
    public fileprivate(set) var mostLines = 0
    /// The number of texts that were cut.
    public fileprivate(set) var cutCount = 0
    /// The number of texts that stick out of their place.
    public fileprivate(set) var overflowCount = 0
    /// The number of texts with a character that no font has.
    public fileprivate(set) var missingCount = 0
    /// The names of bundled or given faces that stood in.
    public fileprivate(set) var fallbackFaces: [String] = []
    /// The names of the system's faces that stood in.
    public fileprivate(set) var systemFaces: [String] = []
    /// The records that fitted worst, the worst first; none that fitted as its style says.
    public fileprivate(set) var worst: [Row] = []
    /// The record with the smallest text.
    public fileprivate(set) var smallest: Row?
    /// The record with the most lines.
    public fileprivate(set) var longest: Row?
  }

  /// A picture over all records.
  public struct PictureFit: Sendable, Equatable {
    /// The picture's id, or its way in the template.
    public let name: String
    /// The number of pictures that were there.
    public fileprivate(set) var count = 0
    /// The number of records in which initials stand in.
    public fileprivate(set) var placeholderCount = 0
    /// The lowest effective resolution in pixels per inch.
    public fileprivate(set) var lowestResolution = Double.infinity
    /// The source of the picture that has it.
    public fileprivate(set) var source = ""
    /// The number of the record that has it, from 1.
    public fileprivate(set) var record = 0
    /// Where that record stands in the data.
    public fileprivate(set) var place: String?
  }

  /// A code over all records.
  public struct CodeFit: Sendable, Equatable {
    /// The code's id, or its way in the template.
    public let name: String
    /// The number of codes.
    public fileprivate(set) var count = 0
    /// The smallest side of a module in points.
    public fileprivate(set) var smallestModule = Double.infinity
    /// The least side that its symbology asks for, in points.
    public fileprivate(set) var leastModule = 0.0
    /// What the code with the smallest modules says.
    public fileprivate(set) var content = ""
    /// The number of the record that has it, from 1.
    public fileprivate(set) var record = 0
    /// Where that record stands in the data.
    public fileprivate(set) var place: String?
  }

  /// What cards must keep to.
  public struct Gates: Sendable, Hashable {
    /// The smallest size of a text, in points.
    public var minimumSize: Double?
    /// The lowest effective resolution of a picture, in pixels per inch.
    public var minimumResolution: Double?
    /// The most lines of a text.
    public var maximumLines: Int?

    /// Makes gates; what is not given lets everything through.
    public init(
      minimumSize: Double? = nil, minimumResolution: Double? = nil, maximumLines: Int? = nil
    ) {
      self.minimumSize = minimumSize
      self.minimumResolution = minimumResolution
      self.maximumLines = maximumLines
    }
  }

  /// What does not keep to a gate.
  public struct Breach: Sendable, Hashable {
    /// The gate's name: `min-size`, `min-resolution` or `max-lines`.
    public let gate: String
    /// The label or the picture.
    public let name: String
    /// One sentence.
    public let message: String
    /// The number of the worst record, from 1.
    public let record: Int
    /// Where that record stands in the data.
    public let place: String?
  }

  /// The number of records that were laid out.
  public private(set) var recordCount = 0
  /// The labels, in the order in which they were met.
  public private(set) var labels: [LabelFit] = []
  /// The pictures, in the order in which they were met.
  public private(set) var pictures: [PictureFit] = []
  /// The codes, in the order in which they were met.
  public private(set) var codes: [CodeFit] = []
  /// The most rows that are kept for a label.
  public let rowLimit: Int

  private var labelIndex: [String: Int] = [:]
  private var pictureIndex: [String: Int] = [:]
  private var codeIndex: [String: Int] = [:]
  private var lastRecord = 0

  /// Makes an audit of nothing yet.
  public init(rowLimit: Int = 5) {
    self.rowLimit = max(rowLimit, 1)
  }

  /// Takes in a side of a record's card.
  ///
  /// - Parameters:
  ///   - frame: The side, laid out.
  ///   - record: The number of the record, from 1.
  ///   - place: Where it stands in the data.
  ///   - name: What an item without an id is called; its path in the card unless given. What has
  ///     one name is one label.
  public mutating func add(
    _ frame: Frame, record: Int, place: String? = nil,
    name: (NodePath) -> String = { $0.description }
  ) {
    if record != lastRecord { recordCount += 1 }
    lastRecord = record
    var placeholders: Set<NodePath> = []
    var overflows: Set<NodePath> = []
    for finding in frame.findings {
      guard let path = finding.path else { continue }
      if finding.code == .placeholder {
        placeholders.insert(path)
        let index = picture(finding.id ?? name(path))
        pictures[index].placeholderCount += 1
      }
      if finding.code == .textOverflows { overflows.insert(path) }
    }
    func walk(_ items: [PlacedItem], in audit: inout FitAudit) {
      for placed in items {
        switch placed.item {
        case .group(let group): walk(group.items, in: &audit)
        // The initials that stand in for a picture are no label.
        case .text(let text) where !placeholders.contains(placed.path):
          audit.add(
            text, placed.id ?? name(placed.path), overflows: overflows.contains(placed.path),
            record, place)
        case .picture(let picture):
          audit.add(picture, placed.size, placed.id ?? name(placed.path), record, place)
        case .barcode(let code): audit.add(code, placed.id ?? name(placed.path), record, place)
        case .text, .shape: break
        }
      }
    }
    walk(frame.items, in: &self)
  }

  /// What does not keep to the gates, a sentence for each label or picture.
  public func breaches(of gates: Gates) -> [Breach] {
    var breaches: [Breach] = []
    for label in labels {
      if let least = gates.minimumSize, label.smallestSize < least - 0.001 {
        breaches.append(
          Breach(
            gate: "min-size", name: label.name,
            message: "The label '\(label.name)' gets as small as "
              + "\(decimals(label.smallestSize)) pt, and at least \(decimals(least)) pt are asked "
              + "for.", record: label.smallest?.record ?? 0, place: label.smallest?.place))
      }
      if let most = gates.maximumLines, label.mostLines > most {
        breaches.append(
          Breach(
            gate: "max-lines", name: label.name,
            message: "The label '\(label.name)' takes up to \(label.mostLines) lines, and at most "
              + "\(most) are asked for.", record: label.longest?.record ?? 0,
            place: label.longest?.place))
      }
    }
    for picture in pictures {
      if let least = gates.minimumResolution, picture.lowestResolution < least - 0.001 {
        breaches.append(
          Breach(
            gate: "min-resolution", name: picture.name,
            message: "The picture '\(picture.name)' has as few as "
              + "\(decimals(picture.lowestResolution.rounded())) pixels per inch, and at least "
              + "\(decimals(least)) are asked for.", record: picture.record, place: picture.place))
      }
    }
    return breaches
  }

  // MARK: Taking in

  private mutating func add(
    _ text: FrameText, _ name: String, overflows: Bool, _ record: Int, _ place: String?
  ) {
    let index = labelIndex[name] ?? labels.count
    if index == labels.count {
      labels.append(LabelFit(name: name))
      labelIndex[name] = index
    }
    let row = Row(
      record: record, place: place, text: text.text,
      cutTo: text.isTruncated ? text.lines.map(\.shaped.text).joined(separator: " ") : nil,
      size: text.size, styleSize: text.styleSize, lines: text.lines.count, overflows: overflows,
      missing: text.missing, fallbacks: text.fallbacks)
    labels[index].add(row, limit: rowLimit)
  }

  private mutating func picture(_ name: String) -> Int {
    if let index = pictureIndex[name] { return index }
    pictures.append(PictureFit(name: name))
    pictureIndex[name] = pictures.count - 1
    return pictures.count - 1
  }

  private mutating func add(
    _ shown: FramePicture, _ size: Size, _ name: String, _ record: Int, _ place: String?
  ) {
    let index = picture(name)
    pictures[index].count += 1
    let across = size.width / Double(max(shown.pixels.width, 1))
    let down = size.height / Double(max(shown.pixels.height, 1))
    let pointsPerPixel = shown.fit == .contain ? min(across, down) : max(across, down)
    guard pointsPerPixel > 0, pointsPerPixel.isFinite,
      72 / pointsPerPixel < pictures[index].lowestResolution
    else { return }
    pictures[index].lowestResolution = 72 / pointsPerPixel
    pictures[index].source =
      shown.source.utf8.starts(with: "data:".utf8) ? "data:" : shown.source
    pictures[index].record = record
    pictures[index].place = place
  }

  private mutating func add(
    _ code: FrameBarcode, _ name: String, _ record: Int, _ place: String?
  ) {
    let index = codeIndex[name] ?? codes.count
    if index == codes.count {
      codes.append(CodeFit(name: name))
      codeIndex[name] = index
    }
    codes[index].count += 1
    codes[index].leastModule = max(codes[index].leastModule, code.symbol.minimumModule)
    guard code.module < codes[index].smallestModule else { return }
    codes[index].smallestModule = code.module
    codes[index].content = code.content
    codes[index].record = record
    codes[index].place = place
  }
}

extension FitAudit.LabelFit {
  init(name: String) { self.name = name }

  fileprivate mutating func add(_ row: FitAudit.Row, limit: Int) {
    count += 1
    styleSize = max(styleSize, row.styleSize)
    if row.size < smallestSize {
      smallestSize = row.size
      smallest = row
    }
    if row.lines > mostLines {
      mostLines = row.lines
      longest = row
    }
    if row.cutTo != nil { cutCount += 1 }
    if row.overflows { overflowCount += 1 }
    if !row.missing.isEmpty { missingCount += 1 }
    for face in row.fallbacks {
      let isKnown =
        face.isSystem ? systemFaces.contains(face.name) : fallbackFaces.contains(face.name)
      guard !isKnown, systemFaces.count + fallbackFaces.count < 50 else { continue }
      if face.isSystem { systemFaces.append(face.name) } else { fallbackFaces.append(face.name) }
    }
    guard row.isWorthTelling else { return }
    let place = worst.firstIndex { row.isWorse(than: $0) } ?? worst.count
    guard place < limit else { return }
    worst.insert(row, at: place)
    if worst.count > limit { worst.removeLast() }
  }
}

extension FitAudit.Row {
  fileprivate var isWorthTelling: Bool {
    cutTo != nil || overflows || !missing.isEmpty || !fallbacks.isEmpty || lines > 1
      || size < styleSize - 0.001
  }

  /// What is lost comes first, then what is small, then what is long.
  fileprivate func isWorse(than other: FitAudit.Row) -> Bool {
    let (left, right) = (rank, other.rank)
    if left != right { return left > right }
    let (small, large) = (size / max(styleSize, 0.001), other.size / max(other.styleSize, 0.001))
    if abs(small - large) > 0.0001 { return small < large }
    return lines > other.lines
  }

  private var rank: Int {
    if cutTo != nil || overflows { return 3 }
    if !missing.isEmpty { return 2 }
    return fallbacks.contains(where: \.isSystem) ? 1 : 0
  }
}
