import Foundation

/// Standard output or standard error of this process.
public enum StandardStream: Sendable {
  /// Where results go.
  case output
  /// Where everything else goes.
  case error

  /// Writes all the bytes.
  ///
  /// - Throws: `FileError`; `brokenPipe` where the reader is gone.
  public func write(_ bytes: [UInt8]) throws(FileError) {
    try FileDescriptor.write(bytes, to: number, path: path)
  }

  /// How wide the terminal is, in characters, or nil where the stream is none.
  public var terminalColumns: Int? {
    var size = winsize()
    guard unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Makes two ends of the process into errors: a reader that goes away, and a file that grows
  /// over the user's limit.
  public static func ignoreSignalsOfWriting() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  private var number: Int32 {
    switch self {
    case .output: STDOUT_FILENO
    case .error: STDERR_FILENO
    }
  }

  /// The name that stands in errors in place of a path.
  var path: String {
    switch self {
    case .output: "standard output"
    case .error: "standard error"
    }
  }
}
