internal import CardLayout
public import CardModel

/// Everything that is wrong with a template: its text, its names, and how its samples look on it.
///
/// The template is laid out with the samples of its fields, once for each branch of its conditions.
/// What is wrong in one place is put right or left out for that, so that the rest is looked at too.
public struct TemplateReview: Sendable {
  /// What is wrong, in the order of the file.
  public private(set) var problems: [TemplateProblem]
  /// The template and its components, where they can be read and used as they are.
  public let set: TemplateSet?
  /// The fields without a sample and a default; what shows only them was not looked at.
  public private(set) var fieldsWithoutSample: [String] = []

  private let file: String?
  private let origins: TemplateOrigins?
  private var seen: Set<Key> = []

  private struct Key: Hashable {
    let code: String
    let path: String
  }

  /// Looks at a template that names no other files.
  ///
  /// - Parameters:
  ///   - bytes: The file's content.
  ///   - file: Its name, as problems give it.
  ///   - renderer: Lays out; its assets folder is the one that pictures are looked for in.
  ///   - locale: The language of dates, numbers and titles.
  public init(_ bytes: [UInt8], file: String, renderer: CardRenderer, locale: String = "en") {
    self.init(
      TemplateReader { _ in nil }.check(TemplateSource(file: file, bytes: bytes)),
      renderer: renderer, locale: locale)
  }

  /// Looks at a template that was read with all that it names.
  ///
  /// - Parameters:
  ///   - reading: What came of reading it, as ``TemplateLibrary/check(file:)`` gives it.
  ///   - renderer: Lays out; its assets folder is the one that pictures are looked for in.
  ///   - locale: The language of dates, numbers and titles.
  public init(_ reading: TemplateReading, renderer: CardRenderer, locale: String = "en") {
    let bytes = reading.source.bytes
    let file = reading.source.file
    self.file = file
    set = reading.errors.isEmpty ? reading.set : nil
    if let set, let json = try? JSONReader.read(bytes, options: .relaxed) {
      origins = TemplateOrigins(set.template, in: json, components: set.components)
    } else {
      origins = nil
    }
    let faults = reading.hasOwnErrors ? reading.errors[0].problems : []
    // Other files have their own lines, so they stand after this one's.
    let others = reading.errors.dropFirst(reading.hasOwnErrors ? 1 : 0).flatMap { error in
      error.problems.map { TemplateProblem($0, file: error.file) }
    }
    defer { problems += others }
    problems = faults.map { TemplateProblem($0, file: file) }
    guard let repaired = Repaired(reading) else {
      seen = Set(problems.map { Key(code: $0.code, path: $0.path) })
      return
    }
    // What a mistake hides or only brings about is seen once the mistake is put right.
    problems = repaired.problems(faults).map { TemplateProblem($0, file: file) }
    seen = Set(problems.map { Key(code: $0.code, path: $0.path) })
    let (usable, json, touched) = (repaired.template, repaired.json, repaired.touched)
    var look = SampleLook(
      template: usable, components: reading.usableComponents, json: json, touched: touched,
      styleSource: reading.around.styleSource, renderer: renderer, locale: locale)
    look.run()
    fieldsWithoutSample = look.fieldsWithoutSample
    let advice = TemplateAdvice(
      usable, json, components: reading.usableComponents,
      isWhole: problems.isEmpty && touched.isEmpty
    ).found.filter { found in
      // A filter may suit the type that a field was meant to have.
      found.code != "filter-type" || !touched.contains { $0.hasPrefix("fields[") }
    }
    for found in look.found + advice {
      let key = Key(code: found.code, path: found.path)
      guard seen.insert(key).inserted,
        !problems.contains(where: { Self.isTold(found.code, found.path, by: $0) })
      else { continue }
      problems.append(
        TemplateProblem(
          code: found.code, found.severity, found.message, file: found.file ?? file,
          position: found.position, path: found.path, hint: found.hint))
    }
    sort()
  }

  /// The way in the file, such as `front.children[2]`, of each node of a record's card.
  ///
  /// Empty where the template is wrong.
  public func names(of record: Record, locale: String = "en") -> [NodePath: String] {
    origins?.paths(of: record, locale: locale) ?? [:]
  }

