internal import CGraphics

/// The library's words for a status.
func cairoWords(_ status: CairoStatus) -> String? {
  guard status.rawValue < CAIRO_STATUS_LAST_STATUS.rawValue,
    let words = unsafe cairo_status_to_string(cairo_status_t(rawValue: status.rawValue))
  else { return nil }
  return unsafe String(cString: words)
}

/// Throws where a status is a failure.
func check(_ status: cairo_status_t, while operation: String) throws(RenderError) {
  guard status == CAIRO_STATUS_SUCCESS else {
    throw RenderError(status: CairoStatus(rawValue: status.rawValue), while: operation)
  }
}

/// Takes over a new surface, or destroys it and throws.
func adoptSurface(
  _ created: OpaquePointer?, while operation: String
) throws(RenderError) -> OpaquePointer {
  guard let created = unsafe created else { throw RenderError(status: .noMemory, while: operation) }
  do throws(RenderError) {
    try unsafe check(cairo_surface_status(created), while: operation)
  } catch {
    unsafe cairo_surface_destroy(created)
    throw error
  }
  return unsafe created
}

/// Takes over a new context, or destroys it and throws.
func adoptContext(
  _ created: OpaquePointer?, while operation: String
) throws(RenderError) -> OpaquePointer {
  guard let created = unsafe created else { throw RenderError(status: .noMemory, while: operation) }
  do throws(RenderError) {
    try unsafe check(cairo_status(created), while: operation)
  } catch {
    unsafe cairo_destroy(created)
    throw error
  }
  return unsafe created
}
