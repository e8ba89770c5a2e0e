internal import CardModel

extension Preparation {
  /// The item of a picture, or of what stands in where there is none.
  func picture(_ picture: Picture, _ path: NodePath) throws(LayoutError) -> LayoutItem {
    var source = ""
    if let content = picture.source { source = try bound(content, path) }
    var alternative: String?
    if let content = picture.alternative { alternative = try bound(content, path) }
    let outline = try outline(picture.outline, path)
    let border = try stroke(picture.border, path)
    guard !source.isEmpty else {
      var name = ""
      if let content = picture.placeholder { name = try bound(content, path) }
      let arrangement = PlaceholderArrangement(
        initials: initials(of: name), name: alternative ?? name, fit: picture.fit,
        outline: outline, border: border, type: try resolution.type(.h1, path),
        fill: try resolution.color(.grey3, path), color: try resolution.color(.black, path),
        direction: direction, language: language, shaper: shaper, path: path, id: picture.id)
      return LayoutItem(arrangement, path: path, id: picture.id)
    }
    let pixels: PixelSize
    do {
      pixels = try pictures.pixelSize(of: source)
    } catch {
      throw .picture(error, path: path, id: picture.id)
    }
    let arrangement = PictureArrangement(
      source: source, fit: picture.fit, focus: picture.focus, outline: outline, border: border,
      pixels: pixels, isVector: pictures.isVector(source), alternative: alternative, path: path,
      id: picture.id)
    return LayoutItem(arrangement, path: path, id: picture.id)
  }
}
