/// The tools beside which `--rivals` measures, each by its script among the peers.
///
/// They are far slower than those that every run has, and so make fewer cards.
struct Rival {
  /// The tool, and how it is used.
  let name: String
  /// The script, without `peer_` and its ending.
  let script: String
  /// The package without which it does not run.
  let module: String
  let format: String
  /// Which part of the cards it makes: one of so many.
  let divisor: Int
  var options: [String] = []

  static let all: [Rival] = [
    Rival(name: "takumi", script: "takumi", module: "takumi_py", format: "png", divisor: 5),
    Rival(
      name: "takumi, fast", script: "takumi", module: "takumi_py", format: "png", divisor: 5,
      options: ["--fast"]),
    Rival(name: "Pillow", script: "pillow", module: "PIL", format: "png", divisor: 5),
    Rival(
      name: "Pillow, fast", script: "pillow", module: "PIL", format: "png", divisor: 5,
      options: ["--fast"]),
    Rival(name: "skia-python", script: "skia", module: "skia", format: "png", divisor: 5),
    Rival(
      name: "skia-python, fast", script: "skia", module: "skia", format: "png", divisor: 5,
      options: ["--fast"]),
    Rival(name: "typst", script: "typst", module: "typst", format: "png", divisor: 5),
    Rival(name: "typst", script: "typst", module: "typst", format: "pdf", divisor: 2),
    Rival(name: "skia-python", script: "skia", module: "skia", format: "pdf", divisor: 2),
    Rival(name: "ReportLab", script: "reportlab", module: "reportlab", format: "pdf", divisor: 2),
    Rival(
      name: "WeasyPrint", script: "weasyprint", module: "weasyprint", format: "pdf", divisor: 5),
  ]
}
