import CardModel
import Foundation

/// Measurements as text.
struct Report {
  let measurements: [Measurement]

  /// A table for people.
  var table: String {
    var lines: [String] = []
    for measurement in measurements {
      lines.append("\(measurement.people.name), CPU time of a card")
      lines.append("phase                mean ms  median ms   share")
      for phase in measurement.phases {
        let share = phase.isPart ? decimals(100 * phase.mean / measurement.cardTime, 1) + " %" : ""
        lines.append(
          phase.name.padding(toLength: 18, withPad: " ", startingAt: 0)
            + right(decimals(phase.mean, 3), 10) + right(decimals(phase.median, 3), 11)
            + right(share, 8))
      }
      lines.append(
        "a PNG card \(decimals(measurement.cardTime, 3)) ms,"
          + " \(decimals(1000 / measurement.cardTime, 0)) cards a second;"
          + " files of \(measurement.fileSize) bytes, small \(measurement.smallFileSize)")
      lines.append("")
    }
    return lines.joined(separator: "\n")
  }

  /// The same for programs; times in milliseconds.
  var json: String {
    let values = measurements.map { measurement in
      JSONValue(
        .object([
          .init("people", .string(measurement.people.name)),
          .init("cards", .number(Double(measurement.people.records.count))),
          .init("card", .number(measurement.cardTime)),
          .init("fileSize", .number(Double(measurement.fileSize))),
          .init("smallFileSize", .number(Double(measurement.smallFileSize))),
          .init(
            "phases",
            JSONValue(
              .array(
                measurement.phases.map { phase in
                  JSONValue(
                    .object([
                      .init("name", .string(phase.name)), .init("mean", .number(phase.mean)),
                      .init("median", .number(phase.median)),
                    ]))
                }))),
        ]))
    }
    return JSONValue(.array(values)).text(pretty: true)
  }

  private func decimals(_ value: Double, _ digits: Int) -> String {
    value.formatted(
      .number.precision(.fractionLength(digits)).grouping(.never)
        .locale(Locale(identifier: "en_US_POSIX")))
  }

  private func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(width - text.count, 1)) + text
  }
}
