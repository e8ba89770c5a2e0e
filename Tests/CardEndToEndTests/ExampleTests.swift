import CardFixtures
import Foundation
import Testing

@Suite struct ExampleTests {
  static let python = Tool.installed("python3")
  /// A Python that has PySpark, where there is one and a Java as well.
  static let sparkPython: URL? = {
    guard Tool.installed("java") != nil else { return nil }
    let names = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { URL(filePath: String($0)).appending(path: "python3") }
    return names.first { program in
      FileManager.default.isExecutableFile(atPath: program.path)
        && (try? Tool.run(program: program, ["-c", "import pyspark"]))?.exitCode == 0
    }
  }()

  private func example(_ name: String) -> String { CardFixtures.url("examples/\(name)").path }

  private func people(_ count: Int) -> String {
    (1...count).map { "{\"id\":\"\($0)\",\"name\":\"Person \($0)\"}\n" }.joined()
  }

  /// That the files `1.png` … of two folders are the same.
  private func expectSame(_ folder: WorkFolder, _ one: String, _ other: String, count: Int) throws {
    for index in 1...count {
      #expect(try folder.bytes("\(one)/\(index).png") == folder.bytes("\(other)/\(index).png"))
    }
  }

  private func render(_ folder: WorkFolder) throws {
    let result = try folder.run(
      ["render", "a.ndjson", "-o", "whole/{{id}}.png", "--progress", "none"])
    #expect(result.exitCode == 0)
  }

  @Test(.enabled(if: python != nil)) func `the python example makes the command's cards`() throws {
    let folder = try WorkFolder()
    try folder.write(people(30), to: "a.ndjson")
    let result = try Tool.run(
      program: #require(Self.python),
      [example("worker.py"), "a.ndjson", "out", Tool.executable.path], in: folder.url)
    #expect(result.error == "")
    #expect(result.text == "30 made, 0 failed\n")
    try render(folder)
    try expectSame(folder, "out", "whole", count: 30)
  }

  @Test func `the shell example makes the command's cards`() throws {
    let folder = try WorkFolder()
    try folder.write(people(5), to: "a.ndjson")
    let result = try Tool.run(
      program: #require(Tool.installed("sh")), [example("worker.sh"), "out", Tool.executable.path],
      input: folder.bytes("a.ndjson"), in: folder.url)
    #expect(result.error == "")
    #expect(result.text.split(separator: "\n").count == 5)
    try render(folder)
    try expectSame(folder, "out", "whole", count: 5)
  }

  @Test(.enabled(if: python != nil))
  func `the examples pass over blank lines and tell a bad one by its number`() throws {
    let folder = try WorkFolder()
    try folder.write(people(2) + "\n{\"id\":\n \n{}\n" + people(1), to: "a.ndjson")
    let result = try Tool.run(
      program: #require(Self.python),
      [example("worker.py"), "a.ndjson", "out", Tool.executable.path], in: folder.url)
    #expect(result.text == "3 made, 2 failed\n")
    #expect(result.exitCode == 2)
    let lines = result.error.split(separator: "\n")
    #expect(lines.map { $0.prefix(3) } == ["4: ", "6: "], "\(result.error)")
    #expect(try folder.names.contains("out/7.png"))
    let answers = try Tool.run(
      program: #require(Tool.installed("sh")), [example("worker.sh"), "out", Tool.executable.path],
      input: folder.bytes("a.ndjson"), in: folder.url)
    #expect(answers.text.split(separator: "\n").count == 5)
  }

  @Test func `the slurm example makes a part for each task`() throws {
    let folder = try WorkFolder()
    try folder.write(people(9), to: "a.ndjson")
    for task in 1...3 {
      let result = try Tool.run(
        program: #require(Tool.installed("sh")),
        [example("slurm.sh"), "a.ndjson", "out", Tool.executable.path],
        environment: ["SLURM_ARRAY_TASK_ID": "\(task)", "SLURM_ARRAY_TASK_COUNT": "3"],
        in: folder.url)
      #expect(!result.error.contains("Error") && !result.error.contains("Warning"))
      #expect(result.exitCode == 0)
    }
    try render(folder)
    try expectSame(folder, "out", "whole", count: 9)
  }

  @Test func `the kubernetes example's command makes a part for each index`() throws {
    let folder = try WorkFolder()
    try folder.write(people(4), to: "a.ndjson")
    let text = try String(contentsOfFile: example("kubernetes.yaml"), encoding: .utf8)
    let start = try #require(text.range(of: "exec cardstock"))
    let end = try #require(text.range(of: "--progress none"))
    let command = text[start.lowerBound..<end.upperBound]
      .replacing("cardstock", with: try Tool.executable.path, maxReplacements: 1)
      .replacing("/data/people", with: "a").replacing("/data/out", with: "out")
      .replacing("/100\"", with: "/2\"").split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
    for index in 0...1 {
      let result = try Tool.run(
        program: #require(Tool.installed("sh")), ["-c", command],
        environment: ["JOB_COMPLETION_INDEX": "\(index)"], in: folder.url)
      #expect(!result.error.contains("Error") && !result.error.contains("Warning"))
    }
    try render(folder)
    try expectSame(folder, "out", "whole", count: 4)
  }

  @Test(.enabled(if: sparkPython != nil), .timeLimit(.minutes(5)))
  func `spark makes the command's cards on several executors`() throws {
    let folder = try WorkFolder()
    try folder.write(people(40), to: "a.ndjson")
    let result = try Tool.run(
      program: #require(Self.sparkPython),
      [
        example("spark.py"), folder.file("a.ndjson").path, folder.file("out").path,
        Tool.executable.path, "4",
      ],
      environment: [
        "PYSPARK_SUBMIT_ARGS":
          "--master local-cluster[2,1,1024] --conf spark.ui.enabled=false pyspark-shell",
        "SPARK_LOCAL_IP": "127.0.0.1",
      ], in: folder.url, timeout: 280)
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(result.text == "40 made, 0 failed, 4 parts\n")
    try render(folder)
    try expectSame(folder, "out", "whole", count: 40)
  }
}
