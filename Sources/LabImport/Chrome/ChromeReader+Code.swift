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

  /// The last part of an address, and the line.
  private static func place(_ address: String, line: Int64?) -> String {
    let path = address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
    guard let file = path.last else { return "" }
    return String(file.suffix(40)) + (line.map { ":\($0)" } ?? "")
  }
}
