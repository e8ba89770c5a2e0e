import CardFiles
import CardModel
import CardRecords
import Cardstock
internal import Foundation

/// Answers requests for cards, a line for a line, and keeps all that the next one can use.
struct CardWorker {
  /// The most bytes of a request.
  static let lineLimit = 16 << 20
  /// The most folders of pictures whose renderers are kept.
  static let rendererLimit = 8

  let defaults: WorkerRequest.Defaults
  let isStrict: Bool
  private let options: CardRenderer.Options
  private var designs: WorkerDesigns
  private var renderers: [(folder: String, renderer: WarmRenderer)] = []
  private var mapping: FieldMapping
  private var number = 0

  /// Makes a worker and opens its fonts, so that what is wrong with them is known before the first
  /// request.
  ///
  /// - Throws: What `CardRenderer` throws.
  init(
    defaults: WorkerRequest.Defaults, options: CardRenderer.Options, isStrict: Bool,
    environment: [String: String] = [:]
  ) throws {
    designs = WorkerDesigns(environment: environment)
    self.defaults = defaults
    self.isStrict = isStrict
    var sharing = options
    sharing.svg = try options.svgLoader()
    self.options = sharing
    mapping = try FieldMapping()
    _ = try renderer(defaults.assets)
  }

  /// The answer to a line, without its end; nil where the line is blank.
  mutating func answer(_ line: LineInput.Line) -> [UInt8]? {
    number += 1
    switch line {
    case .tooLong(let length):
      return Self.failed(
        nil,
        CommandFailure(
          "A request of \(length) bytes is too long: at most \(Self.lineLimit) are read.",
          place: "line \(number)", hint: "Name pictures by their files."))
    case .bytes(let bytes):
      guard bytes.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { return nil }
      let json: JSONValue
      do {
        json = try JSONReader.read(bytes, firstLine: number)
      } catch {
        return Self.failed(nil, error)
      }
      do {
        return try make(json)
      } catch {
        return Self.failed(json["id"], error)
      }
    }
  }

  private mutating func make(_ json: JSONValue) throws -> [UInt8] {
    let request = try WorkerRequest(json, defaults: defaults)
    let design = try designs.design(request.design, locale: request.locale)
    let record = mapping.apply(to: request.record)
    do {
      return try make(json, request, record, design)
    } catch {
      throw CardOutcome.Failure(error, record: record, in: design)
    }
  }

  private mutating func make(
    _ json: JSONValue, _ request: WorkerRequest, _ record: Record, _ design: any CardDesign
  ) throws -> [UInt8] {
    let (card, bindingFindings) = try design.card(for: record)
    if request.side == .back, card.back == nil {
      throw CommandFailure(
        "The card has no back.", place: WorkerRequest.place(json.position) + ", 'side'")
    }
    let warm = try renderer(request.assets)
    let made =
      switch request.format {
      case .png:
        try warm.png(
          of: card, side: request.side ?? .front, dotsPerInch: Double(request.resolution),
          compressesMore: request.isSmall)
      case .pdf:
        try warm.pdf(
          of: card, title: design.title, language: design.locale,
          sides: request.side.map { [$0] } ?? CardSide.allCases)
      }
    let findings = bindingFindings + made.findings
    if isStrict, let first = findings.first(where: { $0.severity == .warning }) {
      let located = design.places(of: record).map { first.located(in: $0) }
      throw CommandFailure(
        first.message, place: (located ?? first).node,
        hint: "Without '--strict' it is a warning.")
    }
    var members: [(String, JSONValue)] = json["id"].map { [("id", $0)] } ?? []
    members.append(("ok", .bool(true)))
    if let output = request.output {
      if let slash = output.lastIndex(of: "/"), slash != output.startIndex {
        try Folders.make(String(output[..<slash]))
      }
      try WholeFile.write(made.bytes, to: output)
      members.append(("output", .string(output)))
    }
    members += [
      ("sha256", .string(made.hash)), ("size", .number(made.bytes.count)),
      ("findings", .array(findings.map(\.report))),
    ]
    var answer = Array(JSONValue.object(members).text().utf8)
    if request.output == nil {
      // Base64 needs no escapes, so it goes past the writer of texts.
      answer.removeLast()
      answer += Array(#","bytes":""#.utf8)
      answer += Data(made.bytes).base64EncodedData()
      answer += Array(#""}"#.utf8)
    }
    return answer
  }

  private mutating func renderer(_ folder: String) throws -> WarmRenderer {
    if let place = renderers.firstIndex(where: { $0.folder == folder }) {
      return renderers[place].renderer
    }
    var options = options
    options.assetsFolder = folder
    let made = try WarmRenderer(options: options)
    if renderers.count >= Self.rendererLimit { renderers.removeFirst() }
    renderers.append((folder, made))
    return made
  }

  private static func failed(_ id: JSONValue?, _ error: any Error) -> [UInt8] {
    let failure = error as? CardOutcome.Failure ?? CardOutcome.Failure(error)
    var words: [(String, JSONValue)] = [("message", .string(failure.message))]
    if let place = failure.place { words.append(("place", .string(place))) }
    if let hint = failure.hint { words.append(("hint", .string(hint))) }
    var members: [(String, JSONValue)] = id.map { [("id", $0)] } ?? []
    members += [("ok", .bool(false)), ("error", .object(words))]
    return Array(JSONValue.object(members).text().utf8)
  }
}
