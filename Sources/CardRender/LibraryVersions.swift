internal import CGraphics

/// The versions of the libraries that decide what a pixel is.
public enum LibraryVersions {
  /// Each library's name and the version that runs.
  public static var all: [(name: String, version: String)] {
    var freetype: [Int32] = [0, 0, 0]
    unsafe card_freetype_version(&freetype)
    return unsafe [
      ("cairo", String(cString: cairo_version_string())),
      ("freetype", freetype.map(String.init).joined(separator: ".")),
      ("harfbuzz", String(cString: card_harfbuzz_version())),
      ("pango", String(cString: pango_version_string())),
    ]
  }

  /// The kind of processor that this was built for.
  public static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #elseif arch(riscv64)
      "riscv64"
    #else
      "another"
    #endif
  }
}
