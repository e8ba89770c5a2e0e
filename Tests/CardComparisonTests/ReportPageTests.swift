import CardComparison
import CardDiff
import CardModel
import CardRender
import Cardstock
import Foundation
import Testing

/// The report as somebody uses it: from a file, in a browser, with mouse and keyboard.
@Suite(.serialized) struct ReportPageTests {
  private static let comment: Comment =
    "needs 'chromium', 'chromedriver' (chromium-driver) and 'curl'"
  private static let command = "cp 'new badge.png' '__Snapshots__/'"

  /// A badge whose name moved by a pixel, one that is the same, and one that is in one folder only.
  private func report() throws -> ComparisonReport {
    func picture(_ x: Double) throws -> (png: [UInt8], layout: LayoutOutline) {
      let renderer = try CardRenderer()
      let frame = try renderer.layout(
        Card(size: .cr80) {
          Stack(.vertical, alignment: .leading) {
            Label("Ada Lovelace", style: .h1(), id: "name")
            Label("Numbers and notes", style: .body(), id: "track")
          }
          .padding(.pt(x))
        })
      return (try renderer.png(of: frame, dotsPerInch: 72), LayoutOutline(frame))
    }
    let before = try picture(24)
    let after = try picture(25)
    let moved = try Comparison.pictures(
      before.png, after.png, layouts: (before.layout, after.layout))
    return ComparisonReport(
      title: "Badges",
      entries: [
        .init(name: "same.png", status: .same, summary: "The same.", picture: before.png),
        .init(
          name: "badge.png", group: "BadgeTests", status: .different, summary: moved.summary,
          comparison: moved, place: "BadgeTests.swift:7", acceptCommand: Self.command),
        .init(
          name: "gone.png", status: .missing, summary: "It is in 'old' only.",
          picture: before.png, pictureTitle: "Reference"),
      ])
  }