  /// Whether a problem says already what is found at a place.
  private static func isTold(_ code: String, _ path: String, by problem: TemplateProblem) -> Bool {
    // A code of an unknown kind may hold anything.
    if code == "code-content" {
      return problem.path == path.prefix(upTo: path.lastIndex(of: ".") ?? path.endIndex)
        + ".symbology"
    }
    guard path.hasPrefix("fields") || code == "component-field" else { return false }
    // A sample cannot be read by a format that is wrong.
    let field = path.prefix { $0 != "." }
    return problem.path == path || (problem.path == field + ".format" && code != "picture")
  }

  /// The worst of the problems; nil where there is none.
  public var severity: Severity? { problems.map(\.severity).max() }

  private mutating func sort() {
    problems = problems.enumerated().sorted { left, right in
      let (a, b) = (left.element.position, right.element.position)
      return (a?.line ?? .max, a?.column ?? .max, left.offset)
        < (b?.line ?? .max, b?.column ?? .max, right.offset)
    }.map(\.element)
  }
}

/// A template with its faults put right or left out.
private struct Repaired {
  let template: Template
  let json: JSONValue
  /// The ways to what lost a part.
  let touched: Set<String>
  /// The faults of the file's form, those among them that others hid.
  private let formFaults: [JSONProblem]
  private let around: TemplateSurroundings
  /// What is wrong with the files that it names.
  private let references: [JSONProblem]

  /// So many times what is wrong is put right; each time brings hidden faults to light.
  private static let limit = 24

  init?(_ reading: TemplateReading) {
    guard var json = try? JSONReader.read(reading.source.bytes, options: .relaxed) else {
      return nil
    }
    around = reading.around
    references = reading.referenceProblems
    var known: [JSONProblem] = []
    var lost: Set<String> = []
    for _ in 0..<Self.limit {
      let (template, faults) = JSONForm<Template>.template.read(json)
      // That a part is missing which was left out here is no fault of the file.
      for fault in faults where !known.contains(fault) {
        if fault.code == .missingKey, lost.contains(fault.path) { continue }
        known.append(fault)
      }
      if case .object(let members) = json.kind, json["format"] == nil {
        json = JSONValue(
          .object(members + [JSONValue.Member("format", .number(1))]), at: json.position)
        continue
      }
      guard faults.isEmpty, let template else {
        guard let next = json.repaired(faults, touched: &lost), next != json else { return nil }
        json = next
        continue
      }
      let loops = TemplateFile.nameProblems(in: json, around: around).filter { $0.code == .loop }
      if loops.isEmpty {
        self.template = around.styled(template)
        self.json = json
        touched = lost
        formFaults = known
        return
      }
      known += loops
      json = json.withoutParts(touched: &lost)
    }
    return nil
  }

  /// All faults of form and names, given those of the file as it is.
  func problems(_ faults: [JSONProblem]) -> [JSONProblem] {
    let there = JSONPositions(json).all
    // A name that only the repair made unknown is no fault of the file.
    let names = TemplateFile.nameProblems(in: json, around: around).filter { name in
      faults.contains { $0.position == name.position && $0.code == name.code }
    }
    // A name in what was left out is only known of from the file as it is.
    let lost = faults.filter { !there.contains($0.position) }
    var problems: [JSONProblem] = []
    for problem in formFaults + names + references + lost where !problems.contains(problem) {
      problems.append(problem)
    }
    return problems
  }
}

extension JSONValue {
  /// A template without the parts that contain themselves.
  fileprivate func withoutParts(touched: inout Set<String>) -> JSONValue {
    guard case .object(let members) = kind else { return self }
    touched.insert("parts")
    // A loop cannot be taken apart without guessing, so no part of this file is looked at.
    return JSONValue(.object(members.filter { $0.key != "parts" }), at: position)
  }
}

/// A template laid out with its samples, and what is wrong then.
private struct SampleLook {
  typealias Found = TemplateAdvice.Found

  let json: JSONValue
  let touched: Set<String>
  /// The style guide's file, where it has one.
  let styleSource: TemplateSource?
  let renderer: CardRenderer
  let locale: String
  private(set) var found: [Found] = []
  private(set) var fieldsWithoutSample: [String] = []

  private var template: Template
  private let components: [String: Template]
  private let positions: JSONPositions

