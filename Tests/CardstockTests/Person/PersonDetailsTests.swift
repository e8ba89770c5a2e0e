import Cardstock
import Foundation
import Testing

struct PersonDetailsTests {
  static let ada = PersonDetails(
    name: "Ada Lovelace", icon: "ada.jpg", birthday: CalendarDay("1815-12-10"),
    address: "12 St James's Square, London", phone: "+44 20 7946 0999",
    email: "ada@example.org", company: "Analytical Engines", height: 1.65, weight: 57.5,
    gender: .female)

  @Test func `all rows stand in their order with their titles`() {
    #expect(
      Self.ada.rows().map { "\($0.title): \($0.value)" } == [
        "Birthday: Dec 10, 1815", "Email: ada@example.org", "Phone: +44 20 7946 0999",
        "Address: 12 St James's Square, London", "Company: Analytical Engines", "Gender: Female",
        "Height: 1.65", "Weight: 57.5",
      ])
    #expect(Self.ada.numberOfRows == 10)
  }

  @Test func `a person of a name alone has no detail rows, but a name and an icon`() {
    #expect(PersonDetails(name: "Al").rows() == [])
    #expect(PersonDetails(name: "Al").numberOfRows == 2)
  }

  @Test func `each optional adds and removes exactly its row and moves no other's value`() {
    let clear: [(PersonRow.Kind, (inout PersonDetails) -> Void)] = [
      (.birthday, { $0.birthday = nil }), (.email, { $0.email = nil }),
      (.phone, { $0.phone = " \t" }), (.address, { $0.address = "" }),
      (.company, { $0.company = nil }), (.gender, { $0.gender = nil }),
      (.height, { $0.height = nil }), (.weight, { $0.weight = nil }),
    ]
    for (kind, change) in clear {
      var person = Self.ada
      change(&person)
      #expect(person.rows() == Self.ada.rows().filter { $0.kind != kind })
      #expect(person.numberOfRows == 9)
    }
  }

  @Test(arguments: ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Africa/Monrovia"])
  func `no time zone moves a birthday`(zone: String) throws {
    let before = NSTimeZone.default
    NSTimeZone.default = try #require(TimeZone(identifier: zone))
    defer { NSTimeZone.default = before }
    for text in ["1815-12-10", "1582-10-15", "2011-12-30", "0987-01-02"] {
      let day = try #require(CalendarDay(text))
      #expect(DayFormatter(locale: "en").text(day, pattern: "yyyy-MM-dd") == text)
    }
  }

  @Test(arguments: [
    ("de", "10.12.1815"), ("fr", "10 déc. 1815"), ("th", "10 ธ.ค. 1815"), ("ja", "1815/12/10"),
  ])
  func `a birthday reads right in each language, Gregorian always`(locale: String, text: String) {
    #expect(Self.ada.rows(locale: locale).first?.value == text)
  }

  @Test func `what is no value is an error only where a person has it`() throws {
    var record = Record([
      Record.Field("name", .text("Ada")), Record.Field("team", .fault("It is wrong.")),
    ])
    #expect(try PersonDetails(record).name == "Ada")
    record.fields.append(Record.Field("height", .fault("It is wrong.")))
    let error = #expect(throws: PersonError.self) { try PersonDetails(record) }
    #expect(error?.message == "It is wrong.")
    #expect(error?.field == "height")
  }

  @Test func `a person is written and read as the same`() throws {
    let data = try JSONEncoder().encode(Self.ada)
    #expect(try JSONDecoder().decode(PersonDetails.self, from: data) == Self.ada)
  }

  @Test func `the description says all that the card says`() {
    #expect(
      PersonDetails(name: "Grace Hopper", company: "US Navy", gender: .female).description
        == "Grace Hopper\nCompany: US Navy\nGender: Female")
  }
}
