import Foundation
import Testing

/// One wrong input and everything that the tool says about it.
struct BadInput: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Makes what the case needs in the folder.
  var prepare: @Sendable (WorkFolder) throws -> Void = { _ in }
  var arguments = ["render", "a.json", "-o", "o.png"]
  var input: [UInt8] = []
  var environment: [String: String] = [:]
  var exitCode: Int32 = 1
  /// All of standard error.
  let error: String
}

extension BadInput {
  /// A person file of that text.
  static func data(_ name: String, _ json: String, _ error: String) -> BadInput {
    BadInput(
      testDescription: name, prepare: { try $0.write(json, to: "a.json") }, error: error)
  }

  /// A person whose picture has that name.
  static func picture(
    _ source: String, _ message: String, place: String = icon, hint: String? = nil,
    _ prepare: @escaping @Sendable (WorkFolder) throws -> Void = { _ in }
  ) -> BadInput {
    BadInput(
      testDescription: "picture \(source)",
      prepare: {
        try $0.write("{\"name\":\"Ada\",\"icon\":\"\(source)\"}", to: "a.json")
        try prepare($0)
      },
      error: "Error: The picture '\(source)' \(message)\n  at \(place)\n"
        + (hint.map { "  hint: \($0)\n" } ?? ""))
  }

  static let icon = "a.json:1:22, field 'icon'"

  /// A command line that cannot work with a person that can be drawn.
  static func call(
    _ arguments: String..., environment: [String: String] = [:], error: String,
    prepare: @escaping @Sendable (WorkFolder) throws -> Void = { _ in }
  ) -> BadInput {
    BadInput(
      testDescription: arguments.joined(separator: " "),
      prepare: {
        try $0.write("{\"name\":\"Ada\"}", to: "a.json")
        try prepare($0)
      },
      arguments: ["render"] + arguments, environment: environment, error: error)
  }

  static let data: [BadInput] = [
    BadInput(
      testDescription: "no such file",
      error: "Error: The data file 'a.json' was not found.\n  at a.json\n"),
    BadInput(
      testDescription: "a folder", prepare: { try $0.makeFolder("a.json") },
      error: "Error: The data 'a.json' is not a regular file.\n  at a.json\n"
        + "  hint: Give a stream as '-' with --data-format.\n"),
    .data(
      "an empty file", "",
      "Error: The data is empty, but JSON was expected.\n  at a.json:1:1\n"),
    .data("an empty list", "[]", "Error: The data holds no records.\n"),
    .data(
      "no name", "{\"email\":\"a@example.org\"}",
      "Error: The person has no 'name'.\n  at a.json:1:1, field 'name'\n"
        + "  hint: Please provide a name; it is the only value that must be there.\n"),
    .data(
      "a blank name", "{\"name\":\" \\t \"}",
      "Error: The person has no 'name'.\n  at a.json:1:1, field 'name'\n"
        + "  hint: Please provide a name; it is the only value that must be there.\n"),
    .data(
      "a number as person", "5",
      "Error: A record is a JSON object, but this is a number.\n  at a.json:1:1, record 1\n"),
    .data(
      "a day that is none", "{\"name\":\"Ada\",\n \"birthday\":\"2023-02-30\"}",
      "Error: The field 'birthday' should be a day of the calendar, but this is '2023-02-30'.\n"
        + "  at a.json:2:13, field 'birthday'\n"
        + "  hint: Write it as year-month-day, like '1815-12-10'.\n"),
    .data(
      "an infinite number", "{\"name\":\"Ada\",\"height\":1e400}",
      "Error: The field 'height' should be a number, but this is '1e400'.\n"
        + "  at a.json:1:24, field 'height'\n"
        + "  hint: Write it with digits and a point, like '1.65'.\n"),
  ]

