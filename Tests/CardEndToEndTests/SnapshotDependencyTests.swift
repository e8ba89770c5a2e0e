import CardFixtures
import Foundation
import Testing

/// A package of somebody else's that tests its own badge with `CardSnapshots`.
///
/// It builds everything again, which takes minutes, so it runs where `CARDSTOCK_E2E_PACKAGE` is 1.
@Suite struct SnapshotDependencyTests {
  private static var isWanted: Bool {
    ProcessInfo.processInfo.environment["CARDSTOCK_E2E_PACKAGE"] == "1"
  }

  private let root = CardFixtures.folder.deletingLastPathComponent().standardized

  private func writePackage(to folder: WorkFolder) throws {
    try folder.makeFolder("Tests/BadgeTests/__Snapshots__")
    try folder.makeFolder("Sources/Badge")
    try folder.write(
      """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "badge",
        platforms: [.macOS(.v15)],
        dependencies: [.package(name: "cardstock", path: "\(root.path)")],
        targets: [
          .target(name: "Badge", dependencies: [.product(name: "Cardstock", package: "cardstock")]),
          .testTarget(
            name: "BadgeTests",
            dependencies: ["Badge", .product(name: "CardSnapshots", package: "cardstock")],
            exclude: ["__Snapshots__"]),
        ])
      """, to: "Package.swift")
    try writeBadge(inset: 24, to: folder)
    try folder.write(
      """
      import Badge
      import CardSnapshots
      import Testing

      @Test func `a badge`() {
        expectSnapshot(of: badge(for: "Ada Lovelace"), as: .png(dpi: 72))
      }
      """, to: "Tests/BadgeTests/BadgeTests.swift")
    try folder.write(
      """
      import Badge
      import CardSnapshots
      import XCTest

      final class BadgeXCTests: XCTestCase {
        func testBadge() {
          expectSnapshot(of: badge(for: "Grace Hopper"), as: .png(dpi: 72))
        }
      }
      """, to: "Tests/BadgeTests/BadgeXCTests.swift")
  }

  private func writeBadge(inset: Int, to folder: WorkFolder) throws {
    try folder.write(
      """
      import Cardstock

      public func badge(for name: String) -> Card {
        Card(size: .cr80) {
          Stack(.vertical, alignment: .leading, spacing: .mm(2)) {
            Label(name, style: .h1(), fit: .shrink(to: 12, lines: 2), id: "name")
            Label("Numbers and notes", style: .body(.grey1), id: "track")
          }
          .padding(.pt(\(inset)))
        }
      }
      """, to: "Sources/Badge/Badge.swift")
  }

  private func test(
    _ folder: WorkFolder, environment: [String: String] = [:]
  ) throws -> (code: Int32, text: String) {
    let swift = try #require(
      (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { URL(fileURLWithPath: String($0)).appending(path: "swift") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) })
    // A build folder that stays makes the next run short.
    let scratch = root.appending(path: ".build/dependency-snapshots").path
    // An empty value is no continuous integration, wherever this runs.
    let settings = ["CI": "", "CARDSTOCK_SNAPSHOTS": ""].merging(environment) { $1 }
    let result = try Tool.run(
      program: swift,
      ["test", "--scratch-path", scratch, "--attachments-path", folder.file("attached").path],
      environment: settings, in: folder.url, timeout: 1500)
    return (result.exitCode, result.text + result.error)
  }

  @Test(.enabled(if: isWanted), .timeLimit(.minutes(40)))
  func `a fresh package fails first, passes then, and fails on a move by one pixel`() throws {
    let folder = try WorkFolder()
    try writePackage(to: folder)
    try folder.makeFolder("attached")
    let references = "Tests/BadgeTests/__Snapshots__/"
    let names = ["BadgeTests/a-badge.png", "BadgeXCTests/testBadge.png"]

    // Where CI is set nothing is written, and a second run fails like the first.
    let refused = try test(folder, environment: ["CI": "true"])
    #expect(refused.code != 0)
    #expect(refused.text.contains("There is no reference"), "\(refused.text)")
    for name in names {
      #expect(!FileManager.default.fileExists(atPath: folder.file(references + name).path))
    }

    let first = try test(folder)
    #expect(first.code != 0)
    #expect(first.text.contains("There was no reference, and now there is"))
    // Each failure stands at its caller's line, in its own framework.
    #expect(first.text.contains("BadgeTests.swift:6:"), "\(first.text)")
    #expect(first.text.contains("BadgeXCTests.swift:7: error: BadgeXCTests.testBadge"))
    for name in names { #expect(try folder.bytes(references + name).count < 32 * 1024) }

    let second = try test(folder)
    #expect(second.code == 0, "\(second.text)")

    try writeBadge(inset: 25, to: folder)
    let moved = try test(folder)
    #expect(moved.code != 0)
    #expect(moved.text.contains("The picture is shifted (1,1)"), "\(moved.text)")
    #expect(moved.text.contains("'name', 'track' moved by (1, 1) pt."))
    let report = String(
      decoding: try folder.bytes(".build/snapshots/report.json"), as: UTF8.self)
    // Both frameworks run in a process each, and stand in one report.
    #expect(report.contains("a-badge.png") && report.contains("testBadge.png"))
    #expect(report.contains("\"different\": 2"))
    let attached = try FileManager.default.contentsOfDirectory(
      atPath: folder.file("attached").path)
    #expect(attached.contains { $0.hasPrefix("difference-a-badge") }, "\(attached)")

    // And the variable accepts what is new, failing once more.
    #expect(try test(folder, environment: ["CARDSTOCK_SNAPSHOTS": "failed"]).code != 0)
    let accepted = try test(folder)
    #expect(accepted.code == 0, "\(accepted.text)")
  }
}
