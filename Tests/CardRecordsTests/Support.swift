import CardFixtures
import CardModel
import CardRecords
import Foundation

/// All results of some bytes.
func results(
  _ bytes: [UInt8], _ format: DataFormat, _ options: RecordOptions = RecordOptions()
) throws -> [RecordResult] {
  try results(RecordSource(bytes: bytes, format: format, name: "people", options: options))
}

/// All results of a text.
func results(
  _ text: String, _ format: DataFormat, _ options: RecordOptions = RecordOptions()
) throws -> [RecordResult] {
  try results(Array(text.utf8), format, options)
}

/// All results of a source.
func results(_ source: RecordSource) throws -> [RecordResult] {
  let reader = try source.open()
  var all: [RecordResult] = []
  while let result = try reader.next() { all.append(result) }
  return all
}

extension [RecordResult] {
  /// The values of each record as text; of a failure its sentence.
  var texts: [[String]] {
    map { result in
      switch result {
      case .record(let record): record.fields.map { $0.value.text ?? "(\($0.value.kindName))" }
      case .failure(let error): [error.message]
      }
    }
  }
}

/// The error that reading some data throws.
func failure(_ read: () throws -> Void) -> RecordError? {
  do {
    try read()
    return nil
  } catch {
    return error as? RecordError
  }
}

/// A file by others, where it is present.
func caseBytes(_ path: String) -> [UInt8]? {
  CardFixtures.cases.flatMap { try? [UInt8](Data(contentsOf: $0.appending(path: path))) }
}

/// Whether the files by others are present.
let hasCases = CardFixtures.cases != nil

/// The rows of the list of files by others: file, expected, reference.
func caseRows(_ prefix: String) -> [(file: String, expected: String, reference: String)] {
  guard let bytes = caseBytes("SOURCES.tsv") else { return [] }
  return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
    let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard cells.count >= 12, cells[0].hasPrefix(prefix) else { return nil }
    return (cells[0], cells[10], cells[11])
  }
}
