internal import CPicture
internal import CardLayout

/// Decodes one file; its errors name the source.
struct PictureDecoder {
  let limits: PictureLimits
  let allowsDamage: Bool

  /// What the header tells, checked against the limits.
  func header(of bytes: [UInt8], named name: String) throws(PictureError) -> PictureHeader {
    if bytes.isEmpty { throw PictureError("The picture '\(name)' is an empty file.") }
    guard let format = PictureFormat(bytes) else {
      throw PictureError(
        "The picture '\(name)' is in no known format; \(PictureFormat.accepted) are read.")
    }
    guard [.png, .jpeg, .webp].contains(format) else {
      throw PictureError(
        "The picture '\(name)' is \(format.rawValue), but only \(PictureFormat.accepted) are read.",
        hint: "Save it as PNG or JPEG.")
    }
    guard let header = PictureHeader(bytes, as: format) else {
      throw damaged(name, format, "its header cannot be read")
    }
    let (width, height) = (header.width, header.height)
    guard max(width, height) <= limits.side else {
      throw PictureError(
        "The picture '\(name)' is \(width) x \(height) pixels, but a side may have at most "
          + "\(limits.side).")
    }
    guard width * height <= limits.pixels else {
      throw PictureError(
        "The picture '\(name)' has \(width * height) pixels, but at most \(limits.pixels) are "
          + "read.")
    }
    return header
  }

  /// The upright pixels, of at least a size where the file has so many.
  func decode(
    _ bytes: [UInt8], _ header: PictureHeader, named name: String, identity: String,
    atLeast target: PixelSize
  ) throws(PictureError) -> (picture: DecodedPicture, isDamaged: Bool) {
    var request = unsafe cpicture_request()
    unsafe request.format =
      switch header.format {
      case .png: 1
      case .jpeg: 2
      default: 3
      }
    let turned = header.isTurned
    unsafe request.width = UInt32(header.width)
    unsafe request.height = UInt32(header.height)
    let wanted = (max(target.width, 1), max(target.height, 1))
    unsafe request.target_width = UInt32(clamping: turned ? wanted.1 : wanted.0)
    unsafe request.target_height = UInt32(clamping: turned ? wanted.0 : wanted.1)
    unsafe request.scans = UInt32(clamping: limits.scans)
    unsafe request.coefficient_bytes = max(limits.coefficientBytes, 0)
    unsafe request.seconds = limits.seconds
    unsafe request.allow_damaged = allowsDamage ? 1 : 0
    var result = unsafe cpicture_result()
    let code = unsafe bytes.withUnsafeBufferPointer { file in
      unsafe header.profile.withUnsafeBufferPointer { profile in
        unsafe request.profile = profile.isEmpty ? nil : profile.baseAddress
        unsafe request.profile_length = profile.count
        return unsafe cpicture_decode(file.baseAddress, file.count, &request, &result)
      }
    }
    defer { unsafe cpicture_free(&result) }
    guard code == 0, let pixels = unsafe result.pixels else {
      switch code {
      case 2:
        throw PictureError(
          "The picture '\(name)' has more than \(limits.scans) scans, the most that are read.")
      case 3:
        throw PictureError(
          "The picture '\(name)' takes longer than \(limits.seconds) seconds to decode.")
      case 5:
        throw PictureError(
          "The picture '\(name)' is a progressive JPEG that takes more than "
            + "\(limits.coefficientBytes) bytes of memory to decode.",
          hint: "Save it as a baseline JPEG, or with fewer pixels.")
      case 4: throw PictureError("There is not enough memory for the picture '\(name)'.")
      default:
        let text = unsafe withUnsafeBytes(of: result.message) { bytes in
          unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        throw damaged(name, header.format, text.isEmpty ? "its data cannot be read" : text)
      }
    }
    let (width, height) = unsafe (Int(result.width), Int(result.height))
    let isOpaque = unsafe result.opaque != 0
    if header.orientation == 1 {
      unsafe result.pixels = nil
      let picture = unsafe DecodedPicture(
        width: width, height: height, isOpaque: isOpaque,
        identity: "\(identity)@\(width)x\(height)", adopting: pixels)
      return (picture, unsafe result.damaged != 0)
    }
    let picture = unsafe DecodedPicture(
      width: turned ? height : width, height: turned ? width : height, isOpaque: isOpaque,
      identity: "\(identity)@\(width)x\(height)"
    ) { memory in
      guard let start = memory.baseAddress else { return }
      unsafe cpicture_orient(
        pixels, UInt32(width), UInt32(height), Int32(header.orientation),
        start.assumingMemoryBound(to: UInt8.self))
    }
    return (picture, unsafe result.damaged != 0)
  }

  private func damaged(_ name: String, _ format: PictureFormat, _ what: String) -> PictureError {
    PictureError(
      "The picture '\(name)' is a damaged or truncated \(format.rawValue) file: \(what).",
      hint: "Export the picture again.")
  }
}
