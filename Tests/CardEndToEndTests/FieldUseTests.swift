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