  init(
    template: Template, components: [String: Template], json: JSONValue, touched: Set<String>,
    styleSource: TemplateSource?, renderer: CardRenderer, locale: String
  ) {
    self.template = template
    self.components = components
    self.json = json
    self.touched = touched
    self.styleSource = styleSource
    self.renderer = renderer
    self.locale = locale
    positions = JSONPositions(json)
  }

  mutating func run() {
    let samples = samples()
    faces()
    for index in template.fields.indices { template.fields[index].isRequired = false }
    let origins = TemplateOrigins(template, in: json, components: components)
    let binder = Binder(unchecked: TemplateSet(template, components: components))
    for record in SampleVariants(template, samples: samples).records {
      let card: Card
      do throws(BindingError) {
        card = try binder.bind(record, locale: locale).card
      } catch {
        // The samples are right, so what is wrong is what a component is given of them. One that is
        // missing may well be there in somebody's data.
        guard !error.isMissing, let name = error.component,
          let way = TemplateFile.pathOfComponent(name, in: json)
        else { continue }
        add(
          "component-field", .error, error.message, at: best("\(way).fields", [error.field], way),
          hint: error.hint)
        continue
      }
      let paths = origins.paths(of: record, locale: locale)
      look(at: card, .front, paths)
      if card.back != nil { look(at: card, .back, paths) }
    }
  }

  // MARK: Samples

  /// The samples that are right; those that are not are problems.
  private mutating func samples() -> Record {
    var samples: [Record.Field] = []
    for (index, field) in template.fields.enumerated() {
      for (key, value) in [("default", field.defaultValue), ("sample", field.sample)] {
        guard let value else { continue }
        let path = "fields[\(index)].\(key)"
        var single = field
        single.isRequired = false
        single.defaultValue = nil
        let binder = Binder(
          unchecked: TemplateSet(
            Template(fields: [single], front: Stack(.overlay, children: []).node)))
        do throws(BindingError) {
          _ = try binder.bind(Record([Record.Field(field.name, value)]), locale: locale)
          if key == "sample" { samples.append(Record.Field(field.name, value)) }
        } catch {
          add(key, .error, error.message, at: path, hint: error.hint)
        }
      }
      if field.sample == nil, field.defaultValue == nil { fieldsWithoutSample.append(field.name) }
    }
    return Record(samples)
  }

  // MARK: Faces

  /// Sets each of the template's own label types once, to see whether its face is there.
  private mutating func faces() {
    let guide = template.styleGuide.merged(over: .standard)
    let families = Set((try? renderer.faces().map(\.face.family)) ?? [])
    for type in template.styleGuide.types.keys.sorted(by: { $0.description < $1.description }) {
      let card = Card(
        styleGuide: guide, front: Label("A", style: LabelStyle(type)).node)
      do throws(LayoutError) {
        _ = try renderer.layout(card)
      } catch {
        // A style guide in a file of its own has its own lines.
        let guide = styleSource.flatMap { try? JSONReader.read($0.bytes, options: .relaxed) }
        let positions = guide.map(JSONPositions.init) ?? self.positions
        let path = (guide == nil ? "styleGuide." : "") + "types.\(type)"
        let family = template.styleGuide.types[type]?.family
        let isFamilyThere = families.contains(family ?? "Poppins")
        let parts = isFamilyThere ? ["style", "family"] : ["family", "style"]
        let ways = parts.map { "\(path).\($0)" } + [path, "styleGuide"]
        let way = ways.first { positions[$0] != nil } ?? path
        if guide == nil {
          add("face", .error, error.message, at: way, hint: error.hint)
        } else {
          found.append(
            Found(
              code: "face", severity: .error, message: error.message, position: positions[way],
              path: way, hint: error.hint, file: styleSource?.file))
        }
        template.styleGuide.types[type]?.family = "Poppins"
        template.styleGuide.types[type]?.style = "Regular"
      }
    }
  }

  // MARK: The layout

