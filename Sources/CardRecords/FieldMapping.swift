public import CardModel
internal import Foundation
internal import Synchronization

/// Gives columns the names of the person file: by `--map`, by name, or by a known alias.
///
/// Every column keeps its own name as well, so that templates may use either.
public struct FieldMapping: Sendable {
  private let columns: [String: String]
  private let overrides: [(field: String, column: String)]
  private let meanings = ColumnMeanings()

  /// Makes a mapping; `overrides` are pairs of a field and the column it is read from.
  ///
  /// `fieldNames` are the columns of the data, nil where they are not known.
  ///
  /// - Throws: ``RecordError`` for a column that is not there.
  public init(
    fieldNames: [String]? = nil, overrides: [(field: String, column: String)] = []
  ) throws(RecordError) {
    if let fieldNames {
      for (field, column) in overrides where !fieldNames.contains(column) {
        throw RecordError(
          "The column '\(column)' for the field '\(field)' is not in the data.",
          hint: unknownFieldHint(column, among: fieldNames))
      }
    }
    self.overrides = overrides
    var columns: [String: String] = [:]
    for (field, names) in Self.aliases {
      for name in names { columns[Self.key(name)] = field }
      columns[Self.key(field)] = field
    }
    self.columns = columns
  }

  /// The record with the person file's names added to it.
  public func apply(to record: Record) -> Record {
    var result = record
    var names = Set(record.fields.map(\.name))
    func add(_ name: String, _ value: FieldValue, _ place: DataPlace?) {
      guard names.insert(name).inserted else { return }
      result.fields.append(Record.Field(name, value, place: place))
    }
    for (name, column) in overrides where name != column {
      guard let source = record.field(column) else { continue }
      if names.contains(name) {
        result.fields.removeAll { $0.name == name }
        names.remove(name)
      }
      add(name, source.value, source.place)
    }
    var parts: [String: Record.Field] = [:]
    var whole: Record.Field?
    for source in record.fields where source.value.text.map(isBlank) != true {
      let meaning = self.meanings.of(source.name) { column in
        let bare = trimmed(column)
        return ColumnMeanings.Names(
          bare: bare == column ? nil : bare, field: columns[Self.key(column)])
      }
      if let bare = meaning.bare { add(bare, source.value, source.place) }
      guard let name = meaning.field else { continue }
      if parts[name] == nil { parts[name] = source }
      if name == "name", source.name != name, whole == nil {
        whole = source
        continue
      }
      add(name, source.value, source.place)
    }
    if let whole, !names.contains("name") {
      let isFamily = parts["familyName"] == nil && ["name", "naam"].contains(Self.key(whole.name))
      let given = isFamily ? parts["givenName"]?.value.text.map(trimmed) : nil
      let text = whole.value.text.map(trimmed)
      if isFamily, let given = parts["givenName"], case .fault = given.value {
        add("name", given.value, given.place)
      }
      // `Name` beside `Vorname` is the family name; where it holds the given name, it is all of it.
      if let given, let text, !text.lowercased().contains(given.lowercased()) {
        add("name", .text("\(given) \(text)"), whole.place)
      } else {
        add("name", whole.value, whole.place)
      }
    }
    if !names.contains("name") {
      let sources = ["givenName", "additionalName", "familyName"].compactMap { parts[$0] }
      for source in sources {
        // Without one of its parts it is not the name.
        if case .fault = source.value { add("name", source.value, source.place) }
      }
      let text = sources.compactMap { $0.value.text.map(trimmed) }.joined(separator: " ")
      if !text.isEmpty { add("name", .text(text), sources.first?.place) }
    }
    return result
  }

  /// The names under which records with these columns have values.
  public func names(of columns: [String]) -> [String] {
    apply(to: Record(columns.map { Record.Field($0, .text("x")) })).fields.map(\.name)
  }

  /// The field that a column was probably meant for, and the name that it nearly has; nil where
  /// its name is near to none.
  public static func meant(
    by column: String, among fields: some Sequence<String>
  ) -> (field: String, name: String)? {
    let wanted = Array(key(column))
    // A letter in five is a slip; more of them is another word.
    let limit = min(wanted.count / 5, 2)
    var best: (field: String, name: String, distance: Int)?
    for field in fields {
      var names = [field]
      for (known, aliases) in aliases where known == field || (field == "name" && isPart(known)) {
        names += (known == field ? [] : [known]) + aliases
      }
      for name in names {
        let letters = Array(key(name))
        // Another first letter makes another word: `sender` is not `gender`.
        guard abs(letters.count - wanted.count) <= limit,
          letters.first == wanted.first
            || letters.prefix(2).elementsEqual(wanted.prefix(2).reversed())
        else { continue }
        let distance = editDistance(letters, wanted)
        if distance <= limit, distance < best?.distance ?? .max { best = (field, name, distance) }
      }
    }
    return best.map { ($0.field, $0.name) }
  }

  /// Whether a field is a part of a name.
  private static func isPart(_ field: String) -> Bool {
    ["givenName", "additionalName", "familyName"].contains(field)
  }

  /// A column's name without case, accents, blanks and signs.
  private static func key(_ name: String) -> String {
    var key = ""
    let lower = name.lowercased()
    let bare =
      lower.utf8.allSatisfy { $0 < 0x80 } ? lower : lower.decomposedStringWithCanonicalMapping
    for scalar in bare.unicodeScalars where scalar.properties.isAlphabetic || ("0"..."9" ~= scalar)
    {
      key.unicodeScalars.append(scalar)
    }
    return key.isEmpty ? name : key
  }

