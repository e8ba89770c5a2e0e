import Foundation
import Testing

@testable import CardCommands

@Suite struct InspectCommandTests {
  private static let template = """
    { "format": 1, "size": { "width": "200pt", "height": "100pt" },
      "fields": [{ "name": "name", "required": true, "sample": "Ada" }, { "name": "note" }],
      "front": { "kind": "vertical", "alignment": "leading", "children": [
        { "kind": "label", "text": "{{note}}" },
        { "kind": "shape", "id": "mark", "fill": "black", "width": "43pt", "height": "10pt" },
        { "kind": "label", "text": "{{name}}", "id": "name" }
      ] } }
    """

  private func run(_ arguments: [String]) throws -> (
    code: ExitCode, output: String, error: String
  ) {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).card.json")
    try Data(Self.template.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let recorded = RecordedConsole()
    let code = CommandLineTool.run(
      arguments: ["inspect", file.path] + arguments, environment: [:], console: recorded.console)
    return (code, recorded.output, recorded.error)
  }

  @Test func `the tree is that of the card that the samples make`() throws {
    let result = try run([])
    #expect(result.code == .success)
    #expect(
      result.output == """
        card 200pt × 100pt en leftToRight
        front
          vertical alignment=leading
          ├─ shape #mark fill=black width=43pt height=10pt
          └─ label #name text="Ada"

        """)
    #expect(try run(["--tree"]).output == result.output)
  }

  @Test func `the frame is the dump of what is drawn`() throws {
    let output = try run(["--frame"]).output
    #expect(output.hasPrefix("frame 200 × 100"))
    #expect(output.contains("rectangle #mark 0,0 43 × 10 fill #111111"))
  }

  @Test func `a trace says why a node is as wide as it is, by id and by path`() throws {
    let byId = try run(["--trace=mark"])
    #expect(byId.code == .success)
    #expect(byId.output.contains("A shape fills what is offered."))
    #expect(byId.output.contains("Around it, from the inside out:"))
    #expect(byId.output.contains("Width: fixed at 43. Height: fixed at 10."))
    // The label before it is empty and gone, so its place in the file is another one.
    #expect(byId.output.contains("In the file: front.children[1]"))
    let byPath = try run(["--trace=front.children[0].child"])
    #expect(byPath.output == byId.output)
    let all = try run(["--trace"]).output
    #expect(all.contains("front vertical: 43 × 19.6 at 0, 0"))
  }

  @Test func `a node that is not there is an error that lists those there are`() throws {
    let result = try run(["--trace=mrak"])
    #expect(result.code == .failure)
    #expect(result.error.hasPrefix("Error: There is no node 'mrak' on this side of the card.\n"))
    #expect(result.error.contains("Did you mean 'mark'? There are 'mark', 'name'"))
    #expect(try run(["--side", "back"]).error.hasPrefix("Error: The card has no back."))
  }

  @Test func `the overlay is a picture of the card with a margin`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).png")
    defer { try? FileManager.default.removeItem(at: file) }
    let result = try run(["--overlay", file.path, "--dpi", "72"])
    #expect(result.code == .success)
    #expect(result.output == "")
    let bytes = try [UInt8](Data(contentsOf: file))
    #expect(bytes.prefix(4) == [0x89, 0x50, 0x4E, 0x47])
    // Width and height of the PNG's header: 12 points on each side, and the legend below.
    #expect(bytes[16..<24] == [0, 0, 0, 224, 0, 0, 0, 134])
  }

  @Test func `a built-in template is shown by its name`() {
    let recorded = RecordedConsole()
    let code = CommandLineTool.run(
      arguments: ["inspect", "visitor"], environment: [:], console: recorded.console)
    #expect(code == .success)
    #expect(
      recorded.output.hasPrefix("card 4x3in \"Visitor badge\" en leftToRight\n"),
      "\(recorded.error)")
  }
}
