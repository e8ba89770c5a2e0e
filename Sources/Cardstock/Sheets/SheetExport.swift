internal import CardFiles
public import CardLayout
public import CardModel

/// How the cards of a run are laid on sheets.
public struct SheetExport: Sendable, Hashable {
  /// How many times each card is made.
  public enum Copies: Sendable, Hashable {
    /// The same number for all.
    case count(Int)
    /// The number that a record has under a name.
    case field(String)
  }

  /// A number of copies that is none.
  public struct CopiesError: Diagnostic, Hashable {
    /// One sentence with the value.
    public let message: String
    /// The field.
    public let place: String?
    /// What would help.
    public let hint: String?
  }

  /// The most copies of one card.
  public static let copiesLimit = 10_000
  /// The field of an output pattern that is the sheet's number, from 1.
  public static let sheetField = "sheet"

  /// The places, their order and the marks; its bleed is the cards' own.
  public var setup: SheetSetup
  /// How many times each card is made.
  public var copies: Copies

  /// Makes it; each card once unless said.
  public init(_ setup: SheetSetup, copies: Copies = .count(1)) {
    self.setup = setup
    self.copies = copies
  }

  /// The number of copies of a record's card; 0 leaves it out.
  ///
  /// - Throws: ``CopiesError`` where the record does not say.
  public func copies(of record: Record) throws(CopiesError) -> Int {
    try Self.copies(copies, of: record)
  }

  static func copies(_ copies: Copies, of record: Record) throws(CopiesError) -> Int {
    switch copies {
    case .count(let count): return count
    case .field(let name):
      if let fault = record.fault(of: name) {
        throw CopiesError(message: fault.message, place: fault.place, hint: fault.hint)
      }
      let text = record[name]?.text ?? ""
      guard let count = Int(text), 0...Self.copiesLimit ~= count else {
        throw CopiesError(
          message: text.isEmpty
            ? "The record does not say how many copies it wants."
            : "'\(text)' is not a number of copies.", place: "field '\(name)'",
          hint: "Write a whole number from 0 to \(Self.copiesLimit).")
      }
      return count
    }
  }
}

/// What surrounds a card that has a page of its own.
public struct PageBorder: Sendable, Hashable {
  /// What is drawn beside the card.
  public var marks: SheetMarks

  /// Makes a border of the card's bleed and marks.
  public init(marks: SheetMarks = .none) { self.marks = marks }

  /// A side of a card on a page that is larger by its bleed and marks.
  func page(_ frame: Frame, side: CardSide, bleed: Double) throws(SheetError) -> Frame {
    let layout = SheetLayout(single: frame.size, border: marks.border(bleed: bleed))
    var composer = SheetComposer(
      SheetSetup(
        layout: layout, plan: try SheetPlan(columns: 1, rows: 1), bleed: bleed, marks: marks))
    _ = try composer.add(
      front: side == .front ? frame : Frame(size: frame.size),
      back: side == .back ? frame : nil)
    let pages = composer.finish()
    return pages.first { $0.side == side }?.frame ?? frame
  }
}

/// The records of a run in the order in which stacks are filled.
///
/// Stacks begin on every sheet at once, so all records must be there before the first sheet is
/// made; of the cards, no more are held than ever.
struct StackedInputs: Sendable {
  /// A card's turn.
  struct Turn: Sendable {
    /// The record's number, from 0.
    let record: Int
    /// Where it goes; nil where no copy of it is wanted, which is told all the same.
    let slot: SheetSlot?
    /// Whether a copy of it came before.
    let isRepeat: Bool
  }

  let inputs: [BatchExport.Input]
  let turns: [Turn]
  /// Where the cards of each record go.
  let slots: [Int: [SheetSlot]]

  /// Reads all records.
  init(_ sheets: SheetExport, next: () throws -> BatchExport.Input?) throws {
    var inputs: [BatchExport.Input] = []
    var cards: [Int] = []
    var unwanted: [Turn] = []
    while let input = try next() {
      // What is wrong with a record is told when its turn comes.
      let count =
        switch input {
        case .success(let record): (try? sheets.copies(of: record)) ?? 1
        case .failure: 1
        }
      cards += Array(repeating: inputs.count, count: count)
      if count == 0 {
        unwanted.append(Turn(record: inputs.count, slot: nil, isRepeat: false))
      }
      inputs.append(input)
    }
    self.inputs = inputs
    var slots: [Int: [SheetSlot]] = [:]
    let wanted = sheets.setup.plan.forCards(cards.count).cardsBySheet().map { card, slot in
      slots[cards[card], default: []].append(slot)
      return Turn(
        record: cards[card], slot: slot, isRepeat: slots[cards[card], default: []].count > 1)
    }
    turns = wanted + unwanted
    self.slots = slots
  }

  /// The records one after another, as their turns come.
  func stream() -> sending () throws -> BatchExport.Input? {
    var position = 0
    return {
      guard position < turns.count else { return nil }
      defer { position += 1 }
      return inputs[turns[position].record]
    }
  }
}
