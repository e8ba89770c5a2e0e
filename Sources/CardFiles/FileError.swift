public import CardModel
import Foundation

/// Why a file could not be read or written; each case is one sentence.
public enum FileError: Diagnostic, Equatable {
  /// There is nothing of that name.
  case missing(path: String)
  /// The folder that the file should lie in is not there.
  case noFolder(path: String, folder: String)
  /// A folder stands where a file was expected.
  case isFolder(path: String)
  /// A part of the path is a file, where a folder was expected.
  case notFolder(path: String)
  /// It is a pipe, a socket or a device, where a regular file was expected.
  case notRegular(path: String)
  /// The user may not do that.
  case noPermission(path: String, Action)
  /// The file system can only be read.
  case readOnly(path: String)
  /// The disk is full, or the user's share of it.
  case noSpace(path: String)
  /// A part of the path is longer than the file system allows.
  case nameTooLong(path: String)
  /// The file is larger than what may be read, in bytes.
  case tooLarge(path: String, limit: Int)
  /// The path holds a zero byte or is empty.
  case badPath(path: String)
  /// The reader of a pipe is gone.
  case brokenPipe
  /// Something else that the system says.
  case other(path: String, Action, code: Int32)

  /// What was being done with a file.
  public enum Action: String, Sendable, Hashable {
    /// Taking bytes from it.
    case read
    /// Putting bytes into it, or making it.
    case write = "written"
  }

  /// One sentence with the path.
  public var message: String {
    switch self {
    case .missing(let path): "There is no file '\(path)'."
    case .noFolder(let path, let folder):
      "\(Self.named(path)) cannot be written: there is no folder '\(folder)'."
    case .isFolder(let path): "'\(path)' is a folder; a file was expected."
    case .notFolder(let path): "A part of the path '\(path)' is a file; a folder was expected."
    case .notRegular(let path): "'\(path)' is not a regular file."
    case .noPermission(let path, let action):
      "\(Self.named(path)) cannot be \(action.rawValue): permission denied."
    case .readOnly(let path):
      "\(Self.named(path)) cannot be written: its file system is read-only."
    case .noSpace(let path): "\(Self.named(path)) cannot be written: no space is left."
    case .nameTooLong(let path): "The path '\(path.prefix(80))…' has a name that is too long."
    case .tooLarge(let path, let limit):
      "\(Self.named(path)) is larger than \(limit) bytes, the most that is read."
    case .badPath(let path):
      path.isEmpty
        ? "A path is empty." : "The path '\(path.filter { $0 != "\0" })' has a zero byte."
    case .brokenPipe: "The reader of the output is gone."
    case .other(let path, let action, let code):
      "\(Self.named(path)) cannot be \(action.rawValue): \(Self.text(of: code))."
    }
  }

  /// What would mend it, where that can be said.
  public var hint: String? {
    switch self {
    case .noFolder(_, let folder): "Make it first: mkdir -p '\(folder)'"
    case .noSpace(SpoolFile.errorName): "Set TMPDIR to a folder with more room."
    case .isFolder, .missing, .notFolder, .notRegular, .noPermission, .readOnly, .noSpace,
      .nameTooLong, .tooLarge, .badPath, .brokenPipe, .other:
      nil
    }
  }

  /// The error that a system call's code means.
  static func from(_ code: Int32, _ path: String, _ action: Action) -> FileError {
    switch code {
    case ENOENT where action == .write: .noFolder(path: path, folder: FilePath.folder(of: path))
    case ENOENT: .missing(path: path)
    case EISDIR: .isFolder(path: path)
    case ENOTDIR: .notFolder(path: path)
    case EACCES, EPERM: .noPermission(path: path, action)
    case EROFS: .readOnly(path: path)
    case ENOSPC, EDQUOT, EFBIG: .noSpace(path: path)
    case ENAMETOOLONG: .nameTooLong(path: path)
    case EPIPE: .brokenPipe
    default: .other(path: path, action, code: code)
    }
  }

  /// A path as a sentence begins with it; the standard streams have no path.
  private static func named(_ path: String) -> String {
    switch path {
    case StandardStream.output.path: "Standard output"
    case StandardStream.error.path: "Standard error"
    case FileReading.standardInputName: "Standard input"
    case SpoolFile.errorName: "The \(path)"
    default: "The file '\(path)'"
    }
  }

  private static func text(of code: Int32) -> String {
    let text = unsafe String(cString: strerror(code))
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

/// Paths as text: the part before the last slash, and the part after it.
enum FilePath {
  /// The folder that a path lies in; `.` where it names none.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    let folder = String(path[..<slash])
    return folder.isEmpty ? "/" : folder
  }

  /// The last part of a path.
  static func name(of path: String) -> String {
    String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
  }
}
