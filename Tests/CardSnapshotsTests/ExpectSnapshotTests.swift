import CardModel
import CardSnapshots
import Cardstock
import Foundation
import Testing

struct ExpectSnapshotTests {
  @Test func `a failure stands at the caller's line`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "cardstock-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let line = #line + 2
    withKnownIssue {
      expectSnapshot(of: "a text", as: .lines, record: .never, directory: folder.path)
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.sourceLocation?.fileID == "CardSnapshotsTests/ExpectSnapshotTests.swift"
        && issue.comments.contains { $0.rawValue.contains("There is no reference") }
    }
  }
}
