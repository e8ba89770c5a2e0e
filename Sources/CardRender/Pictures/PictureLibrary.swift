public import CardLayout
public import CardModel

/// Gives pictures by the name of their source, and keeps what it decoded; one worker's own.
public final class PictureLibrary: PictureSizing {
  private struct Entry {
    let content: Content
    let identity: String
  }

  private enum Content {
    case pixels(PictureHeader)
    /// The size in points.
    case vectors(Size)
  }

  private struct Vectors {
    let surface: SVGSurface
    let findings: [Finding]
  }

  private static let vectorLimit = 256
  /// The most bytes of a file that are kept until the next one is read.
  private static let readLimit = 4 << 20
  /// The most bytes of files for documents that are kept; each is in a document once, whatever is
  /// kept here.
  private static let documentLimit = 16 << 20

  private struct Key: Hashable {
    let source: String
    let size: PixelSize
  }

  private let source: PictureSource
  private let decoder: PictureDecoder
  private let cacheLimit: Int
  private let svg: SVGLoader
  private let svgTrust: SVGTrust
  private var entries: [String: Result<Entry, PictureError>] = [:]
  private var decoded: [Key: DecodedPicture] = [:]
  private var recent: [Key] = []
  private(set) var cachedBytes = 0
  private var documents: [String: JPEGFile] = [:]
  private var documentBytes = 0
  private var damaged: Set<String> = []
  private var vectors: [String: Vectors] = [:]
  /// What was read last: a card's picture is asked for its size first, and drawn then.
  private var lastRead: (source: String, bytes: [UInt8])?

  /// Makes a library over a folder, which nothing outside is read of.
  ///
  /// A damaged picture is an error, or where `allowsDamage` is true is drawn as far as it goes.
  /// `cacheLimit` is in bytes. `svg` reads SVGs, and may be shared with other libraries; without it
  /// the library has one of its own that knows no fonts. `svgTrust` says which files may be drawn in
  /// this process where the program for them is missing.
  public init(
    assetsFolder: String?, limits: PictureLimits = PictureLimits(), allowsDamage: Bool = false,
    cacheLimit: Int = 2 << 20, svg: SVGLoader? = nil, svgTrust: SVGTrust = .none
  ) {
    self.source = PictureSource(folder: assetsFolder, limit: limits.bytes)
    self.decoder = PictureDecoder(limits: limits, allowsDamage: allowsDamage)
    self.cacheLimit = cacheLimit
    self.svg = svg ?? SVGLoader(fontFiles: [], limits: limits.svg)
    self.svgTrust = svgTrust
  }

  /// The upright extent of a picture in pixels, of its header only; that of vectors at 300 dpi.
  ///
  /// - Throws: `PictureError` where it cannot be read.
  public func pixelSize(of source: String) throws(PictureError) -> PixelSize {
    switch try entry(source).content {
    case .pixels(let header): Self.uprightSize(of: header)
    case .vectors(let size): SVGPicture.pixelSize(of: size)
    }
  }

  /// Whether a picture is an SVG that can be read.
  public func isVector(_ source: String) -> Bool {
    guard case .success(let entry)? = entries[source], case .vectors = entry.content else {
      return false
    }
    return true
  }

  private static func uprightSize(of header: PictureHeader) -> PixelSize {
    header.isTurned
      ? PixelSize(width: header.height, height: header.width)
      : PixelSize(width: header.width, height: header.height)
  }

  /// What happened to a picture that was given: damage, or parts of an SVG that are not drawn.
  public func findings(of source: String) -> [Finding] {
    if let vectors = vectors[source] { return vectors.findings }
    guard damaged.contains(source) else { return [] }
    return [
      Finding(
        .damagedPicture, .warning,
        "The picture '\(PictureSource.name(source))' is damaged and drawn as far as it goes.")
    ]
  }

  /// Reads a picture through, as far as needed to know that it can be drawn.
  ///
  /// - Throws: `PictureError` where it cannot.
  public func check(_ source: String) throws(PictureError) {
    if try vectors(of: source) != nil { return }
    _ = try pixels(of: source, atLeast: PixelSize(width: 1, height: 1))
  }

  /// A short text that is another one where the picture's bytes are others; nil where it cannot be
  /// read.
  public func fingerprint(of source: String) -> String? { try? entry(source).identity }

  /// Forgets a picture, whose file has changed, or all of them.
  public func forget(_ source: String? = nil) {
    for key in decoded.keys where source == nil || key.source == source {
      cachedBytes -= decoded.removeValue(forKey: key)?.byteCount ?? 0
    }
    recent.removeAll { source == nil || $0.source == source }
    guard let source else {
      (entries, documents, damaged, vectors) = ([:], [:], [], [:])
      (documentBytes, lastRead) = (0, nil)
      return
    }
    entries[source] = nil
    documentBytes -= documents.removeValue(forKey: source)?.bytes.count ?? 0
    damaged.remove(source)
    vectors[source] = nil
    if lastRead?.source == source { lastRead = nil }
  }