  private mutating func look(at card: Card, _ side: CardSide, _ paths: [NodePath: String]) {
    let probe = LayoutProbe(card, side: side, renderer: renderer)
    var isScaleKnown = true
    for error in probe.errors {
      let way = error.path.flatMap { self.way($0, paths) } ?? ""
      switch error {
      // They stand among the problems of the file's names.
      case .unknownType, .unknownColor: continue
      case .tooManyCells(let columns, _) where columns == 0: continue
      case .pixelsWithoutResolution: isScaleKnown = false
      default: break
      }
      add(
        error.code, .error, error.message,
        at: sample(of: error) ?? pixels(of: error, way) ?? best(way, error.keys),
        hint: error.hint, isGeometric: error.isGeometric)
    }
    guard let frame = probe.frame else { return }
    for (placed, error) in renderer.pictureErrors(of: frame) {
      add(
        "picture", .error, error.message,
        at: sample(error.message) ?? best(way(placed.path, paths), ["source"]), hint: error.hint)
    }
    var safeArea = template.safeArea.points(dotsPerInch: template.dotsPerInch) ?? 0
    if safeArea * 2 >= min(frame.size.width, frame.size.height) {
      add(
        "outside-safe-area", .warning, "The safe area leaves no room on the card.", at: "safeArea",
        hint: "Make it smaller, such as '3mm'.")
      safeArea = 0
    }
    let findings =
      (frame.findings + renderer.pictureFindings(of: frame)
      + frame.printFindings(safeArea: safeArea)).worstOfEachCause
    for finding in findings where finding.severity > .note {
      if finding.code.isGeometric, !isScaleKnown { continue }
      if let path = finding.path, probe.mended.contains(path), finding.code.isGeometric { continue }
      let way = finding.path.flatMap { self.way($0, paths) } ?? side.rawValue
      add(
        finding.code.rawValue, finding.severity, finding.message,
        at: best(way, finding.code.keys), hint: finding.code.hint,
        isGeometric: finding.code.isGeometric)
    }
  }

  /// The way to a length of the card itself that is in pixels, if an error is about one.
  private func pixels(of error: LayoutError, _ way: String) -> String? {
    guard case .pixelsWithoutResolution = error, way.isEmpty else { return nil }
    return ["size.width", "size.height", "bleed"].first { path in
      let value = path.split(separator: ".").reduce(json as JSONValue?) { $0?[String($1)] }
      return value?.string?.hasSuffix("px") == true
    }
  }

  /// The way to the sample whose picture an error is about, if it is one.
  private func sample(of error: LayoutError) -> String? {
    if case .picture = error { sample(error.message) } else { nil }
  }

  private func sample(_ message: String) -> String? {
    let index = template.fields.firstIndex { field in
      guard field.type == .picture, let text = field.sample?.text, !text.isEmpty else {
        return false
      }
      return message.contains("'\(text)'")
    }
    return index.map { "fields[\($0)].sample" }
  }

  /// The way in the file of a node of the card, or of the nearest around it.
  private func way(_ path: NodePath, _ paths: [NodePath: String]) -> String {
    var here = path
    while let parent = here.parent {
      if let way = paths[here] { return TemplateOrigins.base(of: way) }
      here = parent
    }
    return ""
  }

  /// The first of some parts of a node that the file has, else what is said, or the node.
  private func best(_ way: String, _ keys: [String], _ otherwise: String? = nil) -> String {
    positions.best(way, keys, otherwise)
  }

  private mutating func add(
    _ code: String, _ severity: Severity, _ message: String, at path: String, hint: String?,
    isGeometric: Bool = false
  ) {
    // Where a part was left out, how large things are says nothing.
    if isGeometric, touched.contains(where: { path == $0 || path.hasPrefix($0 + ".") }) { return }
    // Without its padding a node lies elsewhere, and with it all that is in it.
    if isGeometric,
      touched.contains(where: { $0.hasSuffix(".padding") && path.hasPrefix($0.dropLast(7)) })
    {
      return
    }
    if code == "contrast", touched.contains(where: { Self.isGround($0, of: path) }) { return }
    if code == "code-content",
      touched.contains(where: { !$0.isEmpty && path.hasPrefix($0 + ".") })
    {
      return
    }
    if isGeometric, touched.contains(where: { $0.hasPrefix(path + ".") }) { return }
    if isGeometric, !touched.isEmpty, path.hasPrefix("parts.") { return }
    if isGeometric, touched.contains(where: { $0.hasPrefix("size") || $0.isEmpty }) { return }
    if code == "too-many-cells",
      touched.contains(where: { $0.hasSuffix("columns") && path.hasPrefix($0.dropLast(7)) })
    {
      return
    }
    found.append(
      Found(
        code: code, severity: severity, message: message, position: positions[path], path: path,
        hint: hint))
  }
}

