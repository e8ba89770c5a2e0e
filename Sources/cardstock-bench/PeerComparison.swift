import CardFixtures
import CardModel
import Foundation

/// The job CR80-1000 by other tools, by a plain C program and by this one, in one run.
///
/// The machine may be shared, so that only CPU time counts, the rounds of all take turns, and the
/// least time of each stands in the table. What is not installed is left out and named.
struct PeerComparison {
  /// Somebody who makes the cards.
  private struct Maker {
    let name: String
    let format: String
    let count: Int
    let program: String
    let arguments: [String]
    var environment: [String: String] = [:]
    /// Those that stand for a rival's best, as it is written and as somebody tunes it.
    var isRival = false
  }

  private struct Run: Decodable {
    let cpu: Double
    let rss_MB: Double
    let bytes: Int
    let rc: [Int]
  }

  /// The folder of the peers' scripts.
  let peers: URL
  /// The folder where data, programs and packages are, as the peers' README has it.
  let work: URL
  let rounds: Int
  let count: Int
  /// Whether the slower rivals run as well.
  let includesRivals: Bool

  private let fileManager = FileManager.default

  private func path(_ name: String) -> String { work.appending(path: name).path }

  private func has(_ path: String) -> Bool { fileManager.fileExists(atPath: path) }

  /// Makes what is missing, runs all rounds and gives the table.
  func table() throws -> String {
    try prepare()
    var best: [String: Run] = [:]
    let makers = (makers() + (includesRivals ? rivals() : [])).filter { maker in
      guard has(maker.program) else {
        print("left out: \(maker.name), there is no \(maker.program)")
        return false
      }
      return true
    }
    var broken: Set<String> = []
    for _ in 0..<rounds {
      for maker in makers where !broken.contains(maker.name) {
        // With 2 some cards failed: that is told, and the time is about that of all.
        guard let run = try measure(maker), run.rc.allSatisfy({ $0 == 0 || $0 == 2 }) else {
          print("left out: \(maker.name), which does not run here")
          broken.insert(maker.name)
          continue
        }
        if run.rc != [0] { print("some cards failed: \(maker.name)") }
        if let known = best[maker.name], known.cpu <= run.cpu { continue }
        best[maker.name] = run
      }
    }
    return lines(makers.filter { !broken.contains($0.name) }, best).joined(separator: "\n")
  }

  /// The Python that has the packages of the peers.
  private var python: String {
    has(path("venv/bin/python")) ? path("venv/bin/python") : "/usr/bin/python3"
  }

  /// The slower rivals whose packages are there; the others are named.
  private func rivals() -> [Maker] {
    var missing: [String] = []
    let makers = Rival.all.compactMap { rival -> Maker? in
      let probe = try? run(
        python, ["-c", "import \(rival.module)"], ["PYTHONDONTWRITEBYTECODE": "1"])
      guard probe != nil else {
        if !missing.contains(rival.module) { missing.append(rival.module) }
        return nil
      }
      let number = max(count / rival.divisor, 1)
      let output = rival.format == "png" ? path("out") : path("out.pdf")
      return Maker(
        name: "\(number) \(rival.format): \(rival.name)", format: rival.format, count: number,
        program: python,
        arguments: [
          peers.appending(path: "peer_\(rival.script).py").path, rival.format, path("data"), output,
          "--n", "\(number)",
        ] + rival.options, isRival: true)
    }
    if !missing.isEmpty {
      print("left out: \(missing.joined(separator: ", ")), not installed for \(python)")
    }
    return makers
  }

  private func prepare() throws {
    let python = python
    let maker = peers.appending(path: "make-data.py").path
    if !has(path("data/people.json")) { try run(python, [maker, path("data")]) }
    if !has(path("datad/people.json")) { try run(python, [maker, path("datad"), "--distinct"]) }
    guard !has(path("floor/ref")) else { return }
    try fileManager.createDirectory(
      atPath: path("floor"), withIntermediateDirectories: true)
    let sources = peers.appending(path: "floor")
    for name in try fileManager.contentsOfDirectory(atPath: sources.path) {
      let target = path("floor/" + name)
      if !has(target) {
        try fileManager.copyItem(atPath: sources.appending(path: name).path, toPath: target)
      }
    }
    try run("/usr/bin/make", ["-C", path("floor"), "ref"])
  }

