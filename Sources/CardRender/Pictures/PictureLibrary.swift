public import CardLayout
public import CardModel

/// Gives pictures by the name of their source, and keeps what it decoded; one worker's own.
public final class PictureLibrary: PictureSizing {
  private struct Entry {
    let header: PictureHeader
    let identity: String
  }

  private struct Key: Hashable {
    let source: String
    let size: PixelSize
  }

  private let source: PictureSource
  private let decoder: PictureDecoder
  private let cacheLimit: Int
  private var entries: [String: Result<Entry, PictureError>] = [:]
  private var decoded: [Key: DecodedPicture] = [:]
  private var recent: [Key] = []
  private(set) var cachedBytes = 0
  private var documents: [String: JPEGFile] = [:]
  private var damaged: Set<String> = []

  /// Makes a library over a folder, which nothing outside is read of.
  ///
  /// A damaged picture is an error, or where `allowsDamage` is true is drawn as far as it goes.
  /// `cacheLimit` is in bytes.
  public init(
    assetsFolder: String?, limits: PictureLimits = PictureLimits(), allowsDamage: Bool = false,
    cacheLimit: Int = 64 << 20
  ) {
    self.source = PictureSource(folder: assetsFolder, limit: limits.bytes)
    self.decoder = PictureDecoder(limits: limits, allowsDamage: allowsDamage)
    self.cacheLimit = cacheLimit
  }

  /// The upright extent of a picture in pixels, of its header only.
  ///
  /// - Throws: `PictureError` where it cannot be read.
  public func pixelSize(of source: String) throws(PictureError) -> PixelSize {
    let header = try entry(source).header
    return header.isTurned
      ? PixelSize(width: header.height, height: header.width)
      : PixelSize(width: header.width, height: header.height)
  }

  /// A finding where a picture that was given is damaged.
  public func finding(of source: String) -> Finding? {
    guard damaged.contains(source) else { return nil }
    return Finding(
      .damagedPicture, .warning,
      "The picture '\(PictureSource.name(source))' is damaged and drawn as far as it goes.")
  }

  /// A short text that is another one where the picture's bytes are others; nil where it cannot be
  /// read.
  public func fingerprint(of source: String) -> String? { try? entry(source).identity }

  private func entry(_ name: String) throws(PictureError) -> Entry {
    if let known = entries[name] { return try known.get() }
    let found: Result<Entry, PictureError>
    do throws(PictureError) {
      found = .success(try entry(name, try source.bytes(of: name)))
    } catch {
      found = .failure(error)
    }
    entries[name] = found
    return try found.get()
  }

  private func entry(_ name: String, _ bytes: [UInt8]) throws(PictureError) -> Entry {
    let header = try decoder.header(of: bytes, named: PictureSource.name(name))
    var (first, second) = (UInt64(0xcbf2_9ce4_8422_2325), UInt64(0x9e37_79b9_7f4a_7c15))
    for byte in bytes {
      first = (first ^ UInt64(byte)) &* 0x100_0000_01b3
      second = (second &+ UInt64(byte)) &* 0xff51_afd7_ed55_8ccd
    }
    return Entry(
      header: header,
      identity: "\(String(first, radix: 16))-\(String(second, radix: 16))-\(bytes.count)")
  }

  private func decode(
    _ name: String, atLeast size: PixelSize
  ) throws(PictureError) -> DecodedPicture {
    let known = try entry(name)
    let bytes = try source.bytes(of: name)
    let fresh = try entry(name, bytes)
    guard fresh.identity == known.identity else {
      throw PictureError("The picture '\(PictureSource.name(name))' changed while it was in use.")
    }
    let result = try decoder.decode(
      bytes, fresh.header, named: PictureSource.name(name), identity: fresh.identity,
      atLeast: size)
    if result.isDamaged { damaged.insert(name) }
    return result.picture
  }
}

extension PictureLibrary: PictureProviding {
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
    guard picture.byteCount <= cacheLimit / 2 else { return picture }
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
    let whole = try pixelSize(of: source)
    let isPhoto = known.header.format == .jpeg
    guard known.header.passes,
      whole.width <= max(size.width, 1) * 3 / 2 || whole.height <= max(size.height, 1) * 3 / 2
    else { return .pixels(try pixels(of: source, atLeast: size), isPhoto: isPhoto) }
    // A file is only passed on once all of it has been read without a complaint.
    let checked = try pixels(of: source, atLeast: PixelSize(width: 1, height: 1))
    if damaged.contains(source) {
      return .pixels(checked.width > 1 ? try pixels(of: source, atLeast: size) : checked)
    }
    guard let bytes = JPEGPrivacy.strip(try self.source.bytes(of: source)) else {
      return .pixels(try pixels(of: source, atLeast: size), isPhoto: isPhoto)
    }
    let file = JPEGFile(
      bytes: bytes, width: known.header.width,
      height: known.header.height, orientation: known.header.orientation,
      identity: known.identity)
    if file.bytes.count < cacheLimit / 64 { documents[source] = file }
    return .jpeg(file)
  }
}
