extension ChromeReader {
  /// The number of the name of the code that the event at hand runs: a function with its file and
  /// line, or the type of an event; `nil` if the arguments do not tell.
  mutating func codeName() -> UInt32? {
    guard let bytes = marked(), let event = JSONValue.parse(bytes),
      let data = event["args"]?["data"]
    else { return nil }
    if event["name"]?.text == "EventDispatch" {
      guard let type = data["type"]?.text, !type.isEmpty else { return nil }
      let number = trace.names.number("EventDispatch \(type)")
      trace.roles.triggers[number] = "by \(type)"
      return number
    }
    let isCall = event["name"]?.text == "FunctionCall"
    let function = data["functionName"]?.text ?? ""
    let place = Self.place(data["url"]?.text ?? "", line: data["lineNumber"]?.integer)
    guard !function.isEmpty || !place.isEmpty else { return nil }
    let name = function.isEmpty ? isCall ? "(anonymous)" : "(script)" : function
    let number = trace.names.number(place.isEmpty ? name + "()" : "\(name) (\(place))")
    trace.roles.code.insert(number)
    return number
  }

  /// What a recorder noted of the machine; `nil` if that is no time.
  static func machine(_ value: JSONValue) -> ImportedTrace.Machine? {
    func time(_ key: String) -> Int64? { value[key]?.decimal?.nanoseconds(3) }
    guard let from = time("from"), let to = time("to"), let processor = time("processor"),
      0 <= from, from < to, 0 <= processor, processor <= to - from
    else { return nil }
    let waited = time("waited").flatMap { (0...to - from).contains($0) ? $0 : nil }
    return ImportedTrace.Machine(length: to - from, processor: processor, waited: waited)
  }

  /// The last part of an address, and the line.
  private static func place(_ address: String, line: Int64?) -> String {
    let path = address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
    guard let file = path.last else { return "" }
    return String(file.suffix(40)) + (line.map { ":\($0)" } ?? "")
  }
}