  /// The names that columns have in people's tables.
  private static let aliases: [(field: String, names: [String])] = [
    (
      "name",
      [
        "full name", "display name", "attendee name", "attendee", "participant", "Teilnehmer",
        "Teilnehmername", "Vollständiger Name", "nom complet",
        "nombre completo", "nome completo", "volledige naam", "naam", "namn", "navn", "nimi",
        "imię i nazwisko", "ФИО", "имя и фамилия", "氏名", "名前", "姓名", "이름", "الاسم",
        "nome e cognome",
        "nombre y apellidos", "FN",
      ]
    ),
    (
      "givenName",
      [
        "first name", "forename", "Vorname", "prénom", "nombre", "nome", "voornaam", "förnamn",
        "fornavn", "imię", "имя", "given",
      ]
    ),
    ("additionalName", ["middle name", "zweiter Vorname", "segundo nombre", "отчество"]),
    (
      "familyName",
      [
        "last name", "surname", "nom", "Nachname", "Familienname", "nom de famille", "apellido",
        "apellidos", "cognome", "sobrenome", "achternaam", "efternamn", "etternavn", "nazwisko",
        "фамилия",
      ]
    ),
    (
      "icon",
      [
        "photo", "picture", "image", "portrait", "avatar", "Foto", "Bild", "fotografía", "imagen",
        "foto path", "photo file", "photo path", "image path", "zdjęcie", "фото", "写真", "照片",
      ]
    ),
    (
      "birthday",
      [
        "DOB", "date of birth", "birth date", "born", "Geburtstag", "Geburtsdatum",
        "date de naissance", "fecha de nacimiento", "data di nascita", "data de nascimento",
        "geboortedatum", "födelsedatum", "data urodzenia", "дата рождения", "生年月日", "出生日期",
      ]
    ),
    (
      "address",
      [
        "Address 1 - Formatted", "business street", "business address", "home street",
        "postal address", "street address", "home address", "Adresse", "Anschrift", "dirección",
        "indirizzo", "endereço", "adres", "adress", "адрес", "住所", "地址",
      ]
    ),
    (
      "phone",
      [
        "Phone 1 - Value", "business phone", "work phone", "home phone", "Mobiltelefon",
        "Telefon geschäftlich", "portable", "móvil", "cellulare",
        "telephone", "tel", "phone number", "mobile", "mobile phone", "cell", "cell phone",
        "Telefon", "Telefonnummer", "Handy", "Mobil", "téléphone", "teléfono", "telefono",
        "telefone", "telefoon", "телефон", "電話", "电话",
      ]
    ),
    (
      "email",
      [
        "E-mail 1 - Value", "work email", "business email", "personal email",
        "Adresse électronique",
        "e-mail", "mail", "e-mail address", "email address", "E-Mail-Adresse", "courriel",
        "adresse e-mail", "correo", "correo electrónico", "e-post", "почта", "メール", "邮箱",
      ]
    ),
    (
      "company",
      [
        "Organization 1 - Name", "organization name", "company name", "Unternehmensname",
        "organization", "organisation", "employer", "firm", "business", "Firma", "Unternehmen",
        "entreprise", "société", "empresa", "azienda", "bedrijf", "företag", "компания",
        "организация", "会社", "公司", "affiliation",
      ]
    ),
    (
      "title",
      [
        "Organization 1 - Title", "organization title", "occupation", "Beruf",
        "job title", "position", "Berufsbezeichnung", "Funktion", "poste", "fonction", "cargo",
        "puesto", "должность", "役職", "职位",
      ]
    ),
    ("gender", ["sex", "Geschlecht", "sexe", "género", "sexo", "genere", "пол", "性別", "性别"]),
    ("height", ["Größe", "Körpergröße", "taille", "altura", "altezza", "рост", "身長", "身高"]),
    ("weight", ["Gewicht", "poids", "peso", "вес", "体重"]),
    ("note", ["notes", "comment", "comments", "Notiz", "Bemerkung", "remarque", "nota"]),
    (
      "url",
      [
        "Website 1 - Value", "website", "web site", "homepage", "web", "Webseite", "site web",
        "sitio web",
      ]
    ),
  ]
}

/// What columns mean, found out once for each name and not for each record.
private final class ColumnMeanings: Sendable {
  struct Names {
    /// The name without blanks around it, where it has any.
    let bare: String?
    /// The field that the name is known for.
    let field: String?
  }

  /// The most names that are kept: records may each have their own.
  private static let limit = 10_000
  private let known = Mutex<[String: Names]>([:])

  func of(_ column: String, _ find: (String) -> Names) -> Names {
    known.withLock { known in
      if let names = known[column] { return names }
      let names = find(column)
      if known.count < Self.limit { known[column] = names }
      return names
    }
  }
}

/// What would help with a field that the data does not have: the nearest name, or all of them.
public func unknownFieldHint(_ name: String, among fieldNames: [String]) -> String {
  if let nearest = nearestName(to: name, among: fieldNames) { return "Did you mean '\(nearest)'?" }
  let shown = fieldNames.prefix(20).map { "'\($0)'" }.joined(separator: ", ")
  return "The data has \(shown)\(fieldNames.count > 20 ? " and more" : "")."
}