  @Test(.enabled(if: Browser.programs != nil, comment), .timeLimit(.minutes(5)))
  func `all views are there for mouse and keyboard, and nothing complains`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "cardstock-page-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "report.html")
    try Data(report().html.utf8).write(to: file)
    let browser = try Browser()
    do {
      try browser.open(file)
      try await grid(browser)
      try await twoUp(browser)
      try await otherViews(browser)
      try await zoomAndRegions(browser)
      try await commandAndTheme(browser)
      #expect(try browser.complaints() == [])
      // Everything is in the file.
      #expect(
        try browser.text(
          "performance.getEntriesByType('resource').filter(e => !e.name.startsWith('data:')).length"
        )
          == "0")
    } catch {
      browser.close()
      throw error
    }
    browser.close()
  }

  private func grid(_ browser: Browser) async throws {
    let tiles = "document.querySelectorAll('.tile').length"
    #expect(try browser.text(tiles) == "2")
    try browser.click("[data-key=missing]")
    #expect(try browser.text("document.querySelector('.tile h2').textContent") == "gone.png")
    try browser.click("[data-key=all]")
    #expect(try browser.text(tiles) == "3")
    try browser.press("/", "track")
    #expect(try browser.text(tiles) == "1")
    try browser.press("\u{E003}\u{E003}\u{E003}\u{E003}\u{E003}", "\u{E00C}")
    #expect(try browser.text(tiles) == "3")
    // Down and up with the arrows, and in with Enter; what differs comes first.
    try browser.press("\u{E014}\u{E014}", "\u{E007}")
    #expect(try await browser.becomes("!!document.querySelector('.pane')"))
    #expect(
      try browser.text("[...document.querySelectorAll('.pane .name')].map(n => n.innerText)")
        == "Reference")
    try browser.press("\u{E00C}", "\u{E012}", "\u{E007}")
    #expect(try await browser.becomes("document.querySelectorAll('.pane').length === 2"))
  }

  private func twoUp(_ browser: Browser) async throws {
    let place = try browser.middle(of: ".sheet")
    try browser.drag((place.x + 20, place.y + 10))
    // The cursor is mirrored in the other pane, at the same pixel.
    #expect(
      try await browser.becomes(
        """
        (() => { const [one, other] = document.querySelectorAll('.sheet');
          const dot = other.querySelector('.cursor'), box = one.getBoundingClientRect();
          return getComputedStyle(dot).display === 'block'
            && getComputedStyle(one.querySelector('.cursor')).display === 'none'
            && Math.abs(parseFloat(dot.style.left) - box.width / 2 - 20) < 2
            && Math.abs(parseFloat(dot.style.top) - box.height / 2 - 10) < 2; })()
        """))
    #expect(
      try await browser.becomes(
        "/#[0-9a-f]{6}.*→.*#[0-9a-f]{6}/s.test(document.querySelector('.readout').innerText)"))
  }

  private func otherViews(_ browser: Browser) async throws {
    let split = "Math.round(parseFloat(document.querySelector('.divider').style.left))"
    try browser.press("2")
    #expect(try browser.text(split) == "50")
    let middle = try browser.middle(of: ".sheet")
    let width = try #require(
      Double(try browser.text("document.querySelector('.sheet').offsetWidth")))
    try browser.drag(middle, (middle.x - width / 4, middle.y))
    #expect(try browser.text("Math.abs(\(split) - 25) <= 1") == "true")
    try browser.press("\u{E014}", holding: "\u{E008}")
    #expect(try browser.text("Math.abs(\(split) - 27) <= 1") == "true")
    #expect(
      try browser.text("document.querySelectorAll('.sheet img')[1].style.clipPath")
        .hasPrefix("inset("))

    try browser.press("3")
    try browser.press("\u{E012}", holding: "\u{E008}")
    #expect(
      try browser.text("document.querySelectorAll('.sheet img')[1].style.opacity") == "0.48")

    let pane = "document.querySelector('.pane .name').innerText"
    try browser.press("4")
    #expect(try browser.text(pane) == "Reference")
    try browser.press(" ")
    #expect(try browser.text(pane) == "Candidate")

    try browser.press("5")
    #expect(try browser.text(pane) == "Red: darker · blue: lighter · yellow: excused")
    try browser.press("6")
    #expect(try browser.text(pane) == "Difference × 8")
    // Black where nothing changed, and bright where something did.
    #expect(
      try browser.text(
        """
        (() => { const c = document.querySelector('.sheet canvas');
          const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
          return [d[0], Math.max(...d.filter((_, i) => i % 4 === 0))]; })()
        """) == "0,255")
  }

  private func zoomAndRegions(_ browser: Browser) async throws {
    try browser.press("1")
    let width = "document.querySelector('.sheet').offsetWidth"
    let before = try #require(Double(try browser.text(width)))
    try browser.press("+++")
    let after = try #require(Double(try browser.text(width)))
    #expect(after > before * 2)
    #expect(
      try browser.text(
        "getComputedStyle(document.querySelector('.sheet img')).imageRendering")
        == "pixelated")
    try browser.press("0")
    #expect(try browser.text(width) == "\(Int(before))")

    let region = try browser.middle(of: ".areas button")
    try browser.drag(region)
    #expect(try await browser.becomes("document.querySelectorAll('.region.hot').length === 2"))
    #expect(
      try browser.text("document.querySelector('.areas').innerText").contains("name"))
    #expect(
      try browser.text("document.querySelector('aside').innerText")
        .contains("'name', 'track' moved by (1, 1) pt."))
    try browser.press("b")
    #expect(try browser.text("document.querySelectorAll('.region').length") == "0")
    #expect(try browser.text("document.getElementById('boxes').ariaPressed") == "false")
    try browser.press("b")
    #expect(try browser.text("document.querySelectorAll('.region').length > 0") == "true")
  }

  private func commandAndTheme(_ browser: Browser) async throws {
    let ground = "getComputedStyle(document.body).backgroundColor"
    let one = try browser.text(ground)
    try browser.press("d")
    #expect(try browser.text(ground) != one)
    try browser.press("a")
    #expect(try browser.text("document.getElementById('copy').innerText") == "Copied")
    // Pasted, it is the command.
    try browser.press("\u{E00C}", "/")
    try browser.press("v", holding: "\u{E009}")
    #expect(
      try await browser.becomes(
        "document.querySelector('input[type=search]').value === \"\(Self.command)\""))
  }
}
