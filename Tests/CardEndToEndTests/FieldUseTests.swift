import Foundation
import Testing

/// What a run says of columns that no card shows.
@Suite struct FieldUseTests {
  private let render = ["render", "a.csv", "-o", "{{index}}.png", "--dpi", "36"]

  @Test(arguments: [
    (
      "name,brithday\nAnn,1990-01-02\n",
      "Note: No card shows the column 'brithday'.\n  hint: Did you mean 'birthday'? Rename it, or "
        + "give '--map birthday=brithday'.\n"
    ),
    (
      "Vorname,Nachname,Geburtsdatm,E-Mial\nAnn,Lee,1990-01-02,a@b\n",
      "Note: No card shows the columns 'Geburtsdatm', 'E-Mial'.\n  hint: Did you mean "
        + "'Geburtsdatum', 'email'? Rename them, or give '--map birthday=Geburtsdatm'.\n"
    ),
    // What is just not on the card is nothing to speak of.
    ("name,T-Shirt,room,phone 2,phone,team,date\nAnn,M,1,2,3,red,x\n", ""),
    ("name,birthday,birthday2\nAnn,1990-01-02,1990-01-02\n", ""),
  ])
  func `a column that is nearly a field's name is told once`(_ data: String, _ note: String) throws
  {
    let folder = try WorkFolder()
    try folder.write(data + data.split(separator: "\n")[1] + "\n", to: "a.csv")
    let result = try folder.run(render)
    #expect(result.error == note)
    #expect(result.exitCode == 0)
  }

