import Testing

@testable import CardSnapshots

struct RecordModeTests {
  @Test(arguments: [
    ([:], RecordMode.missing), (["CI": "true"], .never), (["CI": "1"], .never),
    (["CI": "false"], .missing), (["CI": ""], .missing),
    (["CI": "true", "CARDSTOCK_SNAPSHOTS": "failed"], .failed),
    (["CARDSTOCK_SNAPSHOTS": "ALL"], .all),
  ])
  func `the environment sets the mode`(environment: [String: String], mode: RecordMode) throws {
    #expect(try RecordMode.resolved(argument: nil, environment: environment) == mode)
  }

  @Test(.snapshots(record: .failed))
  func `the argument counts before the task, the task before the trait, the trait before the rest`()
    throws
  {
    let environment = ["CARDSTOCK_SNAPSHOTS": "all", "CI": "true"]
    func mode(_ argument: RecordMode? = nil) throws -> RecordMode {
      try RecordMode.resolved(argument: argument, environment: environment)
    }
    #expect(try mode() == .failed)
    let modes = try withSnapshots(record: .never) { [try mode(), try mode(.missing)] }
    #expect(modes == [.never, .missing])
  }

  @Test func `a mode that there is not is an error`() {
    #expect(throws: SnapshotError.self) {
      try RecordMode.resolved(argument: nil, environment: ["CARDSTOCK_SNAPSHOTS": "yes"])
    }
  }
}
