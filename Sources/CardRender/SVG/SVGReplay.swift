internal import CGraphics
import CardModel

/// Gives a drawing to Cairo.
@safe struct SVGReplay {
  private let drawing: SVGDrawing
  /// The drawing's surfaces as far as they are made; nil for one that failed.
  private var surfaces: [OpaquePointer?]

  private init(_ drawing: SVGDrawing) {
    self.drawing = drawing
    unsafe surfaces = []
  }

  /// A recording of a drawing, which the caller owns; nil where Cairo fails.
  static func recording(of drawing: SVGDrawing) -> OpaquePointer? {
    var replay = SVGReplay(drawing)
    for surface in drawing.surfaces { unsafe replay.surfaces.append(replay.make(surface)) }
    let edge = Rect(
      origin: Point(x: 0, y: 0), size: Size(width: drawing.width, height: drawing.height))
    let recording = unsafe replay.record(drawing.operations, edge: edge)
    unsafe replay.surfaces.forEach { unsafe cairo_surface_destroy($0) }
    return unsafe recording
  }

  private func make(_ surface: SVGDrawing.Surface) -> OpaquePointer? {
    switch surface {
    case .image(let width, let height, let isMask, let pixels):
      unsafe image(width: width, height: height, isMask: isMask, pixels)
    case .vectors(let edge, let operations): unsafe record(operations, edge: edge)
    }
  }

