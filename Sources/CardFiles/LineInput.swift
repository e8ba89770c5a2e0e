import Foundation

/// The lines of standard input, one after another as they come.
public final class LineInput {
  /// A line without its end.
  public enum Line: Sendable, Equatable {
    /// What stands in the line.
    case bytes([UInt8])
    /// A line of so many bytes, more than are read; what stood in it is gone.
    case tooLong(Int)
  }

  /// The most bytes of a line.
  public let limit: Int
  private let descriptor: Int32
  private let shouldStop: () -> Bool
  private var chunk = [UInt8](repeating: 0, count: 65_536)
  private var filled = 0
  private var used = 0

  /// Reads standard input; `shouldStop` is asked at least five times a second while none comes.
  public convenience init(limit: Int, shouldStop: @escaping () -> Bool = { false }) {
    self.init(descriptor: STDIN_FILENO, limit: limit, shouldStop: shouldStop)
  }

  init(descriptor: Int32, limit: Int, shouldStop: @escaping () -> Bool = { false }) {
    self.descriptor = descriptor
    self.limit = limit
    self.shouldStop = shouldStop
  }

  /// The next line, nil at the end of the input or once told to stop.
  ///
  /// A last line needs no end.
  ///
  /// - Throws: `FileError` where the input cannot be read.
  public func next() throws(FileError) -> Line? {
    var line: [UInt8] = []
    var length = 0
    while true {
      if used == filled, try !fill() {
        if shouldStop() || length == 0 { return nil }
        return length > limit ? .tooLong(length) : .bytes(line)
      }
      let end = chunk[used..<filled].firstIndex(of: 0x0A)
      let part = chunk[used..<(end ?? filled)]
      length += part.count
      if length <= limit { line += part } else { line = [] }
      used = end.map { $0 + 1 } ?? filled
      if end != nil { return length > limit ? .tooLong(length) : .bytes(line) }
    }
  }

  /// Reads what there is; false at the end of the input or once told to stop.
  private func fill() throws(FileError) -> Bool {
    while !shouldStop() {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if unsafe poll(&waiting, 1, 200) <= 0 { continue }
      let descriptor = descriptor
      let count = unsafe chunk.withUnsafeMutableBytes { buffer in
        unsafe Foundation.read(descriptor, buffer.baseAddress, buffer.count)
      }
      if count < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        throw .from(errno, "standard input", .read)
      }
      (used, filled) = (0, count)
      return count > 0
    }
    return false
  }
}
