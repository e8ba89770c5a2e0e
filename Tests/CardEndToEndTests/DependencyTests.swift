import CardFixtures
import Foundation
import Testing

/// A package of somebody else's that draws with this one.
///
/// It builds everything again, which takes
/// minutes, so it runs where `CARDSTOCK_E2E_PACKAGE` is 1.
@Suite struct DependencyTests {
  private static var isWanted: Bool {
    ProcessInfo.processInfo.environment["CARDSTOCK_E2E_PACKAGE"] == "1"
  }

  @Test(.enabled(if: isWanted), .timeLimit(.minutes(30)))
  func `a fresh package that names this one by path draws a card`() throws {
    let folder = try WorkFolder()
    let root = CardFixtures.folder.deletingLastPathComponent().standardized
    try folder.makeFolder("Tests/BadgeTests")
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
          .target(
            name: "Badge", dependencies: [.product(name: "Cardstock", package: "cardstock")]),
          .testTarget(name: "BadgeTests", dependencies: ["Badge"]),
        ])
      """, to: "Package.swift")
    // A new design with its Swift face, as somebody begins one.
    try folder.makeFolder("designs")
    let new = try folder.run(["new", "designs/FancyBadge", "--swift"])
    #expect(new.exitCode == 0, "\(new.error)")
    try FileManager.default.moveItem(
      at: folder.file("designs/FancyBadge.swift"), to: folder.file("Sources/Badge/FancyBadge.swift")
    )
    try folder.write(
      """
      import Cardstock

      public func fancyBadge(of name: String, designs: String) throws -> [UInt8] {
        let card = try TemplateLibrary(folder: designs).card(of: FancyBadge(name: name))
        return try CardRenderer().png(of: card)
      }

      public func badge(of name: String) throws -> [UInt8] {
        try CardRenderer().png(of: IdentityCard(PersonDetails(name: name)).card)
      }
      """, to: "Sources/Badge/Badge.swift")
    try folder.write(
      """
      import Badge
      import Testing

      @Test func `a badge is a picture`() throws {
        let fancy = try fancyBadge(
          of: "Ada Lovelace", designs: "\(folder.file("designs").path)")
        #expect(fancy.starts(with: [0x89, 0x50, 0x4e, 0x47]))
        let bytes = try badge(of: "Ada Lovelace")
        #expect(bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]))
        // Width and height of CR80 at 300 dpi.
        #expect(bytes[16..<24] == [0, 0, 0x03, 0xf3, 0, 0, 0x02, 0x7e])
      }
      """, to: "Tests/BadgeTests/BadgeTests.swift")
    let swift = try #require(
      (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { URL(fileURLWithPath: String($0)).appending(path: "swift") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) })
    // A build folder that stays makes the next run short.
    let scratch = root.appending(path: ".build/dependency").path
    let result = try Tool.run(
      program: swift, ["test", "--scratch-path", scratch], in: folder.url, timeout: 1500)
    #expect(result.exitCode == 0, "\(result.text)\n\(result.error)")
    #expect(
      (result.text + result.error).contains("1 test passed")
        || (result.text + result.error).contains("with 1 test in"))
  }
}
