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
  let excess: Table.Excess
  private var contents: [ColumnContent]

  /// Columns without cells.
  init(rules: [ColumnRule], excess: Table.Excess) {
    self.rules = rules
    self.excess = excess
    contents = Array(repeating: ColumnContent(), count: rules.count)
  }

  /// Takes in a cell of one column.
  mutating func include(_ cell: ColumnContent, in column: Int) {
    contents[column].include(cell)
  }

  /// Takes in cells of several columns, once all cells of one column are there.
  ///
  /// Such a cell adds what it cannot do without, never what it would like: a long note across a
  /// table must not widen it. Only columns without cells of their own follow it.
  mutating func include(
    spanning cells: [(content: ColumnContent, columns: Range<Int>)], spacing: Double
  ) {
    let own = contents
    for (cell, columns) in cells.sorted(by: { $0.columns.count < $1.columns.count }) {
      let inner = spacing * Double(columns.count - 1)
      let takers = takers(of: columns, own)
      let isAlone = columns.allSatisfy { own[$0].most <= 0 }
      grow(\.hard, to: cell.hard - inner, columns, takers)
      grow(\.soft, to: cell.soft - inner, columns, takers)
      grow(\.most, to: (isAlone ? cell.most : cell.soft) - inner, columns, takers)
    }
  }

  private mutating func grow(
    _ measure: WritableKeyPath<ColumnContent, Double>, to wanted: Double, _ columns: Range<Int>,
    _ takers: [(column: Int, share: Double)]
  ) {
    func width(_ column: Int) -> Double {
      let content = contents[column]
      switch rules[column] {
      case .fixed(let width): return width
      case .percent, .flexible: return content[keyPath: measure]
      case .fitting: return limited(content[keyPath: measure], rules[column], content)
      }
    }
    let missing = wanted - columns.reduce(0) { $0 + width($1) }
    guard missing > 0 else { return }
    for (column, share) in takers {
      contents[column][keyPath: measure] = width(column) + missing * share
      contents[column].include(contents[column])
    }
  }

  /// Which of some columns give a spanning cell what it lacks: those that share what is left,
  /// else those that follow their content, else those of a percentage; never fixed ones.
  private func takers(
    of columns: Range<Int>, _ own: [ColumnContent]
  ) -> [(column: Int, share: Double)] {
    func shares(_ weight: (ColumnRule, ColumnContent) -> Double?) -> [(Int, Double)] {
      columns.compactMap { column in weight(rules[column], own[column]).map { (column, $0) } }
    }
    let classes = [
      shares { rule, _ in if case .flexible(let weight) = rule { weight } else { nil } },
      shares { rule, own in if case .fitting = rule { own.most } else { nil } },
      shares { rule, _ in if case .fitting = rule { 1 } else { nil } },
      shares { rule, _ in if case .percent(let share) = rule { share } else { nil } },
      shares { rule, _ in if case .percent = rule { 1 } else { nil } },
    ]
    for shares in classes {
      let total = shares.reduce(0) { $0 + $1.1 }
      if total > 0 { return shares.map { (column: $0.0, share: $0.1 / total) } }
    }
    return []
  }

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

  /// The first class of columns that has some takes the excess, as CSS Tables 3 says; a maximum
  /// is kept, and what is over then goes to the next class.
  private func stretched(_ widths: [Double], by rest: Double) -> [Double] {
    func weights(_ weight: (ColumnRule, ColumnContent) -> Double?) -> [Double] {
      widths.indices.map { weight(rules[$0], contents[$0]) ?? 0 }
    }
    let classes = [
      weights { rule, own in if case .fitting = rule { own.most } else { nil } },
      weights { rule, own in if case .fitting = rule, own.most <= 0 { 1 } else { nil } },
      weights { rule, _ in if case .fixed(let width) = rule { width } else { nil } },
      weights { rule, _ in if case .percent(let share) = rule { share } else { nil } },
    ]
    var result = widths
    var rest = rest
    for weights in classes where sum(weights) > 0 {
      rest = hand(rest, to: &result, by: weights)
      if rest <= tolerance { return result }
    }
    // Empty columns of no width share equally, where there is nothing else.
    if sum(widths) <= 0 { _ = hand(rest, to: &result, by: widths.map { _ in 1 }) }
    return result
  }

  /// Hands out by weight up to each column's maximum; the answer is what none can take.
  private func hand(_ rest: Double, to widths: inout [Double], by weights: [Double]) -> Double {
    var rest = rest
    var open = widths.indices.filter { weights[$0] > 0 }
    while rest > tolerance, !open.isEmpty {
      let unit = rest / open.reduce(0) { $0 + weights[$1] }
      let full = open.filter { widths[$0] + unit * weights[$0] > maximum($0) }
      if full.isEmpty {
        for index in open { widths[index] += unit * weights[index] }
        return 0
      }
      for index in full {
        let room = max(maximum(index) - widths[index], 0)
        widths[index] += room
        rest -= room
      }
      open.removeAll { full.contains($0) }
    }
    return rest
  }

  private func maximum(_ column: Int) -> Double {
    guard case .fitting(_, let maximum?) = rules[column] else { return .infinity }
    return max(maximum, contents[column].hard)
  }
}