  private func image(
    width: Int, height: Int, isMask: Bool, _ pixels: [UInt8]
  ) -> OpaquePointer? {
    let surface = unsafe cairo_image_surface_create(
      isMask ? CAIRO_FORMAT_A8 : CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    guard unsafe cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
      let data = unsafe cairo_image_surface_get_data(surface)
    else {
      unsafe cairo_surface_destroy(surface)
      return nil
    }
    let stride = Int(unsafe cairo_image_surface_get_stride(surface))
    let row = width * (isMask ? 1 : 4)
    for y in 0..<height {
      for x in 0..<row { unsafe data[y * stride + x] = pixels[y * row + x] }
    }
    unsafe cairo_surface_mark_dirty(surface)
    return unsafe surface
  }

  private func record(_ operations: [SVGDrawing.Operation], edge: Rect?) -> OpaquePointer? {
    let surface: OpaquePointer?
    if let edge {
      var extents = cairo_rectangle_t(
        x: edge.origin.x, y: edge.origin.y, width: edge.size.width, height: edge.size.height)
      unsafe surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents)
    } else {
      unsafe surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, nil)
    }
    guard let surface = unsafe surface, let cairo = unsafe cairo_create(surface) else { return nil }
    var depth = 0
    for operation in operations { unsafe perform(operation, on: cairo, &depth) }
    let isFine =
      unsafe cairo_status(cairo) == CAIRO_STATUS_SUCCESS
      && cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS
    unsafe cairo_destroy(cairo)
    guard isFine else {
      unsafe cairo_surface_destroy(surface)
      return nil
    }
    return unsafe surface
  }

  private func perform(
    _ operation: SVGDrawing.Operation, on cairo: OpaquePointer, _ depth: inout Int
  ) {
    switch operation {
    case .save:
      unsafe cairo_save(cairo)
      depth += 1
    case .restore:
      guard depth > 0 else { return }
      unsafe cairo_restore(cairo)
      depth -= 1
    case .resetClip: unsafe cairo_reset_clip(cairo)
    case .restart:
      while depth > 0 {
        unsafe cairo_restore(cairo)
        depth -= 1
      }
      unsafe cairo_reset_clip(cairo)
    case .clip(let rule, let path):
      unsafe cairo_set_fill_rule(cairo, cairo_fill_rule_t(rule))
      unsafe add(path, to: cairo)
      unsafe cairo_clip(cairo)
    case .fill(let kind, let source, let rule, let path):
      unsafe set(source, kind, on: cairo)
      unsafe cairo_set_fill_rule(cairo, cairo_fill_rule_t(rule))
      unsafe add(path, to: cairo)
      unsafe cairo_fill(cairo)
    case .stroke(let kind, let source, let pen, let path):
      unsafe stroke(path, with: pen, source, kind, on: cairo)
    case .paint(let kind, let source, let alpha):
      unsafe set(source, kind, on: cairo)
      if alpha < 1 {
        unsafe cairo_paint_with_alpha(cairo, alpha)
      } else {
        unsafe cairo_paint(cairo)
      }
    case .mask(let kind, let source, let mask):
      unsafe set(source, kind, on: cairo)
      let pattern = unsafe pattern(of: mask)
      unsafe cairo_mask(cairo, pattern)
      unsafe cairo_pattern_destroy(pattern)
    }
  }

  private func stroke(
    _ path: [SVGDrawing.PathElement], with pen: SVGDrawing.Pen, _ source: SVGDrawing.Source,
    _ kind: UInt32, on cairo: OpaquePointer
  ) {
    guard pen.matrix.isInvertible else { return }
    unsafe set(source, kind, on: cairo)
    unsafe cairo_set_line_width(cairo, pen.width)
    unsafe cairo_set_line_cap(cairo, cairo_line_cap_t(pen.cap))
    unsafe cairo_set_line_join(cairo, cairo_line_join_t(pen.join))
    unsafe cairo_set_miter_limit(cairo, pen.miterLimit)
    unsafe cairo_set_dash(cairo, pen.dashes, Int32(pen.dashes.count), pen.dashOffset)
    var matrix = pen.matrix.cairo
    unsafe cairo_set_matrix(cairo, &matrix)
    unsafe add(path, to: cairo)
    unsafe cairo_stroke(cairo)
    unsafe cairo_identity_matrix(cairo)
  }

  private func add(_ path: [SVGDrawing.PathElement], to cairo: OpaquePointer) {
    unsafe cairo_new_path(cairo)
    for element in path {
      switch element {
      case .move(let x, let y): unsafe cairo_move_to(cairo, x, y)
      case .line(let x, let y): unsafe cairo_line_to(cairo, x, y)
      case .curve(let x1, let y1, let x2, let y2, let x3, let y3):
        unsafe cairo_curve_to(cairo, x1, y1, x2, y2, x3, y3)
      case .close: unsafe cairo_close_path(cairo)
      }
    }
  }

  private func set(_ source: SVGDrawing.Source, _ kind: UInt32, on cairo: OpaquePointer) {
    let pattern = unsafe pattern(of: source)
    unsafe cairo_set_source(cairo, pattern)
    unsafe cairo_pattern_destroy(pattern)
    unsafe cairo_set_operator(cairo, cairo_operator_t(kind))
  }

  private func pattern(of source: SVGDrawing.Source) -> OpaquePointer? {
    switch source {
    case .color(let red, let green, let blue, let alpha):
      return unsafe cairo_pattern_create_rgba(red, green, blue, alpha)
    case .linear(let p, let blend):
      guard blend.matrix.isInvertible else { break }
      let pattern = unsafe cairo_pattern_create_linear(p[0], p[1], p[2], p[3])
      unsafe finish(pattern, blend)
      return unsafe pattern
    case .radial(let c, let blend):
      guard blend.matrix.isInvertible else { break }
      let pattern = unsafe cairo_pattern_create_radial(c[0], c[1], c[2], c[3], c[4], c[5])
      unsafe finish(pattern, blend)
      return unsafe pattern
    case .surface(let index, let extend, let filter, let matrix):
      guard unsafe index < surfaces.count, let surface = unsafe surfaces[index],
        matrix.isInvertible
      else { break }
      let pattern = unsafe cairo_pattern_create_for_surface(surface)
      var matrix = matrix.cairo
      unsafe cairo_pattern_set_matrix(pattern, &matrix)
      unsafe cairo_pattern_set_extend(pattern, cairo_extend_t(extend))
      unsafe cairo_pattern_set_filter(pattern, cairo_filter_t(filter))
      return unsafe pattern
    }
    return unsafe cairo_pattern_create_rgba(0, 0, 0, 0)
  }

  private func finish(_ pattern: OpaquePointer?, _ blend: SVGDrawing.Blend) {
    var matrix = blend.matrix.cairo
    unsafe cairo_pattern_set_matrix(pattern, &matrix)
    unsafe cairo_pattern_set_extend(pattern, cairo_extend_t(blend.extend))
    for stop in blend.stops {
      unsafe cairo_pattern_add_color_stop_rgba(
        pattern, stop[0], stop[1], stop[2], stop[3], stop[4])
    }
  }
}

extension SVGDrawing.Matrix {
  fileprivate var cairo: cairo_matrix_t {
    cairo_matrix_t(xx: xx, yx: yx, xy: xy, yy: yy, x0: x0, y0: y0)
  }
}