  @Test func `a field that only some objects have is found, and a mapped one is used`() throws {
    let folder = try WorkFolder()
    try folder.write("{\"name\":\"A\"}\n{\"name\":\"B\",\"compnay\":\"C\"}\n", to: "a.ndjson")
    let arguments = ["render", "a.ndjson", "-o", "{{index}}.png", "--dpi", "36"]
    #expect(
      try folder.run(arguments).error.hasPrefix("Note: No card shows the field 'compnay'.\n"))
    #expect(try folder.run(arguments + ["--map", "company=compnay"]).error == "")
    #expect(try folder.run(arguments + ["--only", "compnay!=C"]).error == "")
  }

  @Test func `a template's optional field is looked for as well`() throws {
    let folder = try WorkFolder()
    try folder.write(
      """
      { "format": 1, "size": "cr80",
        "fields": [{ "name": "name", "required": true }, { "name": "track" }],
        "front": { "kind": "vertical", "children": [
          { "kind": "label", "text": "{{name}}" }, { "kind": "label", "text": "{{track}}" }] } }
      """, to: "t.card.json")
    try folder.write("name,trakc\nA,B\n", to: "a.csv")
    let result = try folder.run(render + ["-t", "t.card.json"])
    #expect(
      result.error == "Note: No card shows the column 'trakc'.\n"
        + "  hint: Did you mean 'track'? Rename it, or give '--map track=trakc'.\n")
    #expect(result.exitCode == 0)
    try folder.write("nmae,track\nA,B\nC,D\n", to: "a.csv")
    let missing = try folder.run(render + ["-t", "t.card.json"])
    #expect(
      missing.error == "Error: The data has no column 'name', which every card needs.\n"
        + "  at a.csv\n  hint: If it is 'nmae', give '--map name=nmae'.\n")
    #expect(missing.exitCode == 1)
  }

  @Test func `the report lists all columns that no card shows`() throws {
    let folder = try WorkFolder()
    try folder.write("name,brithday,team,room\nAnn,1990-01-02,<b>,1\n", to: "a.csv")
    for report in ["r.json", "r.ndjson", "r.html"] {
      #expect(try folder.run(render + ["--report", report]).exitCode == 0)
      let text = String(decoding: try folder.bytes(report), as: UTF8.self)
      #expect(text.contains("No card shows the column 'brithday'. Did you mean 'birthday'?"))
      #expect(text.contains("Of 4 columns, 2 are not used: 'team', 'room'."))
    }
    #expect(try folder.run(["render", "a.csv", "-o", "{{team}}-{{room}}.png"]).exitCode == 0)
  }

  @Test func `rows of separators below a table make no card and no error`() throws {
    let folder = try WorkFolder()
    try folder.write("name,team\nAnn,red\n,\n\"\",\nBob,\n,\n", to: "a.csv")
    let result = try folder.run(render)
    #expect(result.error == "")
    #expect(result.exitCode == 0)
    #expect(try folder.names == ["1.png", "2.png", "a.csv"])
  }

  /// Makes a flat spreadsheet of rows, in which a cell that begins with `#` is an error.
  private func sheet(_ rows: [[String]], in folder: WorkFolder) throws {
    let cells = rows.map { row in
      row.map { cell in
        let type = cell.hasPrefix("#") ? "e" : "str"
        return "<c t='\(type)'><v>\(cell)</v></c>"
      }
    }
    let sheet = cells.map { "<row>\($0.joined())</row>" }.joined()
    let relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    try folder.makeFolder("xl/_rels")
    try folder.write(
      "<workbook xmlns:r='\(relation)'><sheets><sheet name='a' r:id='r1'/></sheets></workbook>",
      to: "xl/workbook.xml")
    try folder.write(
      "<Relationships><Relationship Id='r1' Type='\(relation)/worksheet' Target='s.xml'/>"
        + "</Relationships>", to: "xl/_rels/workbook.xml.rels")
    try folder.write("<worksheet><sheetData>\(sheet)</sheetData></worksheet>", to: "xl/s.xml")
    _ = try folder.read("python3", ["-m", "zipfile", "-c", "a.xlsx", "xl/"])
  }

  @Test(.enabled(if: Tool.installed("python3") != nil))
  func `an error cell fails its record only where it is used`() throws {
    let folder = try WorkFolder()
    try sheet(
      [
        ["id", "name", "team", "email"], ["1", "Ann", "#N/A", "a@b"], ["2", "Bob", "x", "#REF!"],
      ],
      in: folder)
    let render = ["render", "a.xlsx"]
    func error(_ name: String, _ code: String, _ place: String) -> String {
      "Error: The cell of '\(name)' holds the error '\(code)'.\n  at a.xlsx:\(place), "
        + "field '\(name)'\n"
    }
    let all = try folder.run(
      render + ["-o", "{{id}}.png", "--dpi", "36", "--report", "r.ndjson"])
    #expect(
      all.error == error("email", "#REF!", "3:4, record 2") + "1 card was made, 1 record failed.\n")
    #expect(all.exitCode == 2)
    let report = String(decoding: try folder.bytes("r.ndjson"), as: UTF8.self)
    #expect(report.contains("\"row\":3,\"column\":\"email\""))
    // In a file's name, a filter and a number of copies it is used as well.
    for options in [
      ["-o", "{{team}}.pdf"], ["-o", "{{id}}.pdf", "--only", "team!=x"],
      ["-o", "{{id}}.pdf", "--only", "team="],
      ["-o", "a.pdf", "--sheet", "a4", "--copies", "team"],
    ] {
      let used = try folder.run(render + options)
      #expect(used.error.contains(error("team", "#N/A", "2:3, record 1")), "\(used.error)")
    }
  }

  @Test func `a part of the records by a field that is not there is an error`() throws {
    let folder = try WorkFolder()
    try folder.write("name,Rolle\nAnn,Guest\n", to: "a.csv")
    let result = try folder.run(render + ["--only", "Role=Guest"])
    #expect(
      result.error == "Error: The field 'Role' of '--only' is not in the data.\n"
        + "  hint: Did you mean 'Rolle'?\n")
    #expect(result.exitCode == 1)
    #expect(try folder.run(render + ["--only", "Rolle=Guest"]).exitCode == 0)
  }
}
