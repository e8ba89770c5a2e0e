import Cardstock

/// What reading the files again found, on standard error.
struct VerificationLines {
  let result: Verification.Result

  init(_ result: Verification.Result) { self.result = result }

  /// The packages in which Debian has the programs.
  private static let packages = [
    "pdfinfo": "poppler-utils", "pdftotext": "poppler-utils", "pdftoppm": "poppler-utils",
    "qpdf": "qpdf", "zbarimg": "zbar-tools", "zlib-flate": "qpdf",
    "ZXingReader": "zxing-cpp-tools",
  ]

  func print(to console: Console) {
    for (record, reasons) in result.failures.sorted(by: { $0.key < $1.key }) {
      for reason in reasons {
        console.printError("Error: The card of record \(record) is not verified. \(reason)")
      }
    }
    for name in result.missingPrograms {
      let package = Self.packages[name].map { "\n  hint: apt-get install \($0)" } ?? ""
      console.printError(
        "Warning: The program '\(name)' is not installed, so what it reads was left out."
          + package)
    }
    if result.unreadableCodes > 0 {
      console.printError(
        "Warning: \(result.unreadableCodes) codes were not read: their kinds need 'ZXingReader'.")
    }
    if result.unreadTexts > 0 {
      console.printError(
        "Note: the texts of \(result.unreadTexts) pictures are pixels, and were not read.")
    }
    let good = result.checked - result.failures.count
    console.printError(
      "Verified: \(good) of \(result.checked) cards, \(result.readCodes) codes read.")
  }
}

extension RenderCommand {
  /// What takes notes for reading the files again.
  func verification() throws -> Verification {
    guard options.output != "-" else {
      throw CommandFailure(
        "'--verify' reads files again, but the output is standard output.",
        hint: "Give '-o' a .pdf, .png or .zpl file.")
    }
    guard !options.listsOnly else {
      throw CommandFailure("'--verify' has no meaning with '--list', which makes no files.")
    }
    return try Verification()
  }
}
