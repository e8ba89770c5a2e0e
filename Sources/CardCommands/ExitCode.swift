/// What the tool tells the program that started it.
public enum ExitCode: Int32, Sendable, Hashable {
  /// Everything was made.
  case success = 0
  /// Nothing useful came of it.
  case failure = 1
  /// The run finished, and some records failed.
  case someFailed = 2
  /// The command line is wrong (`EX_USAGE`).
  case usage = 64
  /// The user stopped the run (128 and the number of the signal, as shells have it).
  case interrupted = 130
}