  static let pictures: [BadInput] = [
    .picture(
      "cut.jpg", "is a damaged or truncated JPEG file: Premature end of JPEG file.",
      hint: "Export the picture again."
    ) { folder in
      try folder.copy("people/ada.jpg", to: "whole.jpg")
      try folder.write(Array(folder.bytes("whole.jpg").prefix(3000)), to: "cut.jpg")
      try FileManager.default.removeItem(at: folder.file("whole.jpg"))
    },
    .picture("text.jpg", "is in no known format; PNG, JPEG, WebP and SVG are read.") {
      try $0.write("hello", to: "text.jpg")
    },
    .picture("empty.png", "is an empty file.") { try $0.write("", to: "empty.png") },
    .picture("folder.png", "is not a file.") { try $0.makeFolder("folder.png") },
    .picture("pipe.png", "is not a file.") { folder in
      #expect(mkfifo(folder.file("pipe.png").path, 0o600) == 0)
    },
    .picture("big.png", "is 60000 x 60000 pixels, but a side may have at most 30000.") {
      try $0.write(
        [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13] + Array("IHDR".utf8)
          + [0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60, 8, 2, 0, 0, 0, 0, 0, 0, 0], to: "big.png")
    },
    .picture("../x.jpg", "lies outside the assets folder."),
    .picture("/etc/hostname", "lies outside the assets folder."),
    .picture(
      "link.jpg", "is reached through a symbolic link, which is not followed.",
      hint: "Copy the file into the assets folder."
    ) {
      try FileManager.default.createSymbolicLink(
        atPath: $0.file("link.jpg").path, withDestinationPath: "/etc/hostname")
    },
    .picture(
      "https://example.org/a.png",
      "is an address, but pictures are only read from the assets folder.",
      hint: "Download it into the assets folder first."),
    BadInput(
      testDescription: "no such picture",
      prepare: { try $0.write("{\"name\":\"Ada\",\"icon\":\"none.jpg\"}", to: "a.json") },
      error: "Error: There is no picture 'none.jpg' in the assets folder.\n  at \(icon)\n"),
  ]

  static let calls: [BadInput] = [
    .call(
      "a.json", "-o", "no/o.png",
      error: "Error: The file 'no/o.png' cannot be written: there is no folder 'no'.\n"
        + "  at a.json:1:1\n  hint: Make it first: mkdir -p 'no'\n"),
    .call(
      "a.json", "-o", "no/o.pdf",
      error: "Error: The file 'no/o.pdf' cannot be written: there is no folder 'no'.\n"
        + "  hint: Make it first: mkdir -p 'no'\n"),
    .call(
      "a.json", "-o", "/dev/full", "--format", "png",
      error: "Error: The file '/dev/full' cannot be written: no space is left.\n"
        + "  at a.json:1:1\n"),
    .call(
      "a.json", "-o", "/dev/full", "--format", "pdf",
      error: "Error: The file '/dev/full' cannot be written: no space is left.\n"),
    .call(
      "a.json", "-o", "d.png",
      error: "Error: 'd.png' is a folder; a file was expected.\n  at a.json:1:1\n"
    ) { try $0.makeFolder("d.png") },
    .call(
      "a.json", "-o", "o",
      error: "Error: The output 'o' has no ending that tells the format.\n"
        + "  hint: End it with .png, .pdf or .zpl, or give '--format'.\n"),
    .call(
      "a.json", "-o", "{{nmae}}.png",
      error: "Error: The output pattern '{{nmae}}.png' names the field 'nmae', which the data does "
        + "not have.\n  hint: Did you mean '{{name}}'?\n"),
    .call(
      "a.json", "-o", "{{name}}/../o.png",
      error: "Error: The output pattern '{{name}}/../o.png' has '..' after a field.\n"
        + "  hint: Let '..' stand before the first field only.\n"),
    .call(
      "a.json", "-o", "o.png", "--only", "name=Bob",
      error: "Error: '--only' leaves no record.\n"),
    .call(
      "a.json", "-o", "o.png", "--report", "r.txt",
      error: "Error: The report 'r.txt' has no ending that tells its format.\n"
        + "  hint: End it with .json, .ndjson or .html.\n"),
    .call(
      "a.json", "-o", "o.png", "--font-dir", "no",
      error: "Error: The font folder 'no' cannot be read.\n"
        + "  hint: Please provide a folder with .ttf or .otf files.\n"),
    .call(
      "a.json", "-o", "o.pdf", environment: ["SOURCE_DATE_EPOCH": "today"],
      error: "Error: The environment variable SOURCE_DATE_EPOCH is 'today', not a number of "
        + "seconds.\n  hint: Please provide the seconds since 1970 in UTC, or leave the variable "
        + "unset.\n"),
    .call(
      "a.json", "-o", "o.pdf", environment: ["SOURCE_DATE_EPOCH": "9223372036854775807"],
      error: "Error: The environment variable SOURCE_DATE_EPOCH is '9223372036854775807', not a "
        + "number of seconds.\n  hint: Please provide the seconds since 1970 in UTC, or leave the "
        + "variable unset.\n"),
    .call(
      "a.json", "-o", "o.png", environment: ["CARDSTOCK_FONTS": "/nonexistent"],
      error: "Error: The bundled fonts are not there; looked in '/nonexistent'.\n"),
    .call(
      "a.json", "-o", "o.png", "--no-system-fonts", "--strict",
      error: "Error: The text 'Ada \u{E000}' has no glyph for U+E000.\n"
        + "  at a.json:1:1, name\n  hint: Without '--strict' it is a warning.\n"
    ) { try $0.write("{\"name\":\"Ada \u{E000}\",\"icon\":null}", to: "a.json") },
  ]
}

