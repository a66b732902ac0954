import Foundation
import TestSupport
import Testing

/// A browser of this machine without a window, driven over a pair of pipes in messages of JSON.
final class Browser {
  /// A message that the browser could not answer.
  struct Refusal: Error {
    let message: String
  }

  private let process: Process
  private let requests: FileHandle
  private let replies: FileHandle
  private let folder: TemporaryFolder
  private var unread = Data()
  private var number = 0
  private var session: String?
  /// What it told without being asked, since the last page was opened.
  private(set) var events: [(name: String, details: [String: Any])] = []

  /// Where the browser is; `nil` if this machine has none.
  static let url: URL? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return ["chromium", "chromium-browser", "google-chrome", "chrome"]
      .flatMap { name in folders.map { URL(filePath: "\($0)/\(name)") } }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()

  init() throws {
    folder = try TemporaryFolder()
    let browser = try #require(Self.url)
    let (to, from) = (folder.path("to"), folder.path("from"))
    let shell = BuiltProgram(at: URL(filePath: "/bin/sh"))
    _ = try shell.run(["-c", "mkfifo \"$0\" \"$1\"", to, from])
    // A browser takes the pipes as files 3 and 4, which a shell can give it.
    let script = """
      exec "$0" --headless=new --no-sandbox --disable-gpu --no-first-run --remote-debugging-pipe \
      --user-data-dir="$3" about:blank 3<"$1" 4>"$2"
      """
    process = try shell.start(["-c", script, browser.path, to, from, folder.path("profile")])
    requests = try #require(FileHandle(forUpdatingAtPath: to))
    replies = try #require(FileHandle(forReadingAtPath: from))
    let target = try command("Target.createTarget", ["url": "about:blank"])
    let attached = try command(
      "Target.attachToTarget", ["targetId": target["targetId"] ?? "", "flatten": true])
    session = attached["sessionId"] as? String
    for domain in ["Page", "Runtime", "Log", "Network", "Accessibility"] {
      try command("\(domain).enable")
    }
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }

  /// Sends a command and returns the answer.
  @discardableResult
  func command(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    number += 1
    var message: [String: Any] = ["id": number, "method": method, "params": parameters]
    message["sessionId"] = session
    requests.write(try JSONSerialization.data(withJSONObject: message) + [0])
    while true {
      let reply = try next()
      if reply["id"] as? Int == number {
        if let error = reply["error"] { throw Refusal(message: "\(method): \(error)") }
        return reply["result"] as? [String: Any] ?? [:]
      }
      note(reply)
    }
  }

  private func note(_ message: [String: Any]) {
    guard let name = message["method"] as? String else { return }
    events.append((name, message["params"] as? [String: Any] ?? [:]))
  }

  private func next() throws -> [String: Any] {
    while true {
      if let end = unread.firstIndex(of: 0) {
        let message = unread[unread.startIndex..<end]
        unread = unread[(end + 1)...]
        return try JSONSerialization.jsonObject(with: message) as? [String: Any] ?? [:]
      }
      let data = replies.availableData
      guard !data.isEmpty else { throw Refusal(message: "the browser ended") }
      unread += data
    }
  }

  /// Returns what an expression is, or what its promise becomes.
  @discardableResult
  func value(_ expression: String) throws -> Any? {
    let reply = try command(
      "Runtime.evaluate",
      ["expression": expression, "awaitPromise": true, "returnByValue": true])
    if let exception = reply["exceptionDetails"] { throw Refusal(message: "\(exception)") }
    return (reply["result"] as? [String: Any])?["value"]
  }

  /// Opens a page, and waits until its script has begun and drawn, if it may run.
  func open(_ page: URL, scripts: Bool = true) throws {
    try command("Emulation.setScriptExecutionDisabled", ["value": !scripts])
    events = []
    try command("Page.navigate", ["url": page.absoluteString])
    while !events.contains(where: { $0.name == "Page.loadEventFired" }) { note(try next()) }
    // Without scripts nothing in the page can wait.
    guard scripts else { return }
    try value(
      """
      new Promise(done => requestAnimationFrame(() => setTimeout(() => setTimeout(done))))
      """)
  }

  /// Makes the window as wide and high as a screen.
  func resize(width: Int, height: Int = 900) throws {
    try command(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600])
  }

  /// Asks for less motion, or does not.
  func reduceMotion(_ isReduced: Bool) throws {
    let feature = [
      "name": "prefers-reduced-motion", "value": isReduced ? "reduce" : "no-preference",
    ]
    try command("Emulation.setEmulatedMedia", ["features": [feature]])
  }

  /// Presses a key.
  func press(_ key: String) throws {
    let codes = ["Tab": 9, "Enter": 13, "ArrowRight": 39]
    for type in ["keyDown", "keyUp"] {
      try command(
        "Input.dispatchKeyEvent",
        [
          "type": type, "key": key, "code": key, "windowsVirtualKeyCode": codes[key] ?? 0,
          "text": key == "Enter" && type == "keyDown" ? "\r" : "",
        ])
    }
  }

  /// What the console complained of, and what was loaded beside the page.
  func complaints(besides page: URL) -> [String] {
    events.compactMap { name, details in
      switch name {
      case "Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled":
        "\(name): \(details)"
      case "Network.requestWillBeSent":
        ((details["request"] as? [String: Any])?["url"] as? String).flatMap {
          $0 == page.absoluteString || $0 == "about:blank" ? nil : "loads \($0)"
        }
      default: nil
      }
    }
  }

  /// How many sheets of paper the page needs.
  func sheets() throws -> Int {
    let reply = try command("Page.printToPDF")
    let data = (reply["data"] as? String).flatMap { Data(base64Encoded: $0) } ?? Data()
    let text = String(decoding: data, as: UTF8.self)
    return text.components(separatedBy: "/Type /Page\n").count - 1
  }

  /// The controls, pictures and tables without a name, as a screen reader finds them.
  func unnamed() throws -> [String] {
    let nodes = try command("Accessibility.getFullAXTree")["nodes"] as? [[String: Any]] ?? []
    let roles: Set = [
      "image", "img", "button", "slider", "table", "combobox", "region", "group", "link",
    ]
    return nodes.compactMap { node in
      func text(_ key: String) -> String {
        (node[key] as? [String: Any])?["value"] as? String ?? ""
      }
      let isHidden = node["ignored"] as? Bool == true
      return !isHidden && roles.contains(text("role")) && text("name").isEmpty
        ? text("role") : nil
    }
  }
}
