import Cardstock
import Foundation
import Testing

@Suite struct PrinterProfileTests {
  /// Where a printer puts a point: it stretches and shifts.
  private func printed(_ point: Point, scale: Point, shift: Point) -> Point {
    Point(x: point.x * scale.x + shift.x, y: point.y * scale.y + shift.y)
  }

  /// Where a page's point goes through an adjustment, in millimetres.
  private func adjusted(_ point: Point, _ adjustment: PageAdjustment) -> Point {
    Point(
      x: point.x * adjustment.scaleX + adjustment.offset.x * 25.4 / 72,
      y: point.y * adjustment.scaleY + adjustment.offset.y * 25.4 / 72)
  }

  @Test(arguments: [
    (Point(x: 0.996, y: 1.003), Point(x: 0.7, y: -1.2), Point(x: -0.4, y: 0.9)),
    (Point(x: 1, y: 1), Point(x: 0, y: 0), Point(x: 0, y: 0)),
  ])
  func `what was measured on a crooked printer is made up for on both sides`(
    _ scale: Point, _ shift: Point, _ backShift: Point
  ) throws {
    let target = CalibrationPage.targetDistance
    let front = printed(Point(x: target, y: target), scale: scale, shift: shift)
    // Held against the light, the back's targets are compared with the front's from behind.
    let back = Point(x: backShift.x + shift.x, y: backShift.y - shift.y)
    let profile = try PrinterProfile(
      PrinterProfile.Measured(
        across: 100 * scale.x, down: 100 * scale.y, left: front.x, top: front.y, back: back))
    for point in [Point(x: 20, y: 30), Point(x: 180, y: 270)] {
      let seen = printed(
        adjusted(point, profile.adjustment(of: .front)), scale: scale, shift: shift)
      #expect(abs(seen.x - point.x) < 1e-9 && abs(seen.y - point.y) < 1e-9)
      let behind = printed(
        adjusted(point, profile.adjustment(of: .back)), scale: scale, shift: backShift)
      #expect(abs(behind.x - point.x) < 1e-9 && abs(behind.y - point.y) < 1e-9)
    }
  }

  @Test func `measures that no printer has are refused`() {
    #expect(throws: PrinterError.self) {
      try PrinterProfile(PrinterProfile.Measured(across: 10, down: 100, left: 15, top: 15))
    }
    #expect(throws: PrinterError.self) {
      try PrinterProfile(PrinterProfile.Measured(across: 100, down: 100, left: 85, top: 15))
    }
  }

  @Test func `profiles are kept in the user's folder and found by their names`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "printers-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let environment = ["XDG_CONFIG_HOME": folder.path]
    var profiles = try PrinterProfiles(environment: environment)
    #expect(profiles.profiles.isEmpty)
    var profile = PrinterProfile()
    profile.offset = Point(x: 0.5, y: -0.25)
    profile.backOffset = Point(x: -1, y: 0)
    profile.scaleX = 1.0025
    try profiles.set(profile, named: "office")
    try profiles.set(PrinterProfile(), named: "home")
    let again = try PrinterProfiles(environment: environment)
    #expect(again == profiles)
    #expect(try again.profile(named: "office") == profile)
    let error = #expect(throws: PrinterError.self) { try again.profile(named: "ofice") }
    #expect(error?.hint?.hasPrefix("Did you mean 'office'?") == true)
    try Data(#"{ "printers": { "x": { "scale": [2, 1] } } }"#.utf8)
      .write(to: URL(filePath: again.path))
    let wrong = #expect(throws: PrinterError.self) {
      try PrinterProfiles(environment: environment)
    }
    #expect(wrong?.message.contains("'scale' of the printer 'x'") == true)
  }
}
