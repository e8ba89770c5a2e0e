internal import CGraphics
internal import CardModel
internal import Foundation

/// Draws on a surface, in the surface's own units; the few calls that the painter needs.
@safe struct CairoContext: ~Copyable {
  private let pointer: OpaquePointer

  /// Makes a context for a surface, which it keeps alive.
  init(surface: OpaquePointer) throws(RenderError) {
    unsafe pointer = try adoptContext(cairo_create(surface), while: "preparing to draw")
    configure()
  }

  /// Makes a context for pixels.
  init(_ surface: ImageSurface) throws(RenderError) {
    unsafe try self.init(surface: surface.pointer)
  }

  deinit { unsafe cairo_destroy(pointer) }

  /// One way to set text everywhere: without it every resolution measures differently.
  private func configure() {
    let options = unsafe cairo_font_options_create()
    unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    unsafe cairo_set_font_options(pointer, options)
    unsafe cairo_font_options_destroy(options)
    // Curves as exact as coverage is; the default is seen at the edges of circles.
    unsafe cairo_set_tolerance(pointer, 0.02)
  }

  /// Throws where anything drawn so far failed.
  func checkStatus(while operation: String) throws(RenderError) {
    try unsafe check(cairo_status(pointer), while: operation)
  }

  // MARK: State

  func save() { unsafe cairo_save(pointer) }
  func restore() { unsafe cairo_restore(pointer) }
  func pushGroup() { unsafe cairo_push_group(pointer) }
  func popGroupToSource() { unsafe cairo_pop_group_to_source(pointer) }
  func clip() { unsafe cairo_clip(pointer) }
  /// What is drawn from now on goes through a map first.
  func transform(_ map: AffineMap) {
    var matrix = map.cairo
    unsafe cairo_transform(pointer, &matrix)
  }

  /// Makes everything transparent.
  func clear() {
    unsafe cairo_set_operator(pointer, CAIRO_OPERATOR_CLEAR)
    unsafe cairo_paint(pointer)
    unsafe cairo_set_operator(pointer, CAIRO_OPERATOR_OVER)
  }

  // MARK: Paths

  /// Adds an outline to the path.
  func add(_ outline: DeviceOutline) {
    let area = outline.area
    let (x, y, width, height) = (area.origin.x, area.origin.y, area.size.width, area.size.height)
    switch outline {
    case .rectangle(_, let radius) where radius <= 0:
      unsafe cairo_rectangle(pointer, x, y, width, height)
    case .rectangle(_, let radius):
      let quarter = Double.pi / 2
      unsafe cairo_new_sub_path(pointer)
      unsafe cairo_arc(pointer, x + width - radius, y + radius, radius, -quarter, 0)
      unsafe cairo_arc(pointer, x + width - radius, y + height - radius, radius, 0, quarter)
      unsafe cairo_arc(pointer, x + radius, y + height - radius, radius, quarter, 2 * quarter)
      unsafe cairo_arc(pointer, x + radius, y + radius, radius, 2 * quarter, 3 * quarter)
      unsafe cairo_close_path(pointer)
    case .ellipse:
      guard width > 0, height > 0 else { return }
      unsafe cairo_new_sub_path(pointer)
      unsafe cairo_save(pointer)
      unsafe cairo_translate(pointer, x + width / 2, y + height / 2)
      unsafe cairo_scale(pointer, width / 2, height / 2)
      unsafe cairo_arc(pointer, 0, 0, 1, 0, 2 * Double.pi)
      unsafe cairo_restore(pointer)
      unsafe cairo_close_path(pointer)
    }
  }

  /// Adds a rectangle to the path.
  func addRectangle(_ rect: Rect) {
    unsafe cairo_rectangle(
      pointer, rect.origin.x, rect.origin.y, rect.size.width, rect.size.height)
  }

  // MARK: Painting

