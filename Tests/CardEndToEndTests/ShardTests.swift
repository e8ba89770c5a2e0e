import Foundation
import Testing

@Suite struct ShardTests {
  private func people(_ count: Int, changed: Int = 0) -> String {
    (1...count).map { "{\"id\":\"\($0)\",\"name\":\"Person \($0)\($0 == changed ? "!" : "")\"}" }
      .joined(separator: "\n") + "\n"
  }

  private func render(
    _ folder: WorkFolder, _ out: String, _ options: [String] = []
  ) throws -> ToolResult {
    try folder.run(
      [
        "render", "a.ndjson", "-o", "\(out)/{{index}}-{{id}}.png", "--dpi", "36", "--progress",
        "none",
      ] + options)
  }

  private func files(_ folder: WorkFolder, _ out: String) throws -> [String] {
    try folder.names.filter { $0.hasPrefix(out + "/") }.map { String($0.dropFirst(out.count + 1)) }
  }

  @Test func `three parts make the whole, byte for byte, and none twice`() throws {
    let folder = try WorkFolder()
    try folder.write(people(60), to: "a.ndjson")
    #expect(try render(folder, "whole").exitCode == 0)
    var sizes: [Int] = []
    for part in 1...3 {
      #expect(try render(folder, "part\(part)", ["--shard", "\(part)/3"]).exitCode == 0)
      #expect(try render(folder, "all", ["--shard", "\(part)/3", "--jobs", "1"]).exitCode == 0)
      sizes.append(try files(folder, "part\(part)").count)
    }
    #expect(sizes.reduce(0, +) == 60)
    #expect(sizes.allSatisfy { $0 > 0 })
    let whole = try files(folder, "whole")
    #expect(try files(folder, "all") == whole)
    for name in whole { #expect(try folder.bytes("all/\(name)") == folder.bytes("whole/\(name)")) }
  }

  private struct Report: Decodable {
    struct Summary: Decodable, Equatable {
      let made: Int
      let unchanged: Int
    }
    let summary: Summary
  }

  @Test func `what parts made is known to the whole and to other parts`() throws {
    let folder = try WorkFolder()
    try folder.write(people(30), to: "a.ndjson")
    func made(_ options: [String]) throws -> Report.Summary {
      #expect(try render(folder, "out", options + ["--report", "r.json"]).exitCode == 0)
      return try JSONDecoder().decode(Report.self, from: Data(folder.bytes("r.json"))).summary
    }
    let parts = try (1...3).map { try made(["--shard", "\($0)/3"]).made }
    #expect(parts.reduce(0, +) == 30)
    #expect(try made(["--resume"]) == .init(made: 0, unchanged: 30))
    #expect(try made(["--resume", "--shard", "1/2"]).made == 0)
    // A changed record is made once by the whole, which then knows all alone.
    try folder.write(people(30, changed: 7), to: "a.ndjson")
    #expect(try made(["--resume"]) == .init(made: 1, unchanged: 29))
    let manifests = try FileManager.default.contentsOfDirectory(
      atPath: folder.file("out").path
    ).filter { $0.hasPrefix(".cardstock") }
    #expect(manifests == [".cardstock-manifest"])
    #expect(try made(["--resume"]) == .init(made: 0, unchanged: 30))
    // A part that makes other cards leaves nobody in the belief that the old ones are there.
    try folder.write(people(30), to: "a.ndjson")
    _ = try made(["--shard", "1/1000"])
    for part in 1...3 { _ = try made(["--shard", "\(part)/3"]) }
    try folder.write(people(30, changed: 7), to: "a.ndjson")
    let again = try made(["--resume"])
    #expect(again.made >= 1)
    #expect(try render(folder, "fresh").exitCode == 0)
    for name in try files(folder, "fresh") {
      #expect(try folder.bytes("out/\(name)") == folder.bytes("fresh/\(name)"))
    }
  }

  @Test func `an empty part is no failure, and a bad record belongs to one part`() throws {
    let folder = try WorkFolder()
    try folder.write("{\"id\":\"1\",\"name\":\"A\"}\n{\"id\":\"2\",\"name\":2}\n", to: "a.ndjson")
    let codes = try (1...5).map { try render(folder, "out", ["--shard", "\($0)/5"]).exitCode }
    #expect(codes.count { $0 != 0 } == 1)
    #expect(try files(folder, "out") == ["1-1.png"])
  }

  @Test(arguments: ["0/3", "4/3", "x"])
  func `what is no part is refused`(_ shard: String) throws {
    let folder = try WorkFolder()
    try folder.write(people(1), to: "a.ndjson")
    let result = try render(folder, "out", ["--shard", shard])
    #expect(result.exitCode == 64)
    #expect(result.error.contains("such as '3/10'"))
  }

  @Test func `sheets are not divided`() throws {
    let folder = try WorkFolder()
    try folder.write(people(1), to: "a.ndjson")
    let result = try folder.run([
      "render", "a.ndjson", "-o", "o.pdf", "--sheet", "a4", "--grid", "2x5", "--shard", "1/2",
    ])
    #expect(result.exitCode == 1)
    #expect(result.error.hasPrefix("Error: '--shard' has no meaning with '--sheet'"))
  }
}
