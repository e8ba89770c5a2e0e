import Foundation
import Testing

@testable import CardFiles

@Suite struct FileWatcherTests {
  /// A folder, a watcher of some of its files, and how to change them.
  private struct Scene {
    let folder: TemporaryFolder
    let watcher: FileWatcher

    init(_ names: [String], polling: Bool) throws {
      folder = try TemporaryFolder()
      watcher = FileWatcher(polling: polling)
      let folder = folder
      for name in names {
        try Data("one".utf8).write(to: URL(fileURLWithPath: folder.path + "/" + name))
      }
      watcher.watch(names.map { folder.path + "/" + $0 })
    }

    func path(_ name: String) -> String { folder.path + "/" + name }

    func write(_ text: String, _ name: String) throws {
      // In place, as some editors do; `Data.write` without options would do the same.
      try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
    }

    /// The changes, and after how many milliseconds they were told.
    func wait(_ milliseconds: Int = 3000) -> (changes: [FileWatcher.Change], time: Int) {
      let start = ContinuousClock.now
      let changes = watcher.wait(milliseconds: milliseconds)
      return (changes, Int((ContinuousClock.now - start) / .milliseconds(1)))
    }
  }

  @Test(arguments: [false, true])
  func `a file that is written, replaced, removed and made again is told each time`(
    polling: Bool
  ) throws {
    let scene = try Scene(["a", "b"], polling: polling)
    let a = scene.path("a")
    #expect(scene.wait(50).changes == [])

    try scene.write("longer", "a")
    #expect(scene.wait().changes == [.init(path: a, kind: .changed)])

    try scene.write("other", "new")
    #expect(rename(scene.path("new"), a) == 0)
    #expect(scene.wait().changes == [.init(path: a, kind: .changed)])

    try FileManager.default.removeItem(atPath: a)
    #expect(scene.wait().changes == [.init(path: a, kind: .removed)])

    try scene.write("again", "a")
    #expect(scene.wait().changes == [.init(path: a, kind: .added)])
    #expect(scene.wait(50).changes == [])
  }

  @Test(arguments: [false, true])
  func `a folder that goes and comes back is followed`(polling: Bool) throws {
    let folder = try TemporaryFolder()
    let inner = folder.path + "/deep/inner"
    let file = inner + "/a"
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
    try Data("one".utf8).write(to: URL(fileURLWithPath: file))
    let watcher = FileWatcher(polling: polling)
    watcher.watch([file])
    try FileManager.default.removeItem(atPath: folder.path + "/deep")
    #expect(watcher.wait(milliseconds: 3000) == [.init(path: file, kind: .removed)])
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
    try Data("two".utf8).write(to: URL(fileURLWithPath: file))
    #expect(watcher.wait(milliseconds: 3000) == [.init(path: file, kind: .added)])
    // The folder made anew is watched, not only looked at.
    try Data("three".utf8).write(to: URL(fileURLWithPath: file))
    #expect(watcher.wait(milliseconds: 3000) == [.init(path: file, kind: .changed)])
  }

  @Test func `files beside those that are watched say nothing`() throws {
    let scene = try Scene(["a"], polling: false)
    try scene.write("x", "other")
    let (changes, time) = scene.wait(300)
    #expect(changes == [])
    #expect(time >= 290)
  }

  @Test func `what changes before and after a wait is told, and what stays is kept`() throws {
    let scene = try Scene(["a", "b"], polling: false)
    try scene.write("before", "a")
    scene.watcher.watch([scene.path("a"), scene.path("b"), scene.path("c")])
    #expect(scene.wait().changes.map(\.path) == [scene.path("a")])
    scene.watcher.watch([scene.path("b"), scene.path("b")])
    #expect(scene.watcher.paths == [scene.path("b")])
    try scene.write("nobody looks", "a")
    #expect(scene.wait(150).changes == [])
  }

  @Test func `a change is told within 200 milliseconds`() throws {
    let scene = try Scene(["a"], polling: false)
    let path = scene.path("a")
    var times: [Int] = []
    for round in 0..<5 {
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(60)) {
        try? Data("round \(round)".utf8).write(to: URL(fileURLWithPath: path))
      }
      let (changes, time) = scene.wait()
      #expect(changes.map(\.path) == [path])
      times.append(time - 60)
    }
    // A busy machine may be late once, not always.
    #expect((times.min() ?? .max) <= 200)
  }
}
