/// Other names for types and colours.
struct StyleNames {
  var types: [LabelType: LabelType] = [:]
  var colors: [ColorStyle: ColorStyle] = [:]

  var isEmpty: Bool { types.isEmpty && colors.isEmpty }

  fileprivate func color(_ color: ColorStyle) -> ColorStyle { colors[color] ?? color }

  fileprivate func style(_ style: LabelStyle) -> LabelStyle {
    LabelStyle(types[style.type] ?? style.type, color(style.color))
  }

  fileprivate func paint(_ paint: Paint?) -> Paint? {
    switch paint {
    case .color(let color): .color(self.color(color))
    case .gradient(let gradient):
      .gradient(
        Gradient(from: color(gradient.start), to: color(gradient.end), angle: gradient.angle))
    case nil: nil
    }
  }

  fileprivate func border(_ border: Border?) -> Border? {
    border.map { Border($0.width, color($0.color)) }
  }
}

extension Node {
  /// The same tree with other names for its types and colours.
  func restyled(_ names: StyleNames) -> Node {
    if names.isEmpty { return self }
    switch self {
    case .label(let label): return .label(label.restyled(names))
    case .picture(var picture):
      picture.border = names.border(picture.border)
      return .picture(picture)
    case .barcode(var barcode):
      barcode.color = names.color(barcode.color)
      barcode.background = names.color(barcode.background)
      return .barcode(barcode)
    case .shape(var shape):
      shape.fill = names.paint(shape.fill)
      shape.stroke = names.border(shape.stroke)
      return .shape(shape)
    case .stack(var stack):
      stack.children = stack.children.map { $0.restyled(names) }
      return .stack(stack)
    case .table(let table): return .table(table.restyled(names))
    case .box(var box):
      box.child = box.child.restyled(names)
      box.background = box.background?.restyled(names)
      box.overlay = box.overlay?.restyled(names)
      box.fill = names.paint(box.fill)
      box.border = names.border(box.border)
      return .box(box)
    case .conditional(var conditional):
      conditional.then = conditional.then.restyled(names)
      conditional.otherwise = conditional.otherwise?.restyled(names)
      return .conditional(conditional)
    case .repeated(var repetition):
      repetition.child = repetition.child.restyled(names)
      return .repeated(repetition)
    case .spacer, .component: return self
    }
  }
}

extension Label {
  fileprivate func restyled(_ names: StyleNames) -> Label {
    Label(
      runs: runs.map { Run($0.text, names.style($0.style)) }, style: names.style(style), fit: fit,
      alignment: alignment, id: id)
  }
}

extension Table {
  fileprivate func restyled(_ names: StyleNames) -> Table {
    func restyled(_ row: Row) -> Row {
      var result = row
      result.fill = names.paint(row.fill)
      for index in result.cells.indices {
        result.cells[index].content = result.cells[index].content.restyled(names)
      }
      return result
    }
    var result = self
    result.header = header.map(restyled)
    result.rows = rows.map(restyled)
    result.rule = names.border(rule)
    result.grid = names.border(grid)
    result.zebra = names.paint(zebra)
    return result
  }
}
