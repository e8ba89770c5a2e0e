internal import CardLayout

/// The door through which the painter gets font faces.
protocol FaceProviding: AnyObject {
  /// The face that a run of glyphs names; the provider keeps it alive.
  ///
  /// - Throws: ``RenderError`` where there is no such face.
  func face(for reference: FaceReference) throws(RenderError) -> BorrowedFace

  /// The file of a face, and the face's number in it.
  ///
  /// - Throws: ``RenderError`` where there is no such face.
  func fontFile(for reference: FaceReference) throws(RenderError) -> (path: String, index: Int)
}
