import CardFixtures
import CardModel
import Cardstock
import Foundation

/// The people whose cards are made.
struct People {
  /// The name in the table.
  let name: String
  /// The records.
  let records: [Record]
  /// The folder of their photos.
  let folder: URL

  /// One person of the fixtures, many times over.
  static func fixture(times: Int) throws -> People {
    let url = CardFixtures.url("people/ada.json")
    let value = try JSONReader.read([UInt8](Data(contentsOf: url)))
    guard let record = Record(value) else { throw CocoaError(.fileReadCorruptFile) }
    return People(
      name: "ada.json", records: Array(repeating: record, count: times),
      folder: url.deletingLastPathComponent())
  }

  /// People made of lists, the same ones each time, with photos that are copied to a folder.
  static func synthetic(count: Int, photos: Int, in folder: URL) throws -> People {
    let faces = ["ada.jpg", "grace.jpg", "amina.jpg"]
    for index in 0..<photos {
      try FileManager.default.copyItem(
        at: CardFixtures.url("people/\(faces[index % faces.count])"),
        to: folder.appending(path: "photo\(index).jpg"))
    }
    let first = ["Ada", "Grace", "Amina", "Zoë", "Mary", "José", "Ingrid", "Linus", "Chen"]
    let last = ["Lovelace", "Hopper", "Benali", "Müller", "Okafor", "Sørensen", "Novák"]
    let records = (0..<count).map { index in
      let name = "\(first[index % first.count]) \(last[index / first.count % last.count]) \(index)"
      return PersonDetails(
        name: name, icon: "photo\(index % max(photos, 1)).jpg",
        address: "\(index + 1) Long Street, Springfield", phone: "+44 20 7946 0\(100 + index)",
        email: "person\(index)@example.org", company: "Example Engines",
        height: 1.5 + Double(index % 50) / 100, weight: 50 + Double(index % 40),
        gender: Gender.allCases[index % Gender.allCases.count]
      ).record
    }
    return People(name: "\(count) people", records: records, folder: folder)
  }

  /// The people of the peers' job.
  static func job(in folder: URL) throws -> People {
    let file = folder.appending(path: "people.json")
    guard case .array(let entries) = try JSONReader.read([UInt8](Data(contentsOf: file))).kind
    else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return People(
      name: "CR80-\(entries.count)", records: entries.compactMap { Record($0) }, folder: folder)
  }

  /// People of a conference, each with a code of their own.
  static func attendees(count: Int) -> People {
    let roles = ["Speaker", "Staff", "Sponsor", "Press", "Attendee"]
    let records = (0..<count).map { index in
      Record(
        [
          ("name", "Ada Lovelace \(index)"), ("company", "Analytical Engines \(index)"),
          ("role", roles[index % roles.count]), ("event", "Numbers and Notes 2026"),
          ("code", "https://example.org/t/\(10000 + index)"),
        ].map { Record.Field($0.0, .text($0.1)) })
    }
    return People(
      name: "\(count) badges", records: records, folder: CardFixtures.url("people"))
  }
}
