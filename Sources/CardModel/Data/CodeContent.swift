/// The texts that readers of codes act upon: a web address, a person's vCard, a MeCard.
public enum CodeContent {
  /// The versions of vCard.
  public enum VCardVersion: String, Sendable, Hashable, CaseIterable {
    /// RFC 2426, which every telephone reads.
    case three = "3.0"
    /// RFC 6350.
    case four = "4.0"
  }

  /// A web address, checked, with what lies beyond ASCII in its path percent-encoded.
  ///
  /// - Throws: ``CodeContentError`` where it is not an absolute http or https address.
  public static func url(_ text: String) throws(CodeContentError) -> String {
    let trimmed = text.trimmed
    let lowercased = trimmed.lowercased()
    guard let scheme = ["https://", "http://"].first(where: lowercased.hasPrefix) else {
      throw CodeContentError(
        "'\(text)' is not a web address, which begins with 'https://' or 'http://'.",
        hint: trimmed.contains(".") && !trimmed.contains(" ") && !trimmed.contains(":")
          ? "Write 'https://\(trimmed)'." : nil)
    }
    let rest = trimmed.unicodeScalars.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
    guard let first = host.first, first != ":" else {
      throw CodeContentError("The web address '\(text)' names no host.")
    }
    if let wrong = authority.first(where: { !$0.isASCII }) {
      throw CodeContentError(
        "The host of the web address '\(text)' has '\(wrong)', which is not ASCII.",
        hint: "Write the host in its ASCII form, which begins with 'xn--'.")
    }
    var checked = String(String.UnicodeScalarView(trimmed.unicodeScalars.prefix(scheme.count)))
    for scalar in rest {
      switch scalar {
      case " ", "\"", "<", ">", "\\", "^", "`", "{", "|", "}", "\u{0}"..."\u{1F}", "\u{7F}":
        throw CodeContentError(
          "The web address '\(text)' has a character that no web address may have.",
          hint: "Write a space as '%20', and leave out quotes, brackets and line breaks.")
      case "!"..."~": checked.unicodeScalars.append(scalar)
      default: for byte in String(scalar).utf8 { checked += "%" + hexadecimal(byte) }
      }
    }
    return checked
  }

  /// The vCard of a person, with line ends CR LF and no folding, which takes room in a code.
  public static func vCard(_ contact: CodeContact, version: VCardVersion = .three) -> String {
    var lines = ["BEGIN:VCARD", "VERSION:\(version.rawValue)"]
    if contact.familyName != nil || contact.givenName != nil {
      let parts = [contact.familyName ?? "", contact.givenName ?? "", "", "", ""]
      lines.append("N:" + parts.map(escapedForVCard).joined(separator: ";"))
    } else if version == .three {
      // Version 3.0 demands N; which word is the family name, the data does not say.
      lines.append("N:\(escapedForVCard(contact.name));;;;")
    }
    lines.append("FN:\(escapedForVCard(contact.name))")
    if let company = contact.company { lines.append("ORG:\(escapedForVCard(company))") }
    if let title = contact.title { lines.append("TITLE:\(escapedForVCard(title))") }
    if let phone = contact.phone { lines.append("TEL:\(escapedForVCard(phone))") }
    if let email = contact.email { lines.append("EMAIL:\(escapedForVCard(email))") }
    if let address = contact.address { lines.append("ADR:;;\(escapedForVCard(address));;;;") }
    if let url = contact.url { lines.append("URL:\(withoutControls(url, lineBreak: ""))") }
    if let birthday = contact.birthday, let digits = date(birthday) {
      lines.append("BDAY:" + (version == .three ? birthday.trimmed : digits))
    }
    lines.append("END:VCARD")
    return lines.joined(separator: "\r\n") + "\r\n"
  }

  /// The MeCard of a person: shorter than a vCard, and read by most telephones.
  public static func meCard(_ contact: CodeContact) -> String {
    var text = "MECARD:"
    func add(_ name: String, _ value: String?) {
      if let value { text += "\(name):\(escapedForMeCard(value));" }
    }
    if let family = contact.familyName, let given = contact.givenName {
      text += "N:\(escapedForMeCard(family)),\(escapedForMeCard(given));"
    } else {
      add("N", contact.name)
    }
    add("ORG", contact.company)
    add("TEL", contact.phone)
    add("EMAIL", contact.email)
    add("ADR", contact.address)
    add("URL", contact.url)
    add("BDAY", contact.birthday.flatMap(date))
    return text + ";"
  }

