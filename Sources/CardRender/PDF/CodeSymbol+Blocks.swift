internal import CardLayout

extension CodeSymbol {
  /// Dark modules that make a rectangle.
  struct Block: Equatable {
    var column: Int
    var row: Int
    var columns: Int
    var rows: Int
  }

  /// The dark modules as few rectangles: runs of a row, joined with equal ones below.
  var darkBlocks: [Block] {
    var blocks: [Block] = []
    var open: [Int: Int] = [:]
    for row in 0..<rows {
      var next: [Int: Int] = [:]
      var column = 0
      while column < columns {
        guard modules[row * columns + column] else {
          column += 1
          continue
        }
        let first = column
        while column < columns, modules[row * columns + column] { column += 1 }
        if let block = open[first], blocks[block].columns == column - first {
          blocks[block].rows += 1
          next[first] = block
        } else {
          next[first] = blocks.count
          blocks.append(Block(column: first, row: row, columns: column - first, rows: 1))
        }
      }
      open = next
    }
    return blocks
  }
}
