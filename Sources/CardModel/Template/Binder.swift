internal import Synchronization

/// Makes cards of a template and records.
///
/// It is made once for a template, then binds any number of records, from any thread. What is
/// empty goes: a label whose fields are all empty, a row without a value, a stack without children.
public struct Binder: Sendable {
  /// The template and its components.
  public let templates: TemplateSet
  private let styleGuide: StyleGuide
  private let root: TemplateUnit
  let components: [String: TemplateUnit]
  let texts: [String: PlaceholderText]
  private let languages = Languages()

  /// The languages in which cards were made so far.
  private final class Languages: Sendable {
    let byTag = Mutex<[String: BindingLanguage]>([:])
  }

  /// The template.
  public var template: Template { templates.template }

  /// Whether a text of the templates is about the person as a whole, such as `{{person.rows}}`.
  package var showsPerson: Bool { texts.keys.contains { $0.contains("person.") } }

  /// Makes a binder of a template without components from elsewhere.
  ///
  /// - Throws: ``TemplateError`` where the template names what it does not have.
  public init(_ template: Template) throws(TemplateError) {
    try self.init(TemplateSet(template))
  }

  /// Makes a binder of a template and its components.
  ///
  /// - Throws: ``TemplateError`` where a template names what there is not, or contains itself.
  public init(_ set: TemplateSet) throws(TemplateError) {
    var around = TemplateSurroundings()
    around.components = set.components
    let written = Binder.written(set)
    var uses: [String: [String]] = [:]
    for (name, json) in written.sorted(by: { $0.key < $1.key }) {
      around.cardStyle =
        name.isEmpty ? nil : JSONForm<TemplateStyle>.templateStyle.written(set.template.styleGuide)
      let problems = TemplateCheck.problems(in: json, around: around)
      guard problems.isEmpty else {
        throw TemplateError(
          file: name.isEmpty ? set.template.title : name, problems: problems)
      }
      uses[name] = ComponentUse.all(in: json).map(\.name)
    }
    try Binder.refuseLoops(uses)
    self.init(set, written)
  }

  /// Makes a binder of templates whose faults, if they have any, are told elsewhere.
  ///
  /// What they name and do not have stays empty. None of them must contain itself.
  package init(unchecked set: TemplateSet) {
    self.init(set, Binder.written(set))
  }

  private init(_ set: TemplateSet, _ written: [String: JSONValue]) {
    var texts: [String: PlaceholderText] = [:]
    // What conditions and lists are about.
    var asked: Set<String> = []
    let asking: Set<String> = ["when", "each", "field", "present", "empty", "and", "or", "not"]
    var handsOn = false
    func collect(_ json: JSONValue, _ key: String) {
      switch json.kind {
      case .string(let text):
        if text.contains("{{") {
          texts[text] = PlaceholderText(text)
        } else if asking.contains(key) {
          asked.insert(String(text.prefix { $0 != "." }))
        }
      case .array(let entries): for entry in entries { collect(entry, key) }
      case .object(let members):
        handsOn = handsOn || (json.componentName != nil && json["fields"] != nil)
        for member in members { collect(member.value, member.key) }
      case .null, .bool, .number: break
      }
    }
    for json in written.values { collect(json, "") }
    templates = set
    let card = set.template.styleGuide.merged(over: .standard)
    var guide = card
    var components: [String: TemplateUnit] = [:]
    for name in set.components.keys.sorted() {
      components[name] = set.components[name].map {
        TemplateUnit(component: name, $0, guide: &guide, card: card)
      }
    }
    var root = TemplateUnit(nil, set.template)
    if set.components.isEmpty, !handsOn {
      let pieces = texts.values.flatMap(\.pieces)
      let paths = pieces.compactMap { if case .field(let path, _) = $0 { path } else { nil } }
      let whole = Set(paths.filter { $0.count == 1 }.map { $0[0] })
      root.plainFields = whole.subtracting(paths.filter { $0.count > 1 }.map { $0[0] })
        .subtracting(asked)
    }
    self.root = root
    self.components = components
    self.texts = texts
    styleGuide = guide
  }

  /// The templates as JSON by their names; the card's own has none.
  private static func written(_ set: TemplateSet) -> [String: JSONValue] {
    var written = set.components.mapValues { JSONForm<Template>.template.written($0) }
    written[""] = JSONForm<Template>.template.written(set.template)
    return written
  }

  /// Refuses components that lead back to themselves, and a nesting that is too deep.
  private static func refuseLoops(_ uses: [String: [String]]) throws(TemplateError) {
    var heights: [String: Int] = [:]
    func height(_ name: String, _ way: [String]) throws(TemplateError) -> Int {
      if let known = heights[name] { return known }
      var most = 0
      for next in uses[name] ?? [] {
        if let start = way.firstIndex(of: next) {
          let loop = (way[start...] + [next]).map { "'\($0)'" }.joined(separator: " → ")
          throw TemplateError(
            "The component '\(next)' contains itself: \(loop).",
            hint: "Take one of these components out.")
        }
        most = max(most, try height(next, way + [next]) + 1)
      }
      heights[name] = most
      if most > TemplateLimits.depth {
        throw TemplateError(
          "The components are nested deeper than \(TemplateLimits.depth) levels.")
      }
      return most
    }
    _ = try height("", [""])
  }

  /// The card of a record in a language, a BCP 47 tag.
  ///
  /// - Throws: ``BindingError`` where a field is missing or not of its type.
  public func bind(
    _ record: Record, locale: String = "en"
  ) throws(BindingError) -> (card: Card, findings: [Finding]) {
    if let problem = root.problem(with: record) { throw problem }
    let troubles = BindingTroubles()
    let scope = BindingScope(
      person: record, record: record, unit: root, language: language(locale), troubles: troubles)
    let tree = TreeBinding(binder: self)
    let empty = Stack(.overlay, children: []).node
    let back = template.back.map { tree.one($0, scope) ?? empty }
    let front = tree.one(template.front, scope) ?? empty
    if let first = troubles.first { throw first }
    let card = Card(
      title: template.title, size: template.cardSize, background: template.background,
      bleed: template.bleed, safeArea: template.safeArea, styleGuide: styleGuide,
      dotsPerInch: template.dotsPerInch, direction: LayoutDirection(language: locale),
      language: locale, back: back, front: front)
    return (card, [])
  }

  private func language(_ tag: String) -> BindingLanguage {
    languages.byTag.withLock { languages in
      if let known = languages[tag] { return known }
      let made = BindingLanguage(tag, units: [root] + components.values)
      languages[tag] = made
      return made
    }
  }
}
