internal import CardLayout
internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#endif

/// Finds the bytes of a picture: a file inside the assets folder, or a `data:` URI.
struct PictureSource {
  let folder: String?
  let limit: Int

  /// How a source is named in sentences: a `data:` URI is long.
  static func name(_ source: String) -> String {
    source.utf8.count > 200 ? "\(source.prefix(40))…" : source
  }

  func bytes(of source: String) throws(PictureError) -> [UInt8] {
    let name = Self.name(source)
    if source.isEmpty { throw PictureError("A picture has an empty source, not a file's name.") }
    if source.prefix(5).lowercased() == "data:" { return try inline(source, name) }
    if source.contains("://") || source.hasPrefix("//") {
      throw PictureError(
        "The picture '\(name)' is an address, but pictures are only read from the assets folder.",
        hint: "Download it into the assets folder first.")
    }
    guard let folder else {
      throw PictureError(
        "The picture '\(name)' cannot be found, as there is no assets folder.",
        hint: "Name the folder that the pictures lie in.")
    }
    var path = Substring(source)
    if path.hasPrefix("/") {
      let root = folder.hasSuffix("/") ? folder : folder + "/"
      guard path.hasPrefix(root) else {
        throw PictureError("The picture '\(name)' lies outside the assets folder.")
      }
      path = path.dropFirst(root.count)
    }
    let parts = path.split(separator: "/").filter { $0 != "." }
    guard !parts.isEmpty, !parts.contains(".."), !source.utf8.contains(0) else {
      throw PictureError("The picture '\(name)' lies outside the assets folder.")
    }
    return try read(parts.map(String.init), folder, name)
  }

  /// Opens each part of a path without following links, so that nothing leads outside.
  private func read(
    _ parts: [String], _ folder: String, _ name: String
  ) throws(PictureError) -> [UInt8] {
    var current = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if current >= 0 { close(current) } }
    guard current >= 0 else {
      throw PictureError("The assets folder '\(folder)' cannot be opened.")
    }
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | (isLast ? 0 : O_DIRECTORY)
      let next = unsafe openat(current, part, flags)
      let reason = errno
      close(current)
      current = next
      if next < 0 {
        switch reason {
        case ENOENT, ENOTDIR:
          var status = stat()
          _ = unsafe lstat("\(folder)/\(part)", &status)
          if status.st_mode & S_IFMT == S_IFLNK { fallthrough }
          throw PictureError("There is no picture '\(name)' in the assets folder.")
        case ELOOP:
          throw PictureError(
            "The picture '\(name)' is reached through a symbolic link, which is not followed.",
            hint: "Copy the file into the assets folder.")
        case EACCES: throw PictureError("The picture '\(name)' may not be read.")
        default: throw PictureError("The picture '\(name)' cannot be opened.")
        }
      }
    }
    var status = stat()
    guard unsafe fstat(current, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw PictureError("The picture '\(name)' is not a file.")
    }
    let size = Int(status.st_size)
    try check(size, name)
    var count = 0
    let fd = current
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { memory, filled in
      while count < size {
        guard let start = memory.baseAddress else { break }
        let got = unsafe Glibc.read(fd, start + count, size - count)
        if got < 0 && errno == EINTR { continue }
        if got <= 0 { break }
        count += got
      }
      filled = count
    }
    guard count == size else { throw PictureError("The picture '\(name)' cannot be read whole.") }
    return bytes
  }

  private func inline(_ source: String, _ name: String) throws(PictureError) -> [UInt8] {
    try check(source.utf8.count / 4 * 3, name)
    guard let comma = source.firstIndex(of: ",") else {
      throw PictureError("The picture '\(name)' is no data URI: it has no comma.")
    }
    let body = String(source[source.index(after: comma)...])
    var plain: [UInt8] = []
    var rest = Array(body.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == 0x25 {
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else {
          throw PictureError("The picture '\(name)' is no data URI: a '%' lacks its two digits.")
        }
        rest = rest.dropFirst(2)
        plain.append(value)
      } else {
        plain.append(byte)
      }
    }
    guard source[..<comma].lowercased().hasSuffix(";base64") else { return plain }
    plain.removeAll { $0 <= 0x20 }
    while plain.count % 4 != 0 { plain.append(0x3D) }
    guard let data = Data(base64Encoded: Data(plain)) else {
      throw PictureError("The picture '\(name)' is no data URI: its base64 cannot be read.")
    }
    return [UInt8](data)
  }

  private func check(_ size: Int, _ name: String) throws(PictureError) {
    guard size <= limit else {
      throw PictureError(
        "The picture '\(name)' has \(size) bytes, but at most \(limit) are read.")
    }
  }
}
