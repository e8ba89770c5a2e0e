import CardFiles
import CardModel
import Cardstock
internal import Foundation

/// Makes the page to measure a printer by, or keeps what was measured.
struct CalibrateCommand {
  /// A path, or `-` for standard output.
  let output: String?
  /// A paper, or a stock whose paper is meant.
  let sheet: String?
  let printer: String?
  let measured: String?
  let stockFiles: [String]
  let environment: [String: String]
  let console: Console

  func run() throws -> ExitCode {
    if let measured { return try keep(measured) }
    guard let output else {
      throw CommandFailure(
        "The calibration page needs a file to go to.", hint: "Add '-o calibration.pdf'.")
    }
    guard output == "-" || (output as NSString).pathExtension.lowercased() == "pdf" else {
      throw CommandFailure(
        "The calibration page is a PDF, but the output is '\(output)'.",
        hint: "End it with .pdf.")
    }
    let page = try CalibrationPage(paper: try paper())
    let profile = try printer.map {
      try PrinterProfiles(environment: environment).profile(named: $0)
    }
    var options = CardRenderer.Options()
    options.allowsSystemFonts = false
    let renderer = try CardRenderer(options: options)
    let bytes = try page.pdf(profile: profile, renderer: renderer)
    if output == "-" { try console.write(bytes) } else { try WholeFile.write(bytes, to: output) }
    return .success
  }

  private func paper() throws -> PaperSize {
    guard let sheet else { return .a4 }
    if let paper = PaperSize(sheet) { return paper }
    return try StockCatalogue(files: stockFiles, environment: environment).stock(named: sheet).sheet
  }

  private func keep(_ text: String) throws -> ExitCode {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { Double($0.trimmingCharacters(in: .whitespaces)) }
    let values = numbers.compactMap(\.self).filter(\.isFinite)
    guard values.count == numbers.count, values.count == 4 || values.count == 6 else {
      throw CommandFailure(
        "The measures '\(text)' of '--measured' are not four or six numbers.",
        hint: "Write A,B,C,D as the page names them, like '99.6,99.7,15.4,14.8'.")
    }
    guard let printer, !printer.isEmpty else {
      throw CommandFailure(
        "What was measured needs a name to be kept under.", hint: "Add '--printer office'.")
    }
    let profile = try PrinterProfile(
      PrinterProfile.Measured(
        across: values[0], down: values[1], left: values[2], top: values[3],
        back: values.count == 6 ? Point(x: values[4], y: values[5]) : nil))
    var profiles = try PrinterProfiles(environment: environment)
    try profiles.set(profile, named: printer)
    try console.print("The profile '\(printer)' is in \(profiles.path).")
    return .success
  }
}