  /// A vCard's text value: backslash, comma, semicolon and line break are escaped.
  private static func escapedForVCard(_ text: String) -> String {
    escaped(withoutControls(text, lineBreak: "\n"), ["\\", ",", ";"])
  }

  /// A MeCard's value: backslash, colon, semicolon and comma are escaped; it has no line breaks.
  private static func escapedForMeCard(_ text: String) -> String {
    escaped(withoutControls(text, lineBreak: " "), ["\\", ":", ";", ","])
  }

  private static func escaped(_ text: String, _ marks: Set<Unicode.Scalar>) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\n" {
        result.append(contentsOf: "\\n".unicodeScalars)
        continue
      }
      if marks.contains(scalar) { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }

  /// The text without control characters, each line break in one form.
  private static func withoutControls(_ text: String, lineBreak: String) -> String {
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in text.trimmed.unicodeScalars {
      defer { previous = scalar }
      switch scalar {
      case "\n" where previous == "\r": continue
      case "\r", "\n", "\u{B}", "\u{85}", "\u{2028}", "\u{2029}":
        result.append(contentsOf: lineBreak.unicodeScalars)
      case "\t": result.append(" ")
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": continue
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// `1815-12-10` as `18151210`; nil for anything else.
  private static func date(_ text: String) -> String? {
    let bytes = Array(text.trimmed.utf8)
    guard bytes.count == 10, bytes[4] == 45, bytes[7] == 45 else { return nil }
    let digits = bytes[0..<4] + bytes[5..<7] + bytes[8..<10]
    guard digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return String(decoding: digits, as: UTF8.self)
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 16 ? "0" + digits : digits
  }
}

/// A person as a code tells of them.
public struct CodeContact: Sendable, Hashable {
  /// The whole name.
  public var name: String
  /// The family name, where it is known apart.
  public var familyName: String?
  /// The given name, where it is known apart.
  public var givenName: String?
  /// The company.
  public var company: String?
  /// What the person does there.
  public var title: String?
  /// The telephone number.
  public var phone: String?
  /// The e-mail address.
  public var email: String?
  /// The postal address.
  public var address: String?
  /// The web address.
  public var url: String?
  /// The birthday as `1815-12-10`; other forms are left out of the code.
  public var birthday: String?

  /// Makes a person of a name; the rest is empty.
  public init(name: String) { self.name = name }

  /// Reads a person from the fields of a record by their usual names, whatever their case.
  ///
  /// - Throws: ``CodeContentError`` where the record has no name, or a field that would be read has
  ///   no value though something stands there.
  public init(_ record: Record) throws(CodeContentError) {
    func field(_ names: String...) throws(CodeContentError) -> String? {
      for name in names {
        guard let found = record.fields.first(where: { $0.name.lowercased() == name }) else {
          continue
        }
        if case .fault(let reason) = found.value {
          var error = CodeContentError(reason)
          error.field = found.name
          throw error
        }
        if let text = found.value.text?.trimmed, !text.isEmpty { return text }
      }
      return nil
    }
    let given = try field("givenname", "given name", "firstname", "first name")
    let family = try field("familyname", "family name", "lastname", "last name", "surname")
    let parts = [given, family].compactMap { $0 }.joined(separator: " ")
    guard let name = try field("name", "full name", "fullname") ?? (parts.isEmpty ? nil : parts)
    else {
      throw CodeContentError(
        "A code with a person's details needs a name, and the record has none.",
        hint: "Fill the field 'name'.")
    }
    self.name = name
    givenName = given
    familyName = family
    company = try field("company", "organization", "organisation", "org")
    title = try field("title", "job title", "role")
    phone = try field("phone", "telephone", "tel", "mobile")
    email = try field("email", "e-mail")
    address = try field("address")
    url = try field("url", "website", "web")
    birthday = try field("birthday", "birth date")
  }
}

/// Why a text cannot be a code's content.
public struct CodeContentError: Diagnostic, Equatable {
  /// One sentence.
  public let message: String
  /// What would help.
  public let hint: String?
  /// The field that has no value though something stands there, where it is one.
  var field: String?

  /// Makes an error.
  public init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}

extension String {
  /// The text without white space at its ends.
  fileprivate var trimmed: String {
    var scalars = unicodeScalars[...]
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(scalars)
  }
}
