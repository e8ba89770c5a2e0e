package import CardLayout
package import CardModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads SVGs: looks them over, has them drawn once each, and keeps what came of it.
///
/// One loader serves all threads. A file that has been seen, under whatever name, is not drawn
/// again: a logo on ten thousand cards costs one run of the program that draws it. Two files are
/// drawn at the same time, and one that takes long keeps nobody waiting but those who want it.
@safe public final class SVGLoader: @unchecked Sendable, Equatable {
  /// What was found out about a file.
  private enum Known {
    /// A thread is at it.
    case underway
    case picture(SVGPicture)
    case refused(SVGRefusal)
  }

  /// A file and how it was to be treated.
  private struct Key: Hashable {
    let identity: String
    let trusted: Bool
  }

  private static let countLimit = 256
  /// The most bytes of drawings that are kept, as the program writes them.
  private static let byteLimit = 64 << 20

  private let fontFiles: [String]
  private let systemFonts: Bool
  private let limits: SVGLimits
  private let program: SVGProgram?
  /// How the program is spoken of where it is missing.
  private let missing: String
  private var known: [Key: Known] = [:]
  private var keptBytes = 0
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let change: UnsafeMutablePointer<pthread_cond_t>

  /// Makes a loader.
  ///
  /// - Parameters:
  ///   - fontFiles: The paths of the fonts that text in SVGs is set with.
  ///   - systemFonts: Whether the fonts of the system may stand in.
  ///   - limits: How much an SVG may ask for.
  ///   - programPath: Where `cardstock-svg` is; nil for beside the running program.
  public init(
    fontFiles: [String], systemFonts: Bool = false, limits: SVGLimits = .standard,
    programPath: String? = nil
  ) {
    self.fontFiles = fontFiles
    self.systemFonts = systemFonts
    self.limits = limits
    program = SVGProgram.find(programPath)
    missing = programPath.map { "'\($0)' is not there" } ?? "'cardstock-svg' is not beside this one"
    unsafe lock = .allocate(capacity: 1)
    unsafe lock.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(lock, nil)
    unsafe change = .allocate(capacity: 1)
    unsafe change.initialize(to: pthread_cond_t())
    unsafe pthread_cond_init(change, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(change)
    unsafe change.deallocate()
    unsafe pthread_mutex_destroy(lock)
    unsafe lock.deallocate()
  }

  /// Whether two loaders are one.
  public static func == (left: SVGLoader, right: SVGLoader) -> Bool { left === right }

  /// Whether bytes look like an SVG: markup whose first element is `svg`, or a compressed file.
  package static func recognises(_ bytes: some Collection<UInt8>) -> Bool {
    let head = Array(bytes.prefix(65536))
    if head.starts(with: [0x1F, 0x8B]) { return true }
    let start = head.first { $0 > 32 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }
    guard start == UInt8(ascii: "<") else { return false }
    return SVGStyle.find("<svg", in: head, from: 0) != nil
      || SVGStyle.find(":svg", in: head, from: 0) != nil
  }

  /// The size that an SVG says it has, in points, without drawing it.
  ///
  /// - Throws: `PictureError` where it is refused.
  package func size(of bytes: [UInt8], named name: String) throws(PictureError) -> Size {
    do throws(SVGRefusal) {
      return try SVGSize(root: SVGGate.check(bytes, limits: limits).root).points
    } catch {
      throw Self.error(error, name)
    }
  }

  /// An SVG, drawn.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - name: What it is called in messages.
  ///   - trusted: Whether the caller vouches for the file, so that it may be drawn in this process
  ///     where the program for it is missing.
  /// - Throws: `PictureError` in one sentence.
  package func picture(
    of bytes: [UInt8], named name: String, trusted: Bool = false
  ) throws(PictureError) -> SVGPicture {
    let key = Key(identity: Fingerprint(bytes).description, trusted: trusted)
    let found: Known
    if let kept = knowing(key) {
      found = kept
    } else {
      let (made, cost) = make(bytes, key)
      keep(made, cost, for: key)
      found = made
    }
    switch found {
    case .picture(let picture): return picture.named(name)
    case .refused(let refusal): throw Self.error(refusal, name)
    case .underway: throw PictureError("The SVG '\(name)' is still being drawn.")
    }
  }

  /// What is known of a file, once nobody is at it; nil leaves it to the caller to find out.
  private func knowing(_ key: Key) -> Known? {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    while case .underway? = known[key] { unsafe pthread_cond_wait(change, lock) }
    if let kept = known[key] { return kept }
    known[key] = .underway
    return nil
  }

  private func keep(_ found: Known, _ cost: Int, for key: Key) {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    if known.count >= Self.countLimit || keptBytes + cost > Self.byteLimit {
      known = known.filter { if case .underway = $0.value { true } else { false } }
      keptBytes = 0
    }
    known[key] = found
    keptBytes += cost
    unsafe pthread_cond_broadcast(change)
  }

  /// What becomes of a file, and the bytes that keeping it takes.
  private func make(_ bytes: [UInt8], _ key: Key) -> (Known, cost: Int) {
    do throws(SVGRefusal) {
      let passed = try SVGGate.check(bytes, limits: limits)
      let extent = try SVGSize(root: passed.root)
      #if SVG
        if let program {
          let (drawing, cost) = try draw(passed, extent, with: program)
          return (
            .picture(
              SVGPicture(
                size: extent.points, content: .drawing(drawing), identity: key.identity,
                remarks: passed.remarks + drawing.remarks)), cost
          )
        }
        guard key.trusted else {
          throw SVGRefusal(
            "cannot be drawn safely: the program \(missing)",
            hint: "Install 'cardstock-svg' beside it, or declare the file trusted.")
        }
        return (
          .picture(
            SVGPicture(
              size: extent.points, content: .trusted(passed.bytes, extent),
              identity: key.identity, remarks: passed.remarks)), bytes.count
        )
      #else
        throw SVGRefusal(
          "cannot be drawn: SVG was left out of this build", hint: "Build with the trait 'SVG'.")
      #endif
    } catch {
      return (.refused(error), 0)
    }
  }

  private func draw(
    _ passed: SVGGate.Passed, _ extent: SVGSize, with program: SVGProgram
  ) throws(SVGRefusal) -> (SVGDrawing, cost: Int) {
    let arguments =
      ["\(extent.width)", "\(extent.height)"] + (systemFonts ? ["--system-fonts"] : []) + fontFiles
    switch program.run(arguments, input: passed.bytes, seconds: limits.seconds) {
    case .output(let output):
      do {
        return (try SVGDrawingReader.drawing(from: output), output.count)
      } catch {
        throw SVGRefusal("asks for more drawing than is allowed", hint: Self.simplify)
      }
    case .refused(let reason):
      throw SVGRefusal("cannot be drawn: \(Self.sentencePart(reason))")
    case .died:
      throw SVGRefusal(
        "cannot be drawn: it crashes librsvg or takes more memory than is allowed",
        hint: Self.simplify)
    case .late:
      throw SVGRefusal(
        "cannot be drawn within \(number(limits.seconds)) seconds", hint: Self.simplify)
    case .notStarted:
      throw SVGRefusal("cannot be drawn: the program '\(program.path)' does not start")
    }
  }

  private static let simplify = "Simplify it, or use a PNG in its place."

  /// What librsvg says, on one line and without a full stop.
  private static func sentencePart(_ reason: String) -> String {
    let line = reason.split(whereSeparator: \.isNewline).first.map(String.init) ?? "no reason given"
    return line.hasSuffix(".") ? String(line.dropLast()) : line
  }

  private static func error(_ refusal: SVGRefusal, _ name: String) -> PictureError {
    PictureError("The SVG '\(name)' \(refusal.reason).", hint: refusal.hint)
  }
}