@Suite struct BadInputTests {
  @Test(arguments: BadInput.data + BadInput.pictures + BadInput.calls)
  func `wrong input gets one clear sentence and leaves nothing behind`(
    _ input: BadInput
  ) throws {
    let folder = try WorkFolder()
    try input.prepare(folder)
    let before = try folder.names
    let result = try folder.run(
      input.arguments, input: input.input, environment: input.environment)
    #expect(result.error == input.error)
    #expect(result.text == "")
    #expect(result.exitCode == input.exitCode)
    #expect(try folder.names == before)
    #expect(!result.timedOut)
  }

  /// The same pictures, where they go into a document that is written as it comes.
  @Test(arguments: BadInput.pictures)
  func `a picture that cannot be read leaves no document behind`(_ input: BadInput) throws {
    let folder = try WorkFolder()
    try input.prepare(folder)
    let before = try folder.names
    let result = try folder.run(["render", "a.json", "-o", "o.pdf"])
    #expect(result.error == input.error)
    #expect(result.exitCode == 1)
    #expect(try folder.names == before)
  }

  /// What the JSON reader says is its own tests' to compare; here it is the manners.
  @Test(arguments: [
    ("hello", 1, "a.json:1:1"),
    ("[", 100_000, "a.json:1:"),
    ("{\"a\":", 100_000, "a.json:1:"),
    ("{\"name\":\"Ada\",\"name\":\"Bob\"}", 1, "a.json:1:15"),
    ("{\"name\":\"Ada\"} x", 1, "a.json:1:16"),
    ("{\"name\":\"Ada", 1, "a.json:1:"),
    ("{\"name\":\"\\ud800\"}", 1, "a.json:1:"),
    ("[{\"name\":\"Ada\"},", 1, "a.json:1:"),
  ])
  func `what is not JSON is told with its place`(
    _ piece: String, _ count: Int, _ place: String
  ) throws {
    let json = String(repeating: piece, count: count)
    for usesInput in [false, true] {
      let folder = try WorkFolder()
      if !usesInput { try folder.write(json, to: "a.json") }
      let before = try folder.names
      let result = try folder.run(
        ["render", usesInput ? "-" : "a.json", "-o", "o.png"],
        input: usesInput ? Array(json.utf8) : [])
      expectManners(
        result,
        place: usesInput ? place.replacing("a.json", with: "standard input") : place)
      #expect(try folder.names == before)
    }
  }

  @Test func `a byte that is not UTF-8 is told with its place`() throws {
    let folder = try WorkFolder()
    try folder.write(Array("{\"name\":\"A".utf8) + [0xff] + Array("\"}".utf8), to: "a.json")
    let result = try folder.run(["render", "a.json", "-o", "o.png"])
    expectManners(result, place: "a.json:1:11")
    #expect(result.error.contains("0xFF"))
  }

