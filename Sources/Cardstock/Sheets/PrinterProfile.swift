internal import CardFiles
public import CardLayout
public import CardModel
public import Foundation

/// What makes up for how a printer moves and stretches pages.
public struct PrinterProfile: Sendable, Hashable {
  /// The shift of fronts in millimetres, to the right and down.
  public var offset = Point.zero
  /// The shift of backs in millimetres.
  public var backOffset = Point.zero
  /// The scale across.
  public var scaleX = 1.0
  /// The scale down.
  public var scaleY = 1.0

  /// Makes a profile that changes nothing.
  public init() {}

  /// What a scale may be: no printer is off by more.
  static let scales = 0.9...1.1
  /// What a shift may be, in millimetres.
  static let shifts = -25.0...25.0

  /// What was measured on a printed calibration page, in millimetres.
  public struct Measured: Sendable, Hashable {
    /// The length of the ruler across, which should be 100.
    public var across: Double
    /// The length of the ruler down, which should be 100.
    public var down: Double
    /// From the left edge of the paper to the upper left target.
    public var left: Double
    /// From the upper edge of the paper to it.
    public var top: Double
    /// How far the back's targets stand from the front's, seen from the back: right and down.
    public var back: Point?

    /// Makes measures.
    public init(across: Double, down: Double, left: Double, top: Double, back: Point? = nil) {
      self.across = across
      self.down = down
      self.left = left
      self.top = top
      self.back = back
    }
  }

  /// Makes the profile that makes up for what was measured on a page printed without one.
  ///
  /// - Throws: ``PrinterError`` where no printer is that far off.
  public init(_ measured: Measured) throws(PrinterError) {
    let (across, down) = (measured.across / 100, measured.down / 100)
    let target = CalibrationPage.targetDistance
    let shift = Point(x: measured.left - across * target, y: measured.top - down * target)
    // Seen from behind, a shift to the right is one to the left.
    let back = measured.back.map { Point(x: $0.x - shift.x, y: $0.y + shift.y) } ?? shift
    guard Self.scales.contains(across), Self.scales.contains(down),
      [shift.x, shift.y, back.x, back.y].allSatisfy(Self.shifts.contains)
    else {
      throw PrinterError(
        "A printer cannot be that far off: rulers of \(number(measured.across)) and"
          + " \(number(measured.down)) mm, a target at \(number(measured.left)) and"
          + " \(number(measured.top)) mm.",
        hint: "Measure in millimetres: A and B are near 100, C and D near \(number(target)).")
    }
    scaleX = 1 / across
    scaleY = 1 / down
    offset = Point(x: -shift.x / across, y: -shift.y / down)
    backOffset = Point(x: -back.x / across, y: -back.y / down)
  }

  /// What is done to a page of a side.
  public func adjustment(of side: CardSide) -> PageAdjustment {
    let shift = side == .front ? offset : backOffset
    return PageAdjustment(
      offset: Point(x: shift.x * 72 / 25.4, y: shift.y * 72 / 25.4), scaleX: scaleX,
      scaleY: scaleY)
  }
}

/// Why a printer profile cannot be used.
public struct PrinterError: Diagnostic, Hashable {
  /// One sentence.
  public let message: String
  /// The file.
  public let place: String?
  /// What would help.
  public let hint: String?

  init(_ message: String, place: String? = nil, hint: String? = nil) {
    self.message = message
    self.place = place
    self.hint = hint
  }
}

/// The printer profiles of the user, in `printers.json` in the folder of settings.
public struct PrinterProfiles: Sendable, Equatable {
  /// The file's path.
  public let path: String
  /// The profiles by their names.
  public private(set) var profiles: [String: PrinterProfile] = [:]

  /// Reads the profiles; none where the file is not there.
  ///
  /// - Throws: ``PrinterError`` where the file is not one of profiles, and what reading throws.
  public init(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    guard let path = UserFolder.file("printers.json", environment: environment) else {
      throw PrinterError(
        "There is no folder for printer profiles.", hint: "Set HOME or XDG_CONFIG_HOME.")
    }
    self.path = path
    guard FileManager.default.fileExists(atPath: path) else { return }
    let json: JSONValue
    do {
      json = try JSONReader.read(FileReading.file(path, limit: 1 << 20), options: .relaxed)
    } catch let error as JSONSyntaxError {
      throw PrinterError(error.message, place: "\(path), \(error.place ?? "")")
    }
    guard case .object(let members)? = json["printers"]?.kind else {
      throw PrinterError("The file has no 'printers'.", place: path)
    }
    for member in members {
      func pair(_ key: String, _ usual: Double, _ range: ClosedRange<Double>) throws -> Point {
        guard let value = member.value[key] else { return Point(x: usual, y: usual) }
        if case .array(let parts) = value.kind, parts.count == 2,
          case .number(let first) = parts[0].kind, case .number(let second) = parts[1].kind,
          let x = Double(first), let y = Double(second), range.contains(x), range.contains(y)
        {
          return Point(x: x, y: y)
        }
        throw PrinterError(
          "The '\(key)' of the printer '\(member.key)' should be two numbers from"
            + " \(number(range.lowerBound)) to \(number(range.upperBound)).",
          place: "\(path), line \(value.position.line)", hint: "Write it like [0.5, -1].")
      }
      var profile = PrinterProfile()
      profile.offset = try pair("offset", 0, PrinterProfile.shifts)
      profile.backOffset = try pair("backOffset", 0, PrinterProfile.shifts)
      let scale = try pair("scale", 1, PrinterProfile.scales)
      (profile.scaleX, profile.scaleY) = (scale.x, scale.y)
      profiles[member.key] = profile
    }
  }

  /// The profile of that name.
  ///
  /// - Throws: ``PrinterError`` where there is none.
  public func profile(named name: String) throws(PrinterError) -> PrinterProfile {
    if let profile = profiles[name] { return profile }
    let nearest = nearestName(to: name, among: profiles.keys.sorted())
    throw PrinterError(
      "The printer '\(name)' has no profile.", place: path,
      hint: (nearest.map { "Did you mean '\($0)'? " } ?? "")
        + "'cardstock render --calibrate -o page.pdf' makes the page to measure.")
  }

  /// Keeps a profile under a name, and writes the file.
  ///
  /// - Throws: what writing throws.
  public mutating func set(_ profile: PrinterProfile, named name: String) throws {
    profiles[name] = profile
    func pair(_ x: Double, _ y: Double, _ digits: Double) -> JSONValue {
      .array([x, y].map { .number(($0 * digits).rounded() / digits) })
    }
    let json = JSONValue.object([
      ("format", .number(1)),
      (
        "printers",
        .object(
          profiles.sorted { $0.key < $1.key }.map { name, profile in
            (
              name,
              .object([
                ("offset", pair(profile.offset.x, profile.offset.y, 1000)),
                ("backOffset", pair(profile.backOffset.x, profile.backOffset.y, 1000)),
                ("scale", pair(profile.scaleX, profile.scaleY, 100_000)),
              ])
            )
          })
      ),
    ])
    try Folders.make((path as NSString).deletingLastPathComponent)
    try WholeFile.write(Array((json.text(pretty: true) + "\n").utf8), to: path)
  }
}