  /// Fills the path, and forgets it.
  func fill(evenOdd: Bool = false) {
    unsafe cairo_set_fill_rule(
      pointer, evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    unsafe cairo_fill(pointer)
  }

  /// Fills the path without blending at its edges.
  func fillHard() {
    unsafe cairo_set_antialias(pointer, CAIRO_ANTIALIAS_NONE)
    fill()
    unsafe cairo_set_antialias(pointer, CAIRO_ANTIALIAS_DEFAULT)
  }

  /// Paints the source through a mask whose top left corner lies on a pixel.
  func mask(_ surface: ImageSurface, x: Double, y: Double) {
    unsafe cairo_mask_surface(pointer, surface.pointer, x, y)
  }

  /// Whether what is painted is added to what is there, and does not cover it.
  var addsColors: Bool {
    get { unsafe cairo_get_operator(pointer) == CAIRO_OPERATOR_ADD }
    nonmutating set {
      unsafe cairo_set_operator(pointer, newValue ? CAIRO_OPERATOR_ADD : CAIRO_OPERATOR_OVER)
    }
  }

  /// Paints the source everywhere.
  func paint() { unsafe cairo_paint(pointer) }
  /// Paints the source everywhere at an opacity.
  func paint(opacity: Double) { unsafe cairo_paint_with_alpha(pointer, opacity) }

  /// Paints vectors over an area.
  func paint(_ vectors: SVGSurface, over area: Rect) { unsafe vectors.draw(on: pointer, in: area) }

  // MARK: Sources

  func setColor(_ color: Color) {
    unsafe cairo_set_source_rgba(
      pointer, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
      Double(color.alpha) / 255)
  }

  /// A straight blend over an area; the angle in degrees, 0 left to right, 90 top to bottom.
  func setGradient(from start: Color, to end: Color, angle: Double, over area: Rect) {
    let radians = angle * .pi / 180
    let (dx, dy) = (cos(radians), sin(radians))
    let reach = (abs(dx) * area.size.width + abs(dy) * area.size.height) / 2
    let middle = Point(
      x: area.origin.x + area.size.width / 2, y: area.origin.y + area.size.height / 2)
    let pattern = unsafe cairo_pattern_create_linear(
      middle.x - dx * reach, middle.y - dy * reach, middle.x + dx * reach, middle.y + dy * reach)
    for (offset, color) in [(0.0, start), (1.0, end)] {
      unsafe cairo_pattern_add_color_stop_rgba(
        pattern, offset, Double(color.red) / 255, Double(color.green) / 255,
        Double(color.blue) / 255, Double(color.alpha) / 255)
    }
    unsafe cairo_set_source(pointer, pattern)
    unsafe cairo_pattern_destroy(pattern)
  }

  /// How the pixels of a surface are taken.
  enum Sampling {
    /// One pixel is one device pixel; outside there is nothing.
    case exact
    /// One pixel is one device pixel; outside lies the mirror image.
    case mirrored
    /// Scaled down well.
    case reduced
  }

  /// A surface as the source.
  ///
  /// The matrix takes device coordinates to the surface's pixels.
  func setSurface(
    _ surface: ImageSurface, deviceToPixels matrix: AffineMap, sampling: Sampling
  ) {
    let pattern = unsafe cairo_pattern_create_for_surface(surface.pointer)
    var inner = matrix.cairo
    unsafe cairo_pattern_set_matrix(pattern, &inner)
    switch sampling {
    case .exact:
      unsafe cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
      unsafe cairo_pattern_set_extend(pattern, CAIRO_EXTEND_NONE)
    case .mirrored:
      unsafe cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
      unsafe cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REFLECT)
    case .reduced:
      // Padded, so that the edges do not blend with the nothing outside.
      unsafe cairo_pattern_set_filter(pattern, CAIRO_FILTER_GOOD)
      unsafe cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    }
    unsafe cairo_set_source(pointer, pattern)
    unsafe cairo_pattern_destroy(pattern)
  }

  // MARK: Text

  /// The face and the size in the surface's units.
  func setFont(_ face: BorrowedFace, size: Double) {
    unsafe cairo_set_font_face(pointer, face.pointer)
    unsafe cairo_set_font_size(pointer, size)
  }

  func showGlyphs(_ glyphs: [cairo_glyph_t]) {
    unsafe glyphs.withUnsafeBufferPointer { glyphs in
      unsafe cairo_show_glyphs(pointer, glyphs.baseAddress, Int32(glyphs.count))
    }
  }

  /// A step of an outline.
  enum Step {
    case move(Point)
    case line(Point)
    case curve(Point, Point, Point)
    case close
  }

  /// The outlines of glyphs.
  func outlines(of glyphs: [cairo_glyph_t]) -> [Step] {
    unsafe cairo_new_path(pointer)
    unsafe glyphs.withUnsafeBufferPointer { glyphs in
      unsafe cairo_glyph_path(pointer, glyphs.baseAddress, Int32(glyphs.count))
    }
    guard let path = unsafe cairo_copy_path(pointer) else { return [] }
    defer { unsafe cairo_path_destroy(path) }
    var steps: [Step] = []
    var index = 0
    let count = unsafe Int(path.pointee.num_data)
    while index < count, let data = unsafe path.pointee.data {
      func point(_ offset: Int) -> Point {
        let point = unsafe data[index + offset].point
        return Point(x: point.x, y: point.y)
      }
      let header = unsafe data[index].header
      switch header.type {
      case CAIRO_PATH_MOVE_TO: steps.append(.move(point(1)))
      case CAIRO_PATH_LINE_TO: steps.append(.line(point(1)))
      case CAIRO_PATH_CURVE_TO: steps.append(.curve(point(1), point(2), point(3)))
      default: steps.append(.close)
      }
      index += max(Int(header.length), 1)
    }
    unsafe cairo_new_path(pointer)
    return steps
  }
}

/// A font face that somebody else owns and keeps for as long as the painter draws.
@safe struct BorrowedFace {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }
}

/// A map of coordinates: a scale, a turn and a shift.
struct AffineMap: Equatable {
  var xx = 1.0
  var yx = 0.0
  var xy = 0.0
  var yy = 1.0
  var x0 = 0.0
  var y0 = 0.0

  var cairo: cairo_matrix_t {
    cairo_matrix_t(xx: xx, yx: yx, xy: xy, yy: yy, x0: x0, y0: y0)
  }

  /// This map, then another.
  func then(_ next: AffineMap) -> AffineMap {
    AffineMap(
      xx: next.xx * xx + next.xy * yx, yx: next.yx * xx + next.yy * yx,
      xy: next.xx * xy + next.xy * yy, yy: next.yx * xy + next.yy * yy,
      x0: next.xx * x0 + next.xy * y0 + next.x0, y0: next.yx * x0 + next.yy * y0 + next.y0)
  }
}
