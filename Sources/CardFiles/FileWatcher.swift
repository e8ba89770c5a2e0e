import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Waits until one of some files changes, appears or goes.
///
/// A file is compared by what the system says of it, so it does not matter whether an editor writes
/// into it or puts another one in its place. The system wakes the watcher where it can; where it
/// cannot, and for what it may miss, the files are looked at again every 100 ms.
public final class FileWatcher {
  /// How a file was when it was last looked at.
  private struct Stamp: Equatable {
    let device: UInt64
    let inode: UInt64
    let size: Int
    let seconds: Int
    let nanoseconds: Int
    let kind: UInt32
    /// When the file's content, name or place last changed.
    let change: Moment
  }

  /// A moment as the system stamps files with it.
  public struct Moment: Sendable, Hashable, Comparable {
    private let seconds: Int
    private let nanoseconds: Int

    /// Makes the moment that is now.
    public init() {
      // The clock that stamps files, which is a few milliseconds behind others.
      var time = timespec()
      _ = unsafe clock_gettime(CLOCK_REALTIME_COARSE, &time)
      self.init(time)
    }

    init(_ time: timespec) {
      seconds = Int(time.tv_sec)
      nanoseconds = Int(time.tv_nsec)
    }

    /// Whether one moment is before another.
    public static func < (left: Moment, right: Moment) -> Bool {
      (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
  }

  /// What happened to a file.
  public struct Change: Sendable, Hashable {
    /// The file, as it was given.
    public let path: String
    /// What happened.
    public let kind: Kind

    /// What can happen to a file.
    public enum Kind: String, Sendable, Hashable {
      /// It has other content, or another file stands in its place.
      case changed
      /// It was not there before.
      case added
      /// It is gone.
      case removed
    }
  }

  private var stamps: [String: Stamp?] = [:]
  private var order: [String] = []
  /// Files that changed while they were not watched yet.
  private var recent: Set<String> = []
  private var notifier: FolderNotifier?

  /// How often the files are looked at where nothing wakes the watcher, in milliseconds.
  private static let interval = 100
  /// How long nothing may happen before a change counts as whole, in milliseconds.
  private static let settling = 20

  /// Makes a watcher of no files.
  public init() {
    notifier = FolderNotifier()
  }

  /// Makes a watcher that only looks, as where the system wakes nobody.
  init(polling: Bool) {
    notifier = polling ? nil : FolderNotifier()
  }

  /// The files that are watched.
  public var paths: [String] { order }

  /// Watches these files and no others; what is known of those that stay is kept.
  ///
  /// A file that is new among them and has changed since a moment is one of the next changes:
  /// whoever read it before may have seen what it was.
  public func watch(_ paths: [String], changedSince moment: Moment? = nil) {
    var seen: Set<String> = []
    order = paths.filter { seen.insert($0).inserted }
    stamps = stamps.filter { seen.contains($0.key) }
    recent = recent.filter { seen.contains($0) }
    for path in order where stamps[path] == nil {
      let stamp = Self.stamp(path)
      stamps[path] = .some(stamp)
      if let moment, let stamp, stamp.change >= moment { recent.insert(path) }
    }
    attend()
  }

  /// Waits for changes; empty after so many milliseconds without one.
  ///
  /// What changes together is told together: the watcher waits until nothing more happens for a
  /// moment, but no longer than a tenth of a second.
  public func wait(milliseconds: Int) -> [Change] {
    let end = Self.now() + milliseconds
    while true {
      var changes = look()
      if !changes.isEmpty {
        var rounds = 0
        while rounds < 5 {
          Self.pause(Self.settling)
          rounds += 1
          let more = look()
          if more.isEmpty { break }
          changes = Self.joined(changes, more)
        }
        attend()
        if !changes.isEmpty { return changes }
      }
      let left = end - Self.now()
      if left <= 0 { return [] }
      let pause = min(left, Self.interval)
      if let notifier { notifier.wait(milliseconds: pause) } else { Self.pause(pause) }
    }
  }

  /// What has changed since the last look.
  private func look() -> [Change] {
    var changes: [Change] = []
    for path in order {
      let new = Self.stamp(path)
      guard let old = stamps[path] else { continue }
      let isRecent = recent.remove(path) != nil
      if old == new, !isRecent { continue }
      stamps[path] = .some(new)
      let kind: Change.Kind = old == nil ? .added : new == nil ? .removed : .changed
      changes.append(Change(path: path, kind: kind))
    }
    return changes
  }

  /// Two rounds of changes as one; a file that went and came back has changed.
  private static func joined(_ first: [Change], _ second: [Change]) -> [Change] {
    var result = first
    for change in second {
      guard let index = result.firstIndex(where: { $0.path == change.path }) else {
        result.append(change)
        continue
      }
      switch (result[index].kind, change.kind) {
      case (.added, .removed): result.remove(at: index)
      case (.added, _): break
      case (_, .removed): result[index] = change
      case (_, _): result[index] = Change(path: change.path, kind: .changed)
      }
    }
    return result
  }

  /// Has the system wake the watcher for the folders of all files, or those around them.
  private func attend() {
    guard let notifier else { return }
    var folders: Set<String> = []
    for path in order {
      var folder = FilePath.folder(of: path)
      // A folder that is gone is awaited in the one that it was in.
      while Self.stamp(folder) == nil, folder != "/", folder != "." {
        folder = FilePath.folder(of: folder)
      }
      folders.insert(folder)
    }
    notifier.watch(folders)
  }

  private static func stamp(_ path: String) -> Stamp? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return Stamp(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int(status.st_size),
      seconds: Int(status.st_mtim.tv_sec), nanoseconds: Int(status.st_mtim.tv_nsec),
      kind: UInt32(status.st_mode & S_IFMT), change: Moment(status.st_ctim))
  }

  private static func now() -> Int {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }

  private static func pause(_ milliseconds: Int) { usleep(UInt32(max(milliseconds, 0)) * 1000) }
}

/// Wakes whoever waits when something happens in a folder (inotify).
private final class FolderNotifier {
  private let number: Int32
  private var watches: [String: Int32] = [:]

  /// Nil where the system has no more of these.
  init?() {
    number = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard number >= 0 else { return nil }
  }

  deinit { _ = close(number) }

  /// Watches these folders and no others; one that cannot be watched is left to looking.
  func watch(_ folders: Set<String>) {
    for (folder, watch) in watches where !folders.contains(folder) {
      _ = inotify_rm_watch(number, watch)
      watches[folder] = nil
    }
    let mask =
      UInt32(IN_CLOSE_WRITE) | UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_DELETE)
      | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO) | UInt32(IN_ATTRIB) | UInt32(IN_DELETE_SELF)
      | UInt32(IN_MOVE_SELF)
    // Asking again for a folder costs little, and finds one that was made anew.
    for folder in folders {
      let watch = unsafe inotify_add_watch(number, folder, mask)
      watches[folder] = watch >= 0 ? watch : nil
    }
  }

  /// Waits until something happens, at most so long; what happened is not told.
  func wait(milliseconds: Int) {
    var waiting = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&waiting, 1, Int32(milliseconds)) > 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while unsafe buffer.withUnsafeMutableBytes({ bytes in
      unsafe read(number, bytes.baseAddress, bytes.count)
    }) > 0 {}
  }
}
