import CardRender
import Cardstock
internal import Foundation

extension CommandSpec {
  static let fonts = CommandSpec(
    name: "fonts", abstract: "List the fonts there are.",
    options: [.fontDirectory, .noSystemFonts])
}

/// Lists the font faces there are, a line each: the face, where it comes from, and its file.
struct FontsCommand {
  let fontDirectories: [String]
  let usesSystemFonts: Bool
  let console: Console

  func run() throws -> ExitCode {
    var options = CardRenderer.Options()
    options.fontFiles = try FontFolders.files(in: fontDirectories)
    options.allowsSystemFonts = usesSystemFonts
    let faces = try CardRenderer(options: options).faces()
    let width = faces.map(\.face.description.count).max() ?? 0
    let order = InstalledFace.Origin.allCases
    let sorted = faces.sorted {
      (order.firstIndex(of: $0.origin) ?? 0, $0.face.family, $0.weight, $0.face.style, $0.file)
        < (order.firstIndex(of: $1.origin) ?? 0, $1.face.family, $1.weight, $1.face.style, $1.file)
    }
    for face in sorted {
      let name = face.face.description
      let gap = String(repeating: " ", count: width - name.count + 2)
      let origin = face.origin.rawValue.padding(toLength: 9, withPad: " ", startingAt: 0)
      try console.print(name + gap + origin + face.file)
    }
    return .success
  }
}

/// The font files of folders that the user names.
enum FontFolders {
  /// The files, sorted by their paths.
  ///
  /// - Throws: `CommandFailure` where a folder is not there or holds no font file.
  static func files(in folders: [String]) throws(CommandFailure) -> [String] {
    var files: [String] = []
    for folder in folders {
      let names: [String]
      do {
        names = try FileManager.default.contentsOfDirectory(atPath: folder)
      } catch {
        throw CommandFailure(
          "The font folder '\(folder)' cannot be read.",
          hint: "Please provide a folder with .ttf or .otf files.")
      }
      let fonts = names.sorted().filter { name in
        ["ttf", "otf", "ttc", "otc"].contains((name as NSString).pathExtension.lowercased())
      }
      guard !fonts.isEmpty else {
        throw CommandFailure("The font folder '\(folder)' holds no .ttf or .otf file.")
      }
      files += fonts.map { folder + "/" + $0 }
    }
    return files
  }
}