  @Test(arguments: [
    "name", "icon", "birthday", "address", "phone", "email", "company", "height", "weight",
    "gender",
  ])
  func `a value of a wrong type is told with its field`(_ field: String) throws {
    let isNumber = ["height", "weight"].contains(field)
    for (value, words) in [
      ("[1]", "a list"), ("true", "'true'"), ("{\"a\":1}", "an object"),
      isNumber ? ("\"tall\"", "'tall'") : ("12", "'12'"),
    ] {
      let folder = try WorkFolder()
      let name = field == "name" ? "" : "\"name\":\"Ada\","
      try folder.write("{\(name)\"\(field)\":\(value)}", to: "a.json")
      let result = try folder.run(["render", "a.json", "-o", "o.png"])
      let expected =
        isNumber
        ? "a number"
        : ["birthday": "a day of the calendar", "gender": "a gender"][field] ?? "a text"
      #expect(
        result.error.hasPrefix(
          "Error: The field '\(field)' should be \(expected), but this is \(words).\n"))
      let column = "{\(name)\"\(field)\":".count + 1
      expectManners(result, place: "a.json:1:\(column), field '\(field)'")
      #expect(try folder.names == ["a.json"])
    }
  }

  @Test(arguments: [
    ["--nope"], ["--dpi", "0"], ["--dpi", "1e9"], ["--size", "0x0mm"], ["-o", ""],
  ])
  func `a wrong command line makes nothing`(_ more: [String]) throws {
    let folder = try WorkFolder()
    try folder.write("{\"name\":\"Ada\"}", to: "a.json")
    let result = try folder.run(["render", "a.json", "-o", "o.png"] + more)
    #expect(result.error.hasPrefix("Error: "))
    #expect(result.error.hasSuffix("See 'cardstock render --help' for more information.\n"))
    #expect(result.text == "")
    #expect(result.exitCode == 64)
    #expect(try folder.names == ["a.json"])
  }

  @Test(arguments: ["png", "pdf"])
  func `a full standard output is told`(_ format: String) throws {
    let folder = try WorkFolder()
    try folder.write("{\"name\":\"Ada\"}", to: "a.json")
    let shell = try #require(Tool.installed("sh"))
    let result = try Tool.run(
      program: shell,
      [
        "-c", "exec \"$0\" render a.json -o - --format \(format) > /dev/full",
        Tool.executable.path,
      ], in: folder.url)
    #expect(
      result.error.hasPrefix("Error: Standard output cannot be written: no space is left.\n"))
    #expect(result.exitCode == 1)
  }

  @Test(
    .enabled(if: getuid() != 0 || Tool.installed("setpriv") != nil),
    arguments: ["o.png", "o.pdf", "{{name}}.png"])
  func `a folder that may not be written is told`(_ name: String) throws {
    let folder = try WorkFolder()
    try folder.write("{\"name\":\"Ada\"}", to: "a.json")
    try folder.makeFolder("out")
    for (path, mode) in [("out", 0o555), (".", 0o755)] {
      try FileManager.default.setAttributes(
        [.posixPermissions: mode], ofItemAtPath: folder.file(path).path)
    }
    let call = try [Tool.executable.path, "render", "a.json", "-o", "out/" + name]
    let isRoot = getuid() == 0
    let words =
      isRoot ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + call : call
    let program = isRoot ? try #require(Tool.installed("setpriv")) : try Tool.executable
    // Where the build lies in a folder of root's alone, the other user cannot even start the tool.
    let result = try Tool.run(program: program, Array(words.dropFirst()), in: folder.url)
    if isRoot, [126, 127].contains(result.exitCode) { return }
    let file = name == "{{name}}.png" ? "Ada.png" : name
    #expect(
      result.error.hasPrefix(
        "Error: The file 'out/\(file)' cannot be written: permission denied.\n"))
    #expect(result.exitCode == 1)
    #expect(try folder.names == ["a.json", "out"])
  }

  @Test func `a character that no font has is a warning with its field`() throws {
    let folder = try WorkFolder()
    try folder.write("{\"name\":\"Ada \u{E000}\",\"email\":\"\u{5F20}@example.org\"}", to: "a.json")
    let result = try folder.run(["render", "a.json", "-o", "o.png", "--no-system-fonts"])
    #expect(
      result.error.hasPrefix(
        "Warning: The text 'Ada \u{E000}' has no glyph for U+E000.\n  at a.json:1:1, name\n"))
    #expect(result.error.contains("has no glyph for U+5F20.\n"))
    #expect(result.exitCode == 0)
    #expect(try folder.names == ["a.json", "o.png"])
  }

  @Test(arguments: ["png", "pdf"])
  func `a damaged picture that is allowed is a warning, and strict fails it`(
    _ format: String
  ) throws {
    let folder = try WorkFolder()
    try folder.copy("people/ada.jpg", to: "whole.jpg")
    try folder.write(Array(folder.bytes("whole.jpg").prefix(3000)), to: "cut.jpg")
    try folder.write("{\"name\":\"Ada\",\"icon\":\"cut.jpg\"}", to: "a.json")
    let call = ["render", "a.json", "-o", "o.\(format)", "--allow-damaged"]
    let strict = try folder.run(call + ["--strict"])
    let sentence = "The picture 'cut.jpg' is damaged and drawn as far as it goes.\n"
    #expect(
      strict.error == "Error: " + sentence
        + "  at a.json:1:1, icon\n  hint: Without '--strict' it is a warning.\n")
    #expect(strict.exitCode == 1)
    #expect(try !folder.names.contains("o.\(format)"))
    let usual = try folder.run(call)
    #expect(usual.error == "Warning: " + sentence + "  at a.json:1:1, icon\n")
    #expect(usual.exitCode == 0)
    #expect(try folder.names.contains("o.\(format)"))
  }

  /// One sentence, a place, nothing on standard output, and no trace of a crash.
  private func expectManners(
    _ result: ToolResult, place: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let lines = result.error.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(result.exitCode == 1, sourceLocation: sourceLocation)
    #expect(result.text == "", sourceLocation: sourceLocation)
    #expect(lines.first?.hasPrefix("Error: ") == true, sourceLocation: sourceLocation)
    #expect(lines.first?.last == ".", sourceLocation: sourceLocation)
    #expect(
      lines.dropFirst().first?.hasPrefix("  at \(place)") == true, "\(result.error)",
      sourceLocation: sourceLocation)
    // The sentence, the place, perhaps a hint, and the end of the last line.
    #expect((3...4).contains(lines.count), sourceLocation: sourceLocation)
  }
}