extension SampleLook {
  /// Whether a part that was left out gives what lies at a way its colours.
  fileprivate static func isGround(_ part: String, of path: String) -> Bool {
    guard let dot = part.lastIndex(of: ".") else {
      return part == "background" || part == "styleGuide"
    }
    let key = part[part.index(after: dot)...]
    return ["fill", "background", "color", "style", "opacity", "colors"].contains(key)
      && (path.hasPrefix(part[..<dot]) || part.hasPrefix("styleGuide"))
  }
}

extension LayoutError {
  /// The word that stands in reports.
  var code: String {
    switch self {
    case .textDoesNotFit: "text-does-not-fit"
    case .unknownType, .unknownColor: "unknown-name"
    case .pixelsWithoutResolution: "pixels-without-dpi"
    case .lengthNotFinite: "length-not-finite"
    case .templateOnly, .unboundText: "not-bound"
    case .tooDeep, .tooManyNodes: "limit"
    case .tooManyCells: "too-many-cells"
    case .codeTooSmall: "code-too-small"
    case .codeContrast: "code-contrast"
    case .text: "face"
    case .picture: "picture"
    case .code: "code-content"
    }
  }

  /// Whether it is about a picture.
  var isPicture: Bool { if case .picture = self { true } else { false } }

  /// The parts of a node that it is about.
  var keys: [String] {
    switch self {
    case .textDoesNotFit: ["text", "runs"]
    case .text: ["style"]
    case .picture: ["source"]
    case .code: ["content"]
    case .codeContrast: ["color", "background"]
    default: []
    }
  }

  fileprivate var isGeometric: Bool {
    switch self {
    case .textDoesNotFit, .codeTooSmall: true
    default: false
    }
  }
}

extension Finding.Code {
  /// Whether it comes of sizes and places alone.
  fileprivate var isGeometric: Bool {
    switch self {
    case .textCut, .textAtFloor, .textOverflows, .outsideCard, .outsideSafeArea, .tableOverflows,
      .smallModules, .coarsePicture, .codeCovered, .textsOverlap, .textShrunk, .textWrapped:
      true
    default: false
    }
  }

  /// The parts of a node that it is about.
  var keys: [String] {
    switch self {
    case .textCut, .textAtFloor, .textOverflows, .glyphMissing, .fallbackFace, .systemFont,
      .controlCharacter:
      ["text", "runs"]
    case .contrast: ["style"]
    case .coarsePicture, .damagedPicture: ["source"]
    case .smallModules: ["minimumModule"]
    case .quietZone: ["quietZone"]
    default: []
    }
  }

  /// What would help.
  var hint: String? {
    switch self {
    case .textCut, .textOverflows:
      "Give it more room, a smaller type, or another fit: wrap or shrink."
    case .textAtFloor: "Give it more room, more 'lines', or a smaller size to shrink 'to'."
    case .glyphMissing: "Add a font that has it, with '--font-dir'."
    case .systemFont: "Add that font with '--font-dir', so that cards are the same everywhere."
    case .contrast: "Take a darker colour, or a lighter one on a dark ground."
    case .coarsePicture: "Take a larger picture, or show it smaller."
    case .outsideCard: "Move it inside, make it smaller, or give the card a 'bleed'."
    case .outsideSafeArea: "Give it more 'padding', or the card a smaller 'safeArea'."
    case .tableOverflows: "Let a column wrap or shrink, or take one away."
    case .smallModules: "Give the code more room, or a larger 'minimumModule'."
    case .codeCovered, .textsOverlap: "Move one of them, or let the text shrink."
    case .quietZone: "Take 'quietZone' out unless the room around is empty anyway."
    case .damagedPicture: "Save the picture again."
    case .roundCorner: "Move it away from the corner, or take a stock with square ones."
    case .textShrunk, .textWrapped, .fallbackFace, .placeholder, .controlCharacter, .labelSize,
      .belowBatchSize, .pictureContent, .dataCutShort:
      nil
    }
  }
}
