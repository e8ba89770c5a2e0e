import CardLayout
import CardModel

/// What is asked of a content before it is encoded, so that a refusal names the character.
enum CodeChecks {
  /// Checks a content against its symbology.
  ///
  /// - Throws: `CodeError` with the first thing that is wrong.
  static func check(_ content: String, for barcode: Barcode) throws(CodeError) {
    let facts = barcode.symbology.facts
    guard !content.isEmpty else {
      throw CodeError(
        "\(capitalised(facts.article)) \(facts.name) needs content, but there is none.",
        hint: "Leave the code out where the record has nothing for it.")
    }
    switch barcode.symbology {
    case .qr, .dataMatrix, .aztec, .pdf417: break
    case .microQR: try checkMicroQR(barcode)
    case .code128: try checkCode128(content)
    case .code39: try checkCode39(content)
    case .ean13: try checkEAN13(content)
    case .itf: try checkITF(content)
    }
  }

  private static func checkMicroQR(_ barcode: Barcode) throws(CodeError) {
    guard barcode.errorCorrection == .high else { return }
    throw CodeError(
      "A Micro QR code has no error correction 'high'.",
      hint: "Use 'quartile' at most, or a QR code.")
  }

  private static func checkCode128(_ content: String) throws(CodeError) {
    guard let scalar = content.unicodeScalars.first(where: { !$0.isASCII }) else { return }
    throw CodeError(
      "A Code 128 holds ASCII characters only, and \(quoted(content)) has \(named(scalar)).",
      hint: "Leave it out, or use a QR code, which holds any text.")
  }

  private static func checkCode39(_ content: String) throws(CodeError) {
    for scalar in content.unicodeScalars {
      switch scalar {
      case "0"..."9", "A"..."Z", "-", ".", " ", "$", "/", "+", "%": continue
      case "a"..."z":
        throw CodeError(
          "A Code 39 holds capital letters only, and \(quoted(content)) has \(named(scalar)).",
          hint: "Write it in capitals, or use Code 128, which holds both.")
      default:
        throw CodeError(
          "A Code 39 holds A to Z, 0 to 9, space and -.$/+% only, and \(quoted(content)) has "
            + "\(named(scalar)).",
          hint: scalar.isASCII
            ? "Use Code 128, which holds it." : "Use a QR code, which holds any text.")
      }
    }
  }

  private static func checkEAN13(_ content: String) throws(CodeError) {
    let digits = try digits(content, name: "An EAN-13 code")
    guard digits.count == 12 || digits.count == 13 else {
      throw CodeError(
        "An EAN-13 code holds 13 digits, or 12 to which the check digit is added, and "
          + "\(quoted(content)) has \(digits.count).",
        hint: digits.count < 12
          ? "For other numbers use Code 128." : "Leave out what does not belong to the number.")
    }
    guard digits.count == 13, let last = digits.last else { return }
    let right = checkDigit(digits.dropLast())
    guard last == right else {
      throw CodeError(
        "The check digit of \(quoted(content)) is \(last) and should be \(right).",
        hint: "Correct the number, or give its first 12 digits only.")
    }
  }

  private static func checkITF(_ content: String) throws(CodeError) {
    let digits = try digits(content, name: "An ITF code")
    guard digits.count.isMultiple(of: 2) else {
      throw CodeError(
        "An ITF code holds an even number of digits, and \(quoted(content)) has \(digits.count).",
        hint: "Put a 0 in front, as in '0\(content.prefix(20))\(content.count > 20 ? "…" : "")'.")
    }
  }

  /// The digit that completes an EAN: weights 1 and 3 by turns.
  static func checkDigit(_ digits: some Collection<Int>) -> Int {
    let sum = digits.enumerated().reduce(0) {
      $0 + $1.element * ($1.offset.isMultiple(of: 2) ? 1 : 3)
    }
    return (10 - sum % 10) % 10
  }

  private static func digits(_ content: String, name: String) throws(CodeError) -> [Int] {
    var digits: [Int] = []
    for scalar in content.unicodeScalars {
      guard case "0"..."9" = scalar else {
        throw CodeError(
          "\(name) holds digits only, and \(quoted(content)) has \(named(scalar)).",
          hint: scalar == "-" || scalar == " "
            ? "Leave spaces and hyphens out." : "For letters use Code 128.")
      }
      digits.append(Int(scalar.value - 48))
    }
    return digits
  }

  /// A content in quotes, cut so that the sentence stays one.
  static func quoted(_ content: String) -> String {
    let shown = content.unicodeScalars.prefix(40)
      .map { isControl($0) ? "\u{FFFD}" : String($0) }.joined()
    return "'\(shown)\(content.unicodeScalars.count > 40 ? "…" : "")'"
  }

  /// A character in quotes; by its number where it cannot be seen.
  static func named(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let number = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return isControl(scalar) ? number : "'\(scalar)' (\(number))"
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      true
    default: false
    }
  }

  static func capitalised(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}
