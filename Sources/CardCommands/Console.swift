internal import CardFiles

/// Standard output, standard error and standard input as values, so that tests see all three.
public struct Console: Sendable {
  /// Takes bytes for standard output, as `-o -` writes them.
  public let write: @Sendable ([UInt8]) throws -> Void
  /// Takes bytes for standard error; a failure there has nobody to be told to.
  public let writeError: @Sendable ([UInt8]) -> Void
  /// Gives the next piece of standard input; an empty one at its end.
  public let readInput: @Sendable () throws -> [UInt8]
  /// How wide the terminal is, in characters, where standard output is one.
  public let columns: Int?
  /// How wide the terminal is, in characters, where standard error is one.
  public let errorColumns: Int?

  /// Makes a console of its three ends.
  public init(
    write: @escaping @Sendable ([UInt8]) throws -> Void,
    writeError: @escaping @Sendable ([UInt8]) -> Void,
    readInput: @escaping @Sendable () throws -> [UInt8] = { [] },
    columns: Int? = nil, errorColumns: Int? = nil
  ) {
    self.write = write
    self.writeError = writeError
    self.readInput = readInput
    self.columns = columns
    self.errorColumns = errorColumns
  }

  /// The console of this process.
  ///
  /// A reader that goes away, or a file over the user's limit, is an error to handle from now on,
  /// and no longer a signal that kills.
  public static var standard: Console {
    StandardStream.ignoreSignalsOfWriting()
    return Console(
      write: { try StandardStream.output.write($0) },
      writeError: { try? StandardStream.error.write($0) },
      readInput: { try FileReading.nextOfStandardInput() },
      columns: StandardStream.output.terminalColumns,
      errorColumns: StandardStream.error.terminalColumns)
  }

  /// Writes a line to standard output.
  ///
  /// - Throws: What ``write`` throws.
  public func print(_ line: String) throws { try write(Array((line + "\n").utf8)) }

  /// Writes a line to standard error.
  public func printError(_ line: String) { writeError(Array((line + "\n").utf8)) }
}

extension Console {
  /// All of standard input.
  ///
  /// - Throws: ``CommandFailure`` where it is longer than a number of bytes.
  func readAll(limit: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let piece = try readInput()
      if piece.isEmpty { return bytes }
      guard bytes.count + piece.count <= limit else {
        throw CommandFailure(
          "What comes from standard input is held in memory here, so it may have at most "
            + "\(limit) bytes.", hint: "Give it as a file.")
      }
      bytes += piece
    }
  }
}
