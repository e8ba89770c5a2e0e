internal import CardLayout
internal import CardModel
internal import Synchronization

/// Which of a QR code's eight masks is to be taken: that of the least penalty.
///
/// The rules are those of ISO/IEC 18004:2015, 7.8.3, worked out on whole rows of bits; encoders
/// that look at module after module spend nine tenths of their time on them.
struct QRMask {
  /// The most modules on a side whose rows fit into a word beside four light ones at either end.
  static let widest = 56

  /// A code's modules as rows of bits, bit 0 at the left.
  typealias Rows = [UInt64]

  /// What tells a code under each mask from the same code under the first: the masks' patterns and
  /// their numbers, the same for all codes of a size.
  let differences: [(rows: Rows, columns: Rows)]

  /// Takes the same code, of at most ``widest`` modules on a side, under each of the masks.
  init(_ codes: [Rows]) {
    differences = codes.map { code in
      let rows = zip(code, codes[0]).map { $0 ^ $1 }
      return (rows, Self.transposed(rows))
    }
  }

  /// A code under the mask that becomes it, of its rows under the first one.
  func best(_ rows: Rows) -> Rows {
    let columns = Self.transposed(rows)
    var best = rows
    var least = Int.max
    for difference in differences {
      var code = (rows: rows, columns: columns)
      for index in rows.indices {
        code.rows[index] ^= difference.rows[index]
        code.columns[index] ^= difference.columns[index]
      }
      let penalty =
        Self.penalty(ofLines: code.rows) + Self.penalty(ofLines: code.columns)
        + Self.penalty(ofAreas: code.rows)
      if penalty < least { (least, best) = (penalty, code.rows) }
    }
    return best
  }

  /// For runs of at least five equal modules, and for what looks like a finder pattern.
  private static func penalty(ofLines lines: Rows) -> Int {
    let width = lines.count
    var penalty = 0
    for line in lines {
      let equal = ~(line ^ line >> 1) & ones(width - 1)
      let fives = equal & equal >> 1 & equal >> 2 & equal >> 3
      // A run of n modules counts n - 2 and has n - 4 places where five are equal.
      penalty += fives.nonzeroBitCount + 2 * (fives & ~(fives << 1)).nonzeroBitCount

      // Dark, light, three dark, light, dark, and four light modules before or behind it; the
      // quiet zone is light.
      let dark = line << 4
      let light = ~dark
      let twoLight = light & light >> 1
      let fourLight = twoLight & twoLight >> 2
      let finder =
        dark & light >> 1 & dark >> 2 & dark >> 3 & dark >> 4 & light >> 5 & dark >> 6
      penalty += 40 * (finder & (fourLight << 4 | fourLight >> 7)).nonzeroBitCount
    }
    return penalty
  }

  /// For squares of four equal modules, and for how far the dark ones are from one half.
  private static func penalty(ofAreas rows: Rows) -> Int {
    let width = rows.count
    var squares = 0
    var dark = 0
    for (index, row) in rows.enumerated() {
      dark += row.nonzeroBitCount
      guard index + 1 < width else { break }
      let next = rows[index + 1]
      let equal = ~(row ^ row >> 1) & ~(next ^ next >> 1) & ~(row ^ next) & ones(width - 1)
      squares += equal.nonzeroBitCount
    }
    let all = width * width
    let percent = dark * 100 / all
    return 3 * squares + 10 * (abs(percent - 50) / 5)
  }

  private static func ones(_ count: Int) -> UInt64 { (1 << UInt64(count)) - 1 }

  private static func transposed(_ rows: Rows) -> Rows {
    var columns = Rows(repeating: 0, count: rows.count)
    for (y, row) in rows.enumerated() {
      var rest = row
      while rest != 0 {
        columns[rest.trailingZeroBitCount] |= 1 << UInt64(y)
        rest &= rest - 1
      }
    }
    return columns
  }
}

/// The masks of QR codes by the number of modules on a side, each worked out once.
final class QRMasks: Sendable {
  private let known = Mutex<[Int: QRMask]>([:])

  /// The masks of codes with `width` modules on a side; `code` makes one of them under a mask, whose
  /// number is from 0 to 7.
  func masks(
    of width: Int, _ code: (Int) throws(CodeError) -> QRMask.Rows
  ) throws(CodeError) -> QRMask {
    if let masks = known.withLock({ $0[width] }) { return masks }
    var codes: [QRMask.Rows] = []
    for number in 0..<8 { codes.append(try code(number)) }
    let masks = QRMask(codes)
    known.withLock { $0[width] = masks }
    return masks
  }
}

extension CodeSymbol {
  /// The modules of a code that is less than 64 wide, as rows of bits, bit 0 at the left.
  var lines: [UInt64] {
    var lines = [UInt64](repeating: 0, count: rows)
    var (row, bit) = (0, UInt64(1))
    let last = UInt64(1) << UInt64(columns)
    for module in modules {
      if module { lines[row] |= bit }
      bit <<= 1
      if bit == last { (row, bit) = (row + 1, 1) }
    }
    return lines
  }

  /// A symbol like another with other modules.
  init(_ symbol: CodeSymbol, lines: [UInt64]) {
    var modules: [Bool] = []
    modules.reserveCapacity(symbol.rows * symbol.columns)
    for line in lines {
      for column in 0..<symbol.columns { modules.append(line >> UInt64(column) & 1 == 1) }
    }
    self.init(
      columns: symbol.columns, rows: symbol.rows, modules: modules, rowHeight: symbol.rowHeight,
      quietZone: symbol.quietZone, minimumModule: symbol.minimumModule)
  }
}
