/// The titles and words that cards have of their own, in the languages they are known in.
public struct BuiltInTitles: Sendable {
  private let words: [String]

  /// Makes the titles of a language, a BCP 47 tag; English where it is not among them.
  public init(locale: String) {
    let language = locale.prefix { $0 != "-" && $0 != "_" }.lowercased()
    words = BuiltInTitles.table[language] ?? BuiltInTitles.table["en"] ?? []
  }

  /// The languages there are.
  public static var languages: [String] { table.keys.sorted() }

  /// The title of a detail row.
  public func title(_ kind: PersonRow.Kind) -> String {
    PersonRow.Kind.allCases.firstIndex(of: kind).map { words[$0] } ?? kind.rawValue
  }

  /// The word for `male`, `female` or `notSpecified` in any case; nil for any other text.
  public func gender(_ text: String) -> String? {
    switch text.lowercased() {
    case "male", "m": words[8]
    case "female", "f": words[9]
    case "notspecified", "not specified", "unspecified": words[10]
    default: nil
    }
  }

  // Birthday, email, phone, address, company, gender, height, weight; male, female, not specified.
  private static let table: [String: [String]] = [
    "en": [
      "Birthday", "Email", "Phone", "Address", "Company", "Gender", "Height", "Weight", "Male",
      "Female", "Not specified",
    ],
    "de": [
      "Geburtstag", "E-Mail", "Telefon", "Adresse", "Firma", "Geschlecht", "Größe", "Gewicht",
      "Männlich", "Weiblich", "Keine Angabe",
    ],
    "fr": [
      "Naissance", "E-mail", "Téléphone", "Adresse", "Société", "Sexe", "Taille", "Poids",
      "Homme", "Femme", "Non précisé",
    ],
    "es": [
      "Nacimiento", "Correo", "Teléfono", "Dirección", "Empresa", "Género", "Altura", "Peso",
      "Hombre", "Mujer", "Sin especificar",
    ],
    "pt": [
      "Nascimento", "E-mail", "Telefone", "Endereço", "Empresa", "Gênero", "Altura", "Peso",
      "Masculino", "Feminino", "Não especificado",
    ],
    "it": [
      "Data di nascita", "E-mail", "Telefono", "Indirizzo", "Azienda", "Genere", "Altezza",
      "Peso", "Maschio", "Femmina", "Non specificato",
    ],
    "nl": [
      "Geboortedatum", "E-mail", "Telefoon", "Adres", "Bedrijf", "Geslacht", "Lengte", "Gewicht",
      "Man", "Vrouw", "Niet opgegeven",
    ],
    "pl": [
      "Data urodzenia", "E-mail", "Telefon", "Adres", "Firma", "Płeć", "Wzrost", "Waga",
      "Mężczyzna", "Kobieta", "Nie podano",
    ],
    "tr": [
      "Doğum tarihi", "E-posta", "Telefon", "Adres", "Şirket", "Cinsiyet", "Boy", "Kilo",
      "Erkek", "Kadın", "Belirtilmemiş",
    ],
    "ar": [
      "تاريخ الميلاد", "البريد الإلكتروني", "الهاتف", "العنوان", "الشركة", "الجنس", "الطول",
      "الوزن", "ذكر", "أنثى", "غير محدد",
    ],
    "he": [
      "תאריך לידה", "דוא״ל", "טלפון", "כתובת", "חברה", "מגדר", "גובה", "משקל", "זכר", "נקבה",
      "לא צוין",
    ],
    "hi": [
      "जन्मतिथि", "ईमेल", "फ़ोन", "पता", "कंपनी", "लिंग", "लंबाई", "वज़न", "पुरुष", "महिला",
      "निर्दिष्ट नहीं",
    ],
    "ja": ["生年月日", "メール", "電話", "住所", "会社", "性別", "身長", "体重", "男性", "女性", "未指定"],
    "zh": ["出生日期", "电子邮件", "电话", "地址", "公司", "性别", "身高", "体重", "男", "女", "未说明"],
  ]
}

extension LayoutDirection {
  /// The direction in which a language is read, by its BCP 47 tag.
  public init(language: String) {
    let primary = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
    self =
      ["ar", "he", "fa", "ur", "yi", "ps", "sd", "ug", "ckb", "dv", "iw"].contains(primary)
      ? .rightToLeft : .leftToRight
  }
}
