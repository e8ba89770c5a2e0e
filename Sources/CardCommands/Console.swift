internal import CardFiles

/// Standard output, standard error and standard input as values, so that tests see all three.
public struct Console: Sendable {
  /// Takes bytes for standard output, as `-o -` writes them.
  public let write: @Sendable ([UInt8]) throws -> Void
  /// Takes bytes for standard error; a failure there has nobody to be told to.
  public let writeError: @Sendable ([UInt8]) -> Void
  /// Gives all of standard input, or throws where it is longer than so many bytes.
  public let readInput: @Sendable (_ limit: Int) throws -> [UInt8]
  /// How wide the terminal is, in characters, where standard output is one.
  public let columns: Int?

  /// Makes a console of its three ends.
  public init(
    write: @escaping @Sendable ([UInt8]) throws -> Void,
    writeError: @escaping @Sendable ([UInt8]) -> Void,
    readInput: @escaping @Sendable (_ limit: Int) throws -> [UInt8] = { _ in [] },
    columns: Int? = nil
  ) {
    self.write = write
    self.writeError = writeError
    self.readInput = readInput
    self.columns = columns
  }

  /// The console of this process.
  ///
  /// A reader that goes away is an error to handle from now on, and no longer a signal that kills.
  public static var standard: Console {
    StandardStream.ignoreBrokenPipes()
    return Console(
      write: { try StandardStream.output.write($0) },
      writeError: { try? StandardStream.error.write($0) },
      readInput: { try FileReading.standardInput(limit: $0) },
      columns: StandardStream.output.terminalColumns)
  }

  /// Writes a line to standard output.
  ///
  /// - Throws: What ``write`` throws.
  public func print(_ line: String) throws { try write(Array((line + "\n").utf8)) }

  /// Writes a line to standard error.
  public func printError(_ line: String) { writeError(Array((line + "\n").utf8)) }
}
