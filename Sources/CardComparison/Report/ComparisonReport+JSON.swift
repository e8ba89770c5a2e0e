internal import CardDiff
internal import CardModel
internal import Foundation

extension ComparisonReport {
  /// The report for programs, without pictures.
  public var json: String { ReportDocument(self, withPictures: false).json }

  /// The report as one self-contained page that works from the file system, without a network.
  public var html: String { ReportDocument(self, withPictures: true).html }

  /// The report as JUnit's XML, as continuous integration reads it.
  public var junit: String { ReportDocument(self, withPictures: false).junit }
}

extension ComparisonReport.Entry {
  /// The entry as JSON; with pictures as data URIs where that is asked for.
  func value(withPictures: Bool) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("name", .string(name)), ("group", .string(group)), ("status", .string(status.rawValue)),
      ("summary", .string(summary)),
    ]
    if let place { members.append(("place", .string(place))) }
    if let acceptCommand { members.append(("accept", .string(acceptCommand))) }
    if withPictures, let picture {
      members.append(("picture", .dataURI(picture)))
      if let pictureTitle { members.append(("pictureTitle", .string(pictureTitle))) }
    }
    if withPictures, let preview { members.append(("preview", .string(preview))) }
    if let comparison { members += comparison.members(withPictures: withPictures) }
    return .object(members)
  }
}

extension Comparison {
  fileprivate func members(withPictures: Bool) -> [(String, JSONValue)] {
    var members: [(String, JSONValue)] = []
    func add(_ name: String, _ texts: [String]) {
      if !texts.isEmpty { members.append((name, .array(texts.map(JSONValue.string)))) }
    }
    add("notices", notices)
    add("causes", causes)
    add("details", details)
    if let acceptingTolerance {
      members.append(("acceptingTolerance", .string(acceptingTolerance.description)))
    }
    if let acceptance { members.append(("acceptance", .string(acceptance))) }
    if let lines, !lines.isSame { members.append(("lines", .string(lines.hunks()))) }
    if !pages.isEmpty {
      members.append(("pages", .array(pages.map { $0.value(withPictures: withPictures) })))
    }
    return members
  }
}

extension Comparison.Page {
  fileprivate func value(withPictures: Bool) -> JSONValue {
    var members: [(String, JSONValue)] = [("name", .string(name)), ("isSame", .bool(isSame))]
    if let numbers {
      members += [
        ("changedPixels", .number(numbers.changedPixels)),
        ("changedShare", .significant(numbers.changedShare)),
        ("excusedPixels", .number(numbers.excusedPixels)),
        ("largestDeltaE", .significant(numbers.largestDeltaE)),
        ("largestDensity", .significant(numbers.largestDensity)),
      ]
      if let shift = numbers.shift { members.append(("shift", .shift(shift))) }
    }
    if withPictures {
      if let reference { members.append(("reference", .dataURI(reference))) }
      if let candidate { members.append(("candidate", .dataURI(candidate))) }
      if let difference { members.append(("difference", .dataURI(difference))) }
    }
    members.append(
      (
        "regions",
        .array(
          regions.map { region in
            var members: [(String, JSONValue)] = [
              ("x", .number(region.area.x)), ("y", .number(region.area.y)),
              ("width", .number(region.area.width)), ("height", .number(region.area.height)),
              ("changedPixels", .number(region.changedPixels)),
            ]
            if let shift = region.shift { members.append(("shift", .shift(shift))) }
            members.append(("nodes", .array(region.nodes.map(JSONValue.string))))
            return .object(members)
          })
      ))
    return .object(members)
  }
}

extension JSONValue {
  fileprivate static func dataURI(_ png: [UInt8]) -> JSONValue {
    .string("data:image/png;base64," + Data(png).base64EncodedString())
  }

  fileprivate static func shift(_ shift: BitmapDiff.Shift) -> JSONValue {
    .array([.number(shift.x), .number(shift.y)])
  }

  fileprivate static func significant(_ value: Double) -> JSONValue {
    JSONValue(.number(CardDiff.significant(value)))
  }
}
