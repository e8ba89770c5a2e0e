#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs `cardstock-svg`, the program that draws what is not trusted.
///
/// The program limits its own memory and processor time; this side limits the time on the clock and
/// what it reads back. Input goes through a socket, since a pipe to a program that has died would
/// end this process by a signal.
struct SVGProgram: Sendable {
  /// What came of a run.
  enum Outcome: Sendable, Equatable {
    /// It ended well; what it wrote.
    case output([UInt8])
    /// It gave a reason.
    case refused(String)
    /// It crashed or ran into a limit of memory or processor time.
    case died
    /// It took longer than it may.
    case late
    /// It could not be started.
    case notStarted
  }

  /// The path of the program.
  let path: String

  private static let outputLimit = 80 * 1024 * 1024

  /// The program at a path, or beside the running one; nil where there is none.
  static func find(_ path: String?) -> SVGProgram? {
    guard let path = path ?? executableFolder().map({ $0 + "/cardstock-svg" }) else { return nil }
    return unsafe access(path, X_OK) == 0 ? SVGProgram(path: path) : nil
  }

  private static func executableFolder() -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    #if os(Linux)
      let length = unsafe readlink("/proc/self/exe", &buffer, buffer.count - 1)
      guard length > 0 else { return nil }
    #else
      guard let first = CommandLine.arguments.first, unsafe realpath(first, &buffer) != nil else {
        return nil
      }
    #endif
    let path = String(
      decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }

  /// Runs the program with an input, for as long as it may take.
  func run(_ arguments: [String], input: [UInt8], seconds: Double) -> Outcome {
    guard let run = Run(path: path, arguments: arguments) else { return .notStarted }
    return run.finish(input: input, seconds: seconds, limit: Self.outputLimit)
  }

  /// A run: its process and this side's end of the socket that is its input and its output.
  private struct Run {
    let process: pid_t
    let socket: Int32

    init?(path: String, arguments: [String]) {
      #if os(Linux)
        // Closed in other programs that other threads start at this moment.
        let stream = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      #else
        let stream = SOCK_STREAM
      #endif
      var ends: [Int32] = [-1, -1]
      guard unsafe socketpair(AF_UNIX, stream, 0, &ends) == 0 else { return nil }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }

      #if os(Linux)
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
      #else
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
      #endif
      unsafe posix_spawn_file_actions_init(&actions)
      unsafe posix_spawnattr_init(&attributes)
      defer {
        unsafe posix_spawn_file_actions_destroy(&actions)
        unsafe posix_spawnattr_destroy(&attributes)
      }
      unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
      unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
      unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
      // A group of its own: the terminal's Ctrl-C is for the parent to answer.
      // What this process ignores or blocks, such as the end of processor time, means nothing there.
      let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
      unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
      var signals = sigset_t()
      unsafe sigemptyset(&signals)
      unsafe posix_spawnattr_setsigmask(&attributes, &signals)
      unsafe sigfillset(&signals)
      unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
      unsafe posix_spawnattr_setpgroup(&attributes, 0)

      var process: pid_t = 0
      let started = unsafe Run.withStrings([path] + arguments) { argv in
        unsafe Run.withStrings(Run.environment()) { envp in
          unsafe posix_spawn(&process, path, &actions, &attributes, argv, envp)
        }
      }
      close(ends[1])
      guard started == 0 else {
        close(ends[0])
        return nil
      }
      self.process = process
      socket = ends[0]
      _ = fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK)
    }

    /// Feeds and drains the process until it ends or its time is over.
    func finish(input bytes: [UInt8], seconds: Double, limit: Int) -> Outcome {
      let end = ContinuousClock.now.advanced(by: .milliseconds(Int(seconds * 1000)))
      var sent = 0
      var received: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 65536)
      var isLate = false
      reading: while true {
        let left = ContinuousClock.now.duration(to: end).components
        let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000
        guard milliseconds > 0, received.count <= limit else {
          isLate = received.count <= limit
          kill(process, SIGKILL)
          break
        }
        let events = POLLIN | (sent < bytes.count ? POLLOUT : 0)
        var wait = pollfd(fd: socket, events: Int16(events), revents: 0)
        guard unsafe poll(&wait, 1, Int32(min(milliseconds, 1000))) >= 0 else {
          if errno == EINTR { continue }
          kill(process, SIGKILL)
          break
        }
        if Int32(wait.revents) & Int32(POLLOUT) != 0, sent < bytes.count { send(bytes, &sent) }
        if Int32(wait.revents) & ~Int32(POLLOUT) != 0 {
          let count = unsafe read(socket, &chunk, chunk.count)
          if count > 0 {
            received.append(contentsOf: chunk[..<count])
          } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            break reading
          }
        }
      }
      close(socket)
      return outcome(received, isLate: isLate, end: end)
    }

    private func send(_ bytes: [UInt8], _ sent: inout Int) {
      #if os(Linux)
        let flags = Int32(MSG_NOSIGNAL)
      #else
        let flags: Int32 = 0
      #endif
      let descriptor = socket
      let start = sent
      let count = unsafe bytes.withUnsafeBytes { buffer in
        #if os(Linux)
          unsafe Glibc.send(
            descriptor, buffer.baseAddress.map { unsafe $0 + start }, buffer.count - start, flags)
        #else
          unsafe Darwin.send(
            descriptor, buffer.baseAddress.map { unsafe $0 + start }, buffer.count - start, flags)
        #endif
      }
      if count > 0 {
        sent += count
      } else if count < 0, errno == EAGAIN || errno == EINTR {
        return
      } else {
        sent = bytes.count
      }
      guard sent >= bytes.count else { return }
      shutdown(socket, Int32(SHUT_WR))
    }

    /// Waits for the end of a process that has closed its output; it may have no more time either.
    private func outcome(
      _ received: [UInt8], isLate: Bool, end: ContinuousClock.Instant
    ) -> Outcome {
      var status: Int32 = 0
      var isLate = isLate
      while true {
        let ended = unsafe waitpid(process, &status, isLate ? 0 : WNOHANG)
        if ended == process { break }
        if ended < 0, errno != EINTR { return .died }
        if !isLate, ContinuousClock.now >= end {
          isLate = true
          kill(process, SIGKILL)
        }
        if !isLate { usleep(500) }
      }
      if isLate { return .late }
      if status & 0x7F == SIGXCPU { return .late }
      guard status & 0x7F == 0 else { return .died }
      switch (status >> 8 & 0xFF, received.first) {
      case (0, _?): return .output(received)
      case (1, UInt8(ascii: "X")?):
        return .refused(String(decoding: received.dropFirst().prefix(300), as: UTF8.self))
      case (2, _), (127, _): return .notStarted
      default: return .died
      }
    }

    /// What of the environment the program may know: where libraries and font caches are.
    private static func environment() -> [String] {
      let names = [
        "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "HOME", "XDG_CACHE_HOME", "FONTCONFIG_PATH",
      ]
      let values: [String] = names.compactMap { name in
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe "\(name)=\(String(cString: value))"
      }
      return values + ["LC_ALL=C.UTF-8"]
    }

    /// Lends strings as C wants them: an array of pointers with an end.
    private static func withStrings<Result>(
      _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
      let copies = unsafe strings.map { unsafe strdup($0) }
      defer { unsafe copies.forEach { unsafe free($0) } }
      return unsafe body(copies + [nil])
    }
  }
}
