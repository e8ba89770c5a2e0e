import CardComparison
import CardDiff
import CardModel
import CardRender
import Cardstock
import Foundation
import Testing

@testable import CardSnapshots

struct VerifySnapshotTests {
  @Test func `the first run writes and fails, the second passes, and a pixel fails`() throws {
    let bench = try SnapshotBench()
    let first = bench.take(try SnapshotBench.picture(), as: .pngData)
    #expect(first.status == .recorded)
    #expect(first.message?.hasPrefix("There was no reference, and now there is: '") == true)
    #expect(bench.names == ["badge.png", "badge.png.facts.json"])
    #expect(bench.take(try SnapshotBench.picture(), as: .pngData).passes)

    let moved = bench.take(try SnapshotBench.picture(squareAt: 11), as: .pngData)
    #expect(moved.status == .different)
    let message = try #require(moved.message)
    #expect(message.hasPrefix("The picture is shifted (1,0): 20 pixels changed."))
    #expect(message.contains("largest difference ΔE 100 (CIEDE2000)"))
    #expect(message.contains("density 0.07812 in the square of 16 × 16"))
    #expect(
      moved.attachments.map(\.name)
        == ["reference-badge.png", "candidate-badge.png", "difference-badge.png.png"])
    // The reference is as it was.
    #expect(bench.take(try SnapshotBench.picture(), as: .pngData).passes)
  }

  @Test func `the command that a failure prints accepts the picture`() throws {
    let bench = try SnapshotBench()
    bench.take(try SnapshotBench.picture(), as: .pngData)
    let moved = bench.take(try SnapshotBench.picture(squareAt: 12), as: .pngData)
    let line = try #require(
      moved.message?.split(separator: "\n").first { $0.hasPrefix("accept:") })
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", String(line.dropFirst("accept:".count))]
    try shell.run()
    shell.waitUntilExit()
    #expect(bench.take(try SnapshotBench.picture(squareAt: 12), as: .pngData).passes)
  }

  @Test func `on continuous integration a missing reference fails twice and writes none`() throws {
    let bench = try SnapshotBench()
    for _ in 0..<2 {
      let outcome = bench.take(
        try SnapshotBench.picture(), as: .pngData, environment: ["CI": "true"])
      #expect(outcome.status == .missing)
      #expect(outcome.message?.contains("'\(bench.file("badge.png"))'") == true)
      #expect(bench.names == [])
    }
  }

  @Test func `a second snapshot without a name asks for one`() throws {
    let bench = try SnapshotBench()
    let run = SnapshotRun()
    bench.take(try SnapshotBench.picture(), as: .pngData, line: 1, in: run)
    let second = bench.take(try SnapshotBench.picture(), as: .pngData, line: 2, in: run)
    #expect(second.status == .failed)
    #expect(
      second.message == """
        This is the second unnamed snapshot of this test; which is which could not be told.
          hint: Please give it a name: 'named:'.
        """)
    let named = bench.take(
      try SnapshotBench.picture(), as: .pngData, named: "The back", line: 3, in: run)
    #expect(named.status == .recorded)
    #expect(bench.names.contains("badge.The-back.png"))
  }

  @Test func `a loop needs names, and a test that is repeated does not`() throws {
    let bench = try SnapshotBench()
    let run = SnapshotRun()
    bench.take(try SnapshotBench.picture(), as: .pngData, in: run)
    #expect(bench.take(try SnapshotBench.picture(), as: .pngData, in: run).passes)
    let other = bench.take(try SnapshotBench.picture(squareAt: 15), as: .pngData, in: run)
    #expect(other.status == .failed)
  }

  @Test func `two tests cannot have one reference`() throws {
    let bench = try SnapshotBench()
    let run = SnapshotRun()
    bench.take(try SnapshotBench.picture(), as: .pngData, function: "a badge()", in: run)
    let second = bench.take(
      try SnapshotBench.picture(), as: .pngData, function: "a-badge()", in: run)
    #expect(second.message?.hasPrefix("Two tests would use one reference") == true)
  }

  @Test func `the modes all and failed write anew, and fail`() throws {
    let bench = try SnapshotBench()
    let old = try SnapshotBench.picture()
    let new = try SnapshotBench.picture(squareAt: 20)
    bench.take(old, as: .pngData)
    #expect(bench.take(old, as: .pngData, record: .failed).passes)
    #expect(bench.take(new, as: .pngData, record: .failed).status == .recorded)
    #expect(bench.take(new, as: .pngData, record: .never).passes)
    #expect(bench.take(new, as: .pngData, record: .all).status == .recorded)
    #expect(bench.take(old, as: .pngData, record: .missing).status == .different)
  }

  @Test func `a reference over 32 KiB is refused unless the test says large`() throws {
    let bench = try SnapshotBench()
    var state: UInt64 = 1
    let noise = (0..<40_000).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
    let bitmap = try #require(Bitmap(width: 100, height: 100, rgba: noise))
    let refused = bench.take(try bitmap.smallPNG(), as: .pngData)
    #expect(refused.status == .failed)
    #expect(refused.message?.hasPrefix("The reference would have 40 KiB") == true)
    #expect(bench.names == [])
    #expect(bench.take(try bitmap.smallPNG(), as: .pngData, large: true).status == .recorded)
  }

  @Test func `another font file is said before any pixel`() throws {
    let bench = try SnapshotBench()
    bench.take(try SnapshotBench.picture(), as: .pngData)
    var facts = try #require(Provenance(bench.bytes("badge.png.facts.json")))
    facts.fonts = ["Poppins-Bold.ttf": String(repeating: "a", count: 64)]
    facts.architecture = "sparc"
    facts.libraries["cairo"] = "1.0"
    try bench.write(facts.bytes, to: "badge.png.facts.json")
    let now = Provenance(fonts: ["Poppins-Bold.ttf": String(repeating: "b", count: 64)])
    let strategy = SnapshotStrategy<[UInt8]>.pngData
    let candidate = SnapshotStrategy<[UInt8]>(
      pathExtension: "png", content: { SnapshotContent($0, provenance: now) },
      compare: strategy.compare)
    let outcome = bench.take(try SnapshotBench.picture(squareAt: 11), as: candidate)
    let lines = try #require(outcome.message).split(separator: "\n").map(String.init)
    #expect(lines[0] == "The reference was made on sparc; this is \(now.architecture).")
    #expect(lines[1].hasPrefix("The reference was made with cairo 1.0; this is "))
    #expect(
      lines[2]
        == "The font file 'Poppins-Bold.ttf' is another one: aaaaaaaaaaaa… then, bbbbbbbbbbbb…"
        + " now.")
    #expect(lines[3].hasPrefix("The picture is shifted"))
  }

  @Test func `a tolerance under which nothing fails is an error`() throws {
    let bench = try SnapshotBench()
    let strategy = SnapshotStrategy<[UInt8]>.pngData(
      tolerance: .perceptual(maxDeltaE: 200, maxDensity: 1))
    bench.take(try SnapshotBench.picture(), as: strategy)
    let outcome = bench.take(try SnapshotBench.picture(squareAt: 30), as: strategy)
    #expect(outcome.status == .failed)
    #expect(outcome.message?.contains("takes black for white") == true)
  }

  @Test func `a damaged reference is a failure in words`() throws {
    let bench = try SnapshotBench()
    bench.take(try SnapshotBench.picture(), as: .pngData)
    try bench.write(Array(bench.bytes("badge.png").dropLast(30)), to: "badge.png")
    let outcome = bench.take(try SnapshotBench.picture(), as: .pngData)
    #expect(outcome.status == .failed)
    #expect(outcome.message?.contains("damaged or truncated PNG") == true)
  }

  @Test func `an error of the value is a failure, and nothing is written`() throws {
    struct Broken: Error {}
    let bench = try SnapshotBench()
    func picture() throws -> [UInt8] { throw Broken() }
    #expect(bench.take(try picture(), as: .pngData).message == "Broken()")
    #expect(bench.names == [])
  }

  @Test func `a strategy is made of another by its input`() throws {
    let bench = try SnapshotBench()
    let strategy = SnapshotStrategy<String>.lines.pullback { (number: Int) in "number \(number)" }
    bench.take(7, as: strategy)
    #expect(try bench.bytes("badge.txt") == Array("number 7".utf8))
    let outcome = bench.take(8, as: strategy)
    #expect(outcome.message?.contains("− number 7\n+ number 8") == true)
  }

  @Test func `unused references are listed, and removed on request`() throws {
    let bench = try SnapshotBench()
    bench.take(try SnapshotBench.picture(), as: .pngData, function: "old()")
    let run = SnapshotRun()
    bench.take(try SnapshotBench.picture(), as: .pngData, in: run)
    run.finish(isFiltered: false, environment: [:])
    let report = String(
      decoding: try Data(contentsOf: URL(filePath: bench.artifacts + "/report.json")),
      as: UTF8.self)
    #expect(report.contains("\"name\": \"old.png\""))
    #expect(bench.names.contains("old.png"))
    run.finish(isFiltered: true, environment: [SnapshotRun.unusedVariable: "remove"])
    #expect(bench.names.contains("old.png"))
    run.finish(isFiltered: false, environment: [SnapshotRun.unusedVariable: "remove"])
    #expect(bench.names == ["badge.png", "badge.png.facts.json"])
  }

  @Test func `what a test file left that is gone is unused too`() throws {
    let bench = try SnapshotBench()
    let folders = ["New", "Old"].map { bench.folder.path + "/__Snapshots__/" + $0 }
    for folder in folders {
      bench.take(try SnapshotBench.picture(), as: .pngData, directory: folder)
    }
    let run = SnapshotRun()
    bench.take(try SnapshotBench.picture(), as: .pngData, directory: folders[0], in: run)
    run.finish(isFiltered: false, environment: [SnapshotRun.unusedVariable: "remove"])
    #expect(FileManager.default.fileExists(atPath: folders[0] + "/badge.png"))
    // The folder goes with the last that lies in it.
    #expect(!FileManager.default.fileExists(atPath: folders[1]))
  }
}