  private func makers() -> [Maker] {
    let data = path("data")
    let plain = path("floor/ref")
    let script = peers.appending(path: "peer_pycairo.py").path
    let tool = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "cardstock").path
    let template = CardFixtures.url("bench/member.card.json").path
    let libraries = ["PYTHONPATH": path("syslib")]
    let tuned = libraries.merging(["QR": "zxing"]) { $1 }
    func ours(_ data: String) -> [String] {
      ["render", data + "/people.json", "-t", template, "--jobs", "1", "--progress", "none", "-o"]
    }
    let distinct = path("datad")
    let pattern = path("out") + "/{{index}}.png"
    let part = ["--first", "\(count)"]
    func ref(_ format: String, _ count: Int, _ data: String? = nil) -> [String] {
      [
        format, data ?? path("data"), format == "png" ? path("out") : path("out.pdf"), "0",
        "\(count)",
      ]
    }
    func pycairo(_ format: String, _ rest: [String], _ data: String? = nil) -> [String] {
      [script, format, data ?? path("data"), format == "png" ? path("out") : path("out.pdf")] + rest
    }
    return [
      Maker(
        name: "plain C", format: "png", count: count, program: plain, arguments: ref("png", count)),
      Maker(
        name: "cardstock", format: "png", count: count, program: tool,
        arguments: ours(data) + [pattern] + part),
      Maker(
        name: "cardstock --png small", format: "png", count: count / 5, program: tool,
        arguments: ours(data) + [pattern, "--png", "small", "--first", "\(count / 5)"]),
      Maker(
        name: "pycairo, tuned (zxing, fpng)", format: "png", count: count,
        program: "/usr/bin/python3",
        arguments: pycairo("png", ["--n", "\(count)", "--variant", "fpng"]), environment: tuned,
        isRival: true),
      Maker(
        name: "pycairo, fast", format: "png", count: count, program: "/usr/bin/python3",
        arguments: pycairo("png", ["--n", "\(count)", "--fast"]), environment: libraries,
        isRival: true),
      Maker(
        name: "pycairo, as written", format: "png", count: count / 5, program: "/usr/bin/python3",
        arguments: pycairo("png", ["--n", "\(count / 5)"]), environment: libraries, isRival: true),
      Maker(
        name: "plain C, a photo each", format: "png", count: count, program: plain,
        arguments: ref("png", count, distinct)),
      Maker(
        name: "cardstock, a photo each", format: "png", count: count, program: tool,
        arguments: ours(distinct) + [pattern] + part),
      Maker(
        name: "pycairo, tuned, a photo each", format: "png", count: count,
        program: "/usr/bin/python3",
        arguments: pycairo("png", ["--n", "\(count)", "--variant", "fpng"], distinct),
        environment: tuned),
      Maker(
        name: "plain C", format: "pdf", count: count, program: plain, arguments: ref("pdf", count)),
      Maker(
        name: "cardstock", format: "pdf", count: count, program: tool,
        arguments: ours(data) + [path("out.pdf"), "--pdf", "plain"] + part),
      Maker(
        name: "cardstock, with tags", format: "pdf", count: count, program: tool,
        arguments: ours(data) + [path("out.pdf")] + part),
      Maker(
        name: "pycairo, tuned (zxing)", format: "pdf", count: count, program: "/usr/bin/python3",
        arguments: pycairo("pdf", ["--n", "\(count)"]), environment: tuned, isRival: true),
      Maker(name: "plain C", format: "png", count: 1, program: plain, arguments: ref("png", 1)),
      Maker(
        name: "cardstock", format: "png", count: 1, program: tool,
        arguments: ours(data) + [pattern, "--first", "1"]),
      Maker(
        name: "pycairo, tuned (zxing, fpng)", format: "png", count: 1, program: "/usr/bin/python3",
        arguments: pycairo("png", ["--n", "1", "--variant", "fpng"]), environment: tuned,
        isRival: true),
    ].map { maker in
      // A name is a key: the same maker has several jobs.
      Maker(
        name: "\(maker.count) \(maker.format): \(maker.name)", format: maker.format,
        count: maker.count, program: maker.program, arguments: maker.arguments,
        environment: maker.environment, isRival: maker.isRival)
    }
  }

  private func measure(_ maker: Maker) throws -> Run? {
    let output = maker.format == "png" ? path("out") : path("out.pdf")
    var environment = ["CARD_FONTS": path("fonts")]
    if has(path("fonts.conf")) { environment["FONTCONFIG_FILE"] = path("fonts.conf") }
    let text = try run(
      "/usr/bin/python3",
      [
        peers.appending(path: "measure.py").path, "-n", "1", "--rm", output, "run", "--",
        maker.program,
      ] + maker.arguments, environment.merging(maker.environment) { $1 })
    return try? JSONDecoder().decode(Run.self, from: text)
  }

  private func lines(_ makers: [Maker], _ best: [String: Run]) -> [String] {
    func right(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(width - text.count, 1)) + text
    }
    var lines = [
      "job" + right("ms a card", 49) + right("a second", 10) + right("of plain C", 12)
        + right("kB a card", 11) + right("RSS MB", 8)
    ]
    for maker in makers {
      guard let run = best[maker.name] else { continue }
      let card = run.cpu * 1000 / Double(maker.count)
      let job = maker.name.prefix { $0 != ":" }
      let photos = maker.name.hasSuffix("a photo each") ? ", a photo each" : ""
      let plain = best["\(maker.count) \(maker.format): plain C\(photos)"]
      let ratio = plain.map { String(format: "%.2f", $0.cpu / run.cpu) } ?? ""
      lines.append(
        maker.name.padding(toLength: 42, withPad: " ", startingAt: 0)
          + right(String(format: "%.2f", card), 10) + right(String(format: "%.0f", 1000 / card), 10)
          + right(ratio, 12)
          + right(String(format: "%.1f", Double(run.bytes) / 1000 / Double(maker.count)), 11)
          + right(String(format: "%.0f", run.rss_MB), 8))
      guard maker.isRival else { continue }
      if let ours = makers.first(where: {
        $0.format == maker.format && $0.name.hasSuffix(": cardstock")
          && ($0.count == maker.count || (maker.count > 1 && $0.count == count))
      }), let own = best[ours.name] {
        let times = card / (own.cpu * 1000 / Double(ours.count))
        lines.append("  \(job) cards: cardstock is \(String(format: "%.1f", times)) times as fast")
      }
    }
    return lines
  }

  @discardableResult
  private func run(
    _ program: String, _ arguments: [String], _ environment: [String: String] = [:]
  ) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(program: ([program] + arguments.prefix(2)).joined(separator: " "))
    }
    return data
  }

  private struct Failure: Diagnostic {
    let program: String
    var message: String { "'\(program)' did not run." }
  }
}
