import Foundation
import Testing

/// Chromium without a window, driven by mouse and keyboard as a person would (W3C WebDriver).
final class Browser {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Where the programs are; nil where one is not installed.
  static var programs: (chromium: String, driver: String, curl: String)? {
    func path(_ name: String) -> String? {
      (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
        .map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
    guard let chromium = path("chromium"), let driver = path("chromedriver"),
      let curl = path("curl")
    else { return nil }
    return (chromium, driver, curl)
  }

  private let driver = Process()
  private let curl: String
  private let base: URL
  private var session: URL

  /// Starts the driver and a browser of `width` × `height` pixels.
  init(width: Int = 1360, height: Int = 860) throws {
    let programs = try #require(Self.programs)
    curl = programs.curl
    let output = Pipe()
    driver.executableURL = URL(filePath: programs.driver)
    driver.arguments = ["--port=0"]
    driver.standardOutput = output
    driver.standardError = FileHandle.nullDevice
    try driver.run()
    var text = ""
    while !text.contains("successfully on port "), driver.isRunning {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
    guard let port = text.split(separator: "port ").last?.prefix(while: \.isNumber),
      let base = URL(string: "http://127.0.0.1:\(port)")
    else { throw Failure(description: "The driver did not start: \(text)") }
    self.base = base
    session = base.appending(path: "session")
    let options: [String: Any] = [
      "binary": programs.chromium,
      "args": [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=\(width),\(height)",
      ],
    ]
    let wanted: [String: Any] = [
      "goog:chromeOptions": options, "goog:loggingPrefs": ["browser": "ALL"],
    ]
    let answer = try call("", ["capabilities": ["alwaysMatch": wanted]])
    let id = try #require((answer as? [String: Any])?["sessionId"] as? String)
    session = session.appending(path: id)
  }

  /// Ends the browser and the driver.
  func close() {
    _ = try? send("DELETE", session, Data())
    // It takes no notice of a signal that asks politely.
    _ = try? send("GET", base.appending(path: "shutdown"), Data())
  }

  func open(_ url: URL) throws {
    try call("url", ["url": url.absoluteString])
  }

  /// What an expression gives in the page, as text.
  func text(_ script: String) throws -> String {
    let value = try call(
      "execute/sync", ["script": "return String(\(script))", "args": [] as [Any]])
    return value as? String ?? ""
  }

  /// Waits up to ten seconds until an expression is true; false where it never is.
  func becomes(_ script: String) async throws -> Bool {
    for _ in 0..<100 {
      if try text(script) == "true" { return true }
      try await Task.sleep(for: .milliseconds(100))
    }
    return false
  }

  /// Presses keys one after the other, with some held down.
  func press(_ keys: String..., holding held: String = "") throws {
    func key(_ type: String, _ value: Character) -> [String: Any] {
      ["type": type, "value": String(value)]
    }
    let strokes = keys.flatMap { $0.map { [key("keyDown", $0), key("keyUp", $0)] } }.flatMap { $0 }
    let all = held.map { key("keyDown", $0) } + strokes + held.map { key("keyUp", $0) }
    try act(["type": "key", "id": "keyboard", "actions": all])
  }

  /// Moves the mouse to the first place, and on to the others with the button pressed.
  func drag(_ places: (x: Double, y: Double)...) throws {
    func move(_ place: (x: Double, y: Double)) -> [String: Any] {
      ["type": "pointerMove", "duration": 50, "x": Int(place.x), "y": Int(place.y)]
    }
    var actions = places.prefix(1).map(move)
    if places.count > 1 {
      actions.append(["type": "pointerDown", "button": 0])
      actions += places.dropFirst().map(move)
      actions.append(["type": "pointerUp", "button": 0])
    }
    try act([
      "type": "pointer", "id": "mouse", "parameters": ["pointerType": "mouse"], "actions": actions,
    ])
  }

  /// Clicks on the middle of an element.
  func click(_ selector: String) throws {
    let place = try middle(of: selector)
    try drag(place, place)
  }

  /// The middle of an element within the window.
  func middle(of selector: String) throws -> (x: Double, y: Double) {
    let text = try text(
      """
      (() => { const b = document.querySelector('\(selector)').getBoundingClientRect();
        return (b.left + b.width / 2) + ',' + (b.top + b.height / 2); })()
      """)
    let numbers = text.split(separator: ",").compactMap { Double($0) }
    try #require(numbers.count == 2, "\(selector): \(text)")
    return (numbers[0], numbers[1])
  }

  /// What the page complained of.
  func complaints() throws -> [String] {
    let entries = try call("se/log", ["type": "browser"]) as? [[String: Any]] ?? []
    return entries.compactMap { $0["message"] as? String }
  }

  private func act(_ source: [String: Any]) throws {
    try call("actions", ["actions": [source]])
  }

  @discardableResult
  private func call(_ path: String, _ body: [String: Any]) throws -> Any? {
    let data = try send(
      "POST", path.isEmpty ? session : session.appending(path: path),
      JSONSerialization.data(withJSONObject: body))
    let value = (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["value"]
    if let failure = value as? [String: Any], let message = failure["message"] as? String {
      throw Failure(description: message)
    }
    return value
  }

  private func send(_ method: String, _ url: URL, _ body: Data) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: curl)
    process.arguments = [
      "-sS", "--max-time", "60", "-X", method, "-H", "Content-Type: application/json",
      "--data-binary", "@-", url.absoluteString,
    ]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: body)
    try input.fileHandleForWriting.close()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return answer
  }
}
