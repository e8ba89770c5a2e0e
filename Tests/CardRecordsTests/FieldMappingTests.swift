import CardModel
import CardRecords
import Testing

@Suite struct FieldMappingTests {
  @Test(arguments: [
    ("Full name", "name"), ("E-mail", "email"), ("E-Mail-Adresse", "email"), ("DOB", "birthday"),
    ("Date of Birth", "birthday"), ("Geburtstag", "birthday"), ("PHOTO", "icon"),
    ("Foto", "icon"), (" title ", "title"), ("Téléphone", "phone"), ("氏名", "name"),
    ("date_of_birth", "birthday"), ("Größe", "height"), ("E-mail 1 - Value", "email"),
    ("Phone 1 - Value", "phone"), ("Organization 1 - Name", "company"),
    ("Organization Name", "company"), ("Business Phone", "phone"), ("Mobiltelefon", "phone"),
  ])
  func `known columns are found under the person's names`(column: String, field: String) throws {
    let record = Record([Record.Field(column, .text("x"))])
    let mapped = try FieldMapping().apply(to: record)
    #expect(mapped[field] == .text("x"))
    #expect(mapped[column] == .text("x"))
  }

  @Test func `first and last name make a name, and a name that is there stays`() throws {
    var record = Record([
      Record.Field("Nachname", .text("Lovelace")), Record.Field("Vorname", .text("Ada")),
    ])
    #expect(try FieldMapping().apply(to: record)["name"] == .text("Ada Lovelace"))
    record.fields.append(Record.Field("Name", .text("Countess")))
    #expect(try FieldMapping().apply(to: record)["name"] == .text("Countess"))
  }

  @Test(arguments: [
    ["Nachname", "Vorname"], ["Vorname", "Nachname"], ["Vorname", "Name"], ["Name", "Vorname"],
  ])
  func `a name of which a part is no value is none, and what it is not made of stays`(
    columns: [String]
  ) throws {
    let place = DataPlace(line: 2, column: 1)
    let record = Record([
      Record.Field(columns[0], .fault("It is wrong."), place: place),
      Record.Field(columns[1], .text("Ada")),
    ])
    let mapped = try FieldMapping().apply(to: record)
    #expect(mapped.fault(of: "name")?.location == place)
    let other = Record([
      Record.Field("name", .text("Ada")), Record.Field("E-Mail", .fault("It is wrong.")),
      Record.Field("Vorname", .fault("It is wrong.")),
    ])
    #expect(try FieldMapping().apply(to: other)["name"] == .text("Ada"))
    #expect(try FieldMapping().apply(to: other).fault(of: "email") != nil)
  }

  @Test(arguments: [
    (["Name": "Lovelace", "Vorname": "Ada"], "Ada Lovelace"),
    (["Name": "Ada Lovelace", "First name": "Ada"], "Ada Lovelace"),
    (["Nom": "Martin", "Prénom": "Léa"], "Léa Martin"), (["Nom": "Léa Martin"], "Léa Martin"),
    (["Naam": "Peeters", "Voornaam": "Jan"], "Jan Peeters"),
    (["Name": "Countess", "Vorname": "Ada", "Nachname": "Lovelace"], "Countess"),
    (["name": "Lovelace", "Vorname": "Ada"], "Lovelace"),
    (["Name": "Lovelace", "Vorname": ""], "Lovelace"), (["Name": "", "Vorname": "Ada"], "Ada"),
  ])
  func `a name beside a given name is the family's`(
    columns: [String: String], name: String
  ) throws {
    let fields = columns.sorted { $0.key < $1.key }.map { Record.Field($0.key, .text($0.value)) }
    for fields in [fields, fields.reversed()] {
      #expect(try FieldMapping().apply(to: Record(fields))["name"] == .text(name))
    }
  }

  @Test(arguments: [
    ("brithday", "birthday", "birthday"), ("Geburtsdatm", "birthday", "Geburtsdatum"),
    ("Vorrname", "name", "Vorname"), ("ibrthday", "birthday", "birthday"),
    ("E_Mial", "email", "email"),
    ("télphone", "phone", "telephone"),
  ])
  func `a slip of the pen is found, in every language`(
    column: String, field: String, name: String
  ) throws {
    let meant = try #require(
      FieldMapping.meant(by: column, among: ["birthday", "email", "name", "phone"]))
    #expect(meant.field == field)
    #expect(meant.name == name)
  }

  @Test(arguments: [
    "team", "date", "room", "id", "T-Shirt", "gate", "Table", "Raum", "male", "sender", "",
  ])
  func `another word is no slip`(column: String) {
    let fields = [
      "birthday", "email", "name", "phone", "icon", "address", "company", "weight", "gender",
    ]
    #expect(FieldMapping.meant(by: column, among: fields) == nil)
  }

  @Test func `a mapping that is given wins`() throws {
    let record = Record([
      Record.Field("name", .text("a")), Record.Field("Badge", .text("b")),
    ])
    let mapping = try FieldMapping(
      fieldNames: ["name", "Badge"], overrides: [("name", "Badge")])
    #expect(mapping.apply(to: record)["name"] == .text("b"))
  }

  @Test func `a column that is not there is an error with the nearest one`() throws {
    let error = try #require(
      failure { _ = try FieldMapping(fieldNames: ["Badge"], overrides: [("name", "Bage")]) })
    #expect(error.hint == "Did you mean 'Badge'?")
  }
}