  private func entry(_ name: String) throws(PictureError) -> Entry {
    if let known = entries[name] { return try known.get() }
    let found: Result<Entry, PictureError>
    do throws(PictureError) {
      let bytes = try source.bytes(of: name)
      found = .success(try entry(name, bytes))
      lastRead = bytes.count <= Self.readLimit ? (name, bytes) : nil
    } catch {
      found = .failure(error)
    }
    entries[name] = found
    return try found.get()
  }

  private func entry(_ name: String, _ bytes: [UInt8]) throws(PictureError) -> Entry {
    let content: Content =
      if !bytes.isEmpty, PictureFormat(bytes) == .svg {
        .vectors(try svg.size(of: bytes, named: PictureSource.name(name)))
      } else {
        .pixels(try decoder.header(of: bytes, named: PictureSource.name(name)))
      }
    return Entry(content: content, identity: Fingerprint(bytes).description)
  }

  /// The bytes of a picture, which are those that its entry was made of.
  private func bytes(of name: String, _ known: Entry) throws(PictureError) -> [UInt8] {
    if let lastRead, lastRead.source == name { return lastRead.bytes }
    let bytes = try source.bytes(of: name)
    guard Fingerprint(bytes).description == known.identity else {
      throw PictureError("The picture '\(PictureSource.name(name))' changed while it was in use.")
    }
    return bytes
  }

  private func decode(
    _ name: String, atLeast size: PixelSize
  ) throws(PictureError) -> DecodedPicture {
    let known = try entry(name)
    guard case .pixels(let header) = known.content else {
      throw PictureError("The picture '\(PictureSource.name(name))' has no pixels.")
    }
    let result = try decoder.decode(
      try bytes(of: name, known), header, named: PictureSource.name(name),
      identity: known.identity, atLeast: size)
    if result.isDamaged { damaged.insert(name) }
    return result.picture
  }

  private func draw(_ name: String, _ known: Entry) throws(PictureError) -> Vectors {
    let picture = try svg.picture(
      of: try bytes(of: name, known), named: PictureSource.name(name),
      trusted: svgTrust.includes(name))
    return Vectors(surface: try picture.surface(), findings: picture.findings)
  }
}

extension PictureLibrary: PictureProviding {
  package func identity(of source: String) throws(PictureError) -> String {
    try entry(source).identity
  }

  package func pixels(
    of source: String, atLeast size: PixelSize
  ) throws(PictureError) -> DecodedPicture {
    let key = Key(source: source, size: size)
    if let kept = decoded[key] {
      if let place = recent.firstIndex(of: key) { recent.append(recent.remove(at: place)) }
      return kept
    }
    let picture: DecodedPicture
    do throws(PictureError) {
      picture = try decode(source, atLeast: size)
    } catch {
      // A picture that cannot be decoded once is not tried again for each card.
      entries[source] = .failure(error)
      throw error
    }
    guard picture.byteCount <= cacheLimit else { return picture }
    while cachedBytes + picture.byteCount > cacheLimit, !recent.isEmpty {
      cachedBytes -= decoded.removeValue(forKey: recent.removeFirst())?.byteCount ?? 0
    }
    decoded[key] = picture
    recent.append(key)
    cachedBytes += picture.byteCount
    return picture
  }

  package func documentPicture(
    of source: String, atLeast size: PixelSize
  ) throws(PictureError) -> DocumentPicture {
    if let file = documents[source] { return .jpeg(file) }
    let known = try entry(source)
    guard case .pixels(let header) = known.content else {
      return .pixels(try pixels(of: source, atLeast: size))
    }
    let whole = Self.uprightSize(of: header)
    let isPhoto = header.format == .jpeg
    guard header.passes,
      whole.width <= max(size.width, 1) * 3 / 2 || whole.height <= max(size.height, 1) * 3 / 2
    else { return .pixels(try pixels(of: source, atLeast: size), isPhoto: isPhoto) }
    // A file is only passed on once all of it has been read without a complaint.
    let checked = try pixels(of: source, atLeast: PixelSize(width: 1, height: 1))
    if damaged.contains(source) {
      return .pixels(checked.width > 1 ? try pixels(of: source, atLeast: size) : checked)
    }
    guard let bytes = JPEGPrivacy.strip(try self.bytes(of: source, known)) else {
      return .pixels(try pixels(of: source, atLeast: size), isPhoto: isPhoto)
    }
    let file = JPEGFile(
      bytes: bytes, width: header.width, height: header.height,
      orientation: header.orientation, identity: known.identity)
    keep(file, for: source)
    return .jpeg(file)
  }

  private func keep(_ file: JPEGFile, for source: String) {
    guard file.bytes.count < Self.documentLimit / 16 else { return }
    if documentBytes + file.bytes.count > Self.documentLimit {
      (documents, documentBytes) = ([:], 0)
    }
    documents[source] = file
    documentBytes += file.bytes.count
  }

  package func vectors(of source: String) throws(PictureError) -> SVGSurface? {
    if let kept = vectors[source] { return kept.surface }
    let known = try entry(source)
    guard case .vectors = known.content else { return nil }
    do throws(PictureError) {
      let drawn = try draw(source, known)
      if vectors.count >= Self.vectorLimit { vectors = [:] }
      vectors[source] = drawn
      return drawn.surface
    } catch {
      // A picture that cannot be drawn once is not tried again for each card.
      entries[source] = .failure(error)
      throw error
    }
  }
}
