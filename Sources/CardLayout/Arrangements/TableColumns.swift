internal import CardModel

/// How a column finds its width, in points.
enum ColumnRule: Equatable {
  case fixed(Double)
  /// A share of the table's width, 0 to 1.
  case percent(Double)
  case fitting(minimum: Double?, maximum: Double?)
  case flexible(weight: Double)
}

/// What the cells of a column ask for, their padding included.
struct ColumnContent: Equatable {
  /// The longest unbreakable piece; a cut text needs no more than its ellipsis.
  var hard = 0.0
  /// The width at which one-line texts, such as titles of rows, are still whole.
  var soft = 0.0
  /// Everything on one line.
  var most = 0.0

  /// Takes in what a cell asks for.
  mutating func include(_ cell: ColumnContent) {
    hard = max(hard, cell.hard)
    soft = max(soft, cell.soft, cell.hard)
    most = max(most, cell.most, cell.soft, cell.hard)
  }
}

/// The widths of a table's columns.
///
/// For fitting columns it is the automatic layout of CSS Tables 3: ever wider guesses for all
/// columns, and a line between the two whose sums enclose the width. Flexible columns begin at
/// their longest unbreakable piece and share by weight what the others leave.
struct TableColumns {
  let rules: [ColumnRule]
  let contents: [ColumnContent]
  let excess: Table.Excess

  /// The widths where nothing limits them.
  var ideal: [Double] {
    // The flexible columns keep their weights to one another, and none is under its content.
    var unit = 0.0
    for (rule, content) in zip(rules, contents) {
      if case .flexible(let weight) = rule, weight > 0 { unit = max(unit, content.most / weight) }
    }
    return zip(rules, contents).map { rule, content in
      switch rule {
      case .fixed(let width): width
      case .percent: content.most
      case .fitting: limited(content.most, rule, content)
      case .flexible(let weight): max(unit * weight, content.hard)
      }
    }
  }

  /// The widths in a given width, gaps between columns left out.
  ///
  /// Their sum is more than that only where the unbreakable pieces are.
  func widths(in available: Double) -> [Double] {
    let guesses = [hard, soft, percented(available), most(available)]
    // Rounding must not decide which guess fits.
    let slack = 1e-9 * max(available, 1)
    var lower = guesses[0]
    if sum(lower) >= available - slack { return lower }
    for upper in guesses.dropFirst() {
      let (least, most) = (sum(lower), sum(upper))
      if most >= available - slack {
        guard most > least else { return upper }
        let share = min(max((available - least) / (most - least), 0), 1)
        return zip(lower, upper).map { $0 + ($1 - $0) * share }
      }
      lower = upper
    }
    return spread(available - sum(lower), over: lower, available)
  }

  /// Whether the unbreakable pieces alone need more than a width.
  func overflow(in available: Double) -> Double { max(sum(hard) - available, 0) }

  private func sum(_ widths: [Double]) -> Double { widths.reduce(0, +) }

  private func limited(_ width: Double, _ rule: ColumnRule, _ content: ColumnContent) -> Double {
    guard case .fitting(let minimum, let maximum) = rule else { return width }
    return max(min(width, maximum ?? .infinity), minimum ?? 0, content.hard)
  }

  private var hard: [Double] {
    zip(rules, contents).map { rule, content in
      switch rule {
      case .fixed(let width): width
      case .percent, .flexible: content.hard
      case .fitting(let minimum, _): max(content.hard, minimum ?? 0)
      }
    }
  }

  private var soft: [Double] {
    zip(hard, zip(rules, contents)).map { hard, column in
      guard case .fitting = column.0 else { return hard }
      return max(hard, limited(column.1.soft, column.0, column.1))
    }
  }

  private func percented(_ available: Double) -> [Double] {
    zip(soft, rules).map { soft, rule in
      if case .percent(let share) = rule { max(soft, share * available) } else { soft }
    }
  }

  private func most(_ available: Double) -> [Double] {
    zip(percented(available), zip(rules, contents)).map { width, column in
      guard case .fitting = column.0 else { return width }
      return max(width, limited(column.1.most, column.0, column.1))
    }
  }

  /// Hands out what is left over once every column has all that it asks for.
  private func spread(_ rest: Double, over widths: [Double], _ available: Double) -> [Double] {
    let weights = rules.map { if case .flexible(let weight) = $0 { weight } else { 0.0 } }
    if sum(weights) > 0 { return shared(widths, weights, available) }
    switch excess {
    case .pack: return widths
    case .stretchLast:
      var widths = widths
      if let last = widths.indices.last { widths[last] += rest }
      return widths
    case .stretchAuto: return stretched(widths, by: rest)
    }
  }

  /// Flexible columns at their weights, none under what it begins with.
  private func shared(_ widths: [Double], _ weights: [Double], _ available: Double) -> [Double] {
    var result = widths
    var open = widths.indices.filter { weights[$0] > 0 }
    var pool = available - widths.indices.filter { weights[$0] <= 0 }.reduce(0) { $0 + widths[$1] }
    while !open.isEmpty {
      let unit = pool / open.reduce(0) { $0 + weights[$1] }
      let starved = open.filter { unit * weights[$0] < widths[$0] }
      if starved.isEmpty {
        for index in open { result[index] = unit * weights[index] }
        break
      }
      pool -= starved.reduce(0) { $0 + widths[$1] }
      open.removeAll { starved.contains($0) }
    }
    return result
  }

  /// The first class of columns that is not empty takes the excess, as CSS Tables 3 says.
  private func stretched(_ widths: [Double], by rest: Double) -> [Double] {
    func members(_ test: (ColumnRule, ColumnContent) -> Bool) -> [Int] {
      widths.indices.filter { test(rules[$0], contents[$0]) }
    }
    func isFitting(_ rule: ColumnRule) -> Bool { if case .fitting = rule { true } else { false } }
    func isFixed(_ rule: ColumnRule) -> Bool { if case .fixed = rule { true } else { false } }
    let classes: [([Int], (Int) -> Double)] = [
      (members { isFitting($0) && $1.most > 0 }, { contents[$0].most }),
      (members { isFitting($0) && $1.most <= 0 }, { _ in 1 }),
      (members { rule, _ in isFixed(rule) }, { max(widths[$0], 0) }),
      (Array(widths.indices), { _ in 1 }),
    ]
    var result = widths
    for (indices, weight) in classes where !indices.isEmpty {
      let total = indices.reduce(0) { $0 + weight($1) }
      guard total > 0 else { continue }
      for index in indices { result[index] += rest * weight(index) / total }
      return result
    }
    return result
  }
}
