import Foundation

/// As much of JSON Schema, draft 2020-12, as the schema of answers uses; a word that it does not
/// know is a fault.
struct JSONSchema {
  private let schema: [String: Any]

  init(_ text: String) throws {
    schema = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }

  /// What is wrong with a text of JSON.
  func faults(of text: String) throws -> [String] {
    faults(of: try JSONSerialization.jsonObject(with: Data(text.utf8)), by: schema, at: "")
  }

  private func faults(of value: Any, by schema: [String: Any], at place: String) -> [String] {
    schema.flatMap { word, rule -> [String] in
      switch word {
      case "$schema", "$id", "title", "description": return []
      case "type":
        let types = rule as? [String] ?? [rule as? String ?? ""]
        return types.contains { isOf($0, value) } ? [] : ["\(place) is no \(types)"]
      case "const": return isEqual(value, rule) ? [] : ["\(place) is not \(rule)"]
      case "enum":
        let known = (rule as? [Any] ?? []).contains { isEqual(value, $0) }
        return known ? [] : ["\(place) is none of \(rule)"]
      case "pattern":
        let pattern = try? Regex(rule as? String ?? "")
        let text = value as? String ?? ""
        return pattern.map { text.contains($0) } == true ? [] : ["\(place) is '\(text)'"]
      case "minimum":
        let least = (rule as? NSNumber)?.doubleValue ?? 0
        return (value as? NSNumber)?.doubleValue ?? least >= least ? [] : ["\(place) is too small"]
      case "required":
        let keys = (value as? [String: Any])?.keys.map { String($0) } ?? []
        return (rule as? [String] ?? []).filter { !keys.contains($0) }.map {
          "\(place) has no \($0)"
        }
      case "items":
        guard let values = value as? [Any], let rule = rule as? [String: Any] else { return [] }
        return values.enumerated().flatMap { faults(of: $1, by: rule, at: "\(place)[\($0)]") }
      case "properties":
        guard let object = value as? [String: Any], let rules = rule as? [String: [String: Any]]
        else { return [] }
        return rules.flatMap { key, rule in
          object[key].map { faults(of: $0, by: rule, at: "\(place).\(key)") } ?? []
        }
      case "additionalProperties":
        guard let object = value as? [String: Any] else { return [] }
        let known = (schema["properties"] as? [String: Any])?.keys.map { String($0) } ?? []
        return object.filter { !known.contains($0.key) }.flatMap { key, value -> [String] in
          guard let rule = rule as? [String: Any] else { return ["\(place).\(key) is not known"] }
          return faults(of: value, by: rule, at: "\(place).\(key)")
        }
      default: return ["the schema says '\(word)'"]
      }
    }
  }

  private func isOf(_ type: String, _ value: Any) -> Bool {
    let number = value as? NSNumber
    let isFlag = number.map { unsafe ["c", "B"].contains(String(cString: $0.objCType)) } ?? false
    switch type {
    case "object": return value is [String: Any]
    case "array": return value is [Any]
    case "string": return value is String
    case "boolean": return isFlag
    case "number": return number != nil && !isFlag
    case "integer":
      return !isFlag && number.map { $0.doubleValue == $0.doubleValue.rounded() } == true
    default: return false
    }
  }

  private func isEqual(_ one: Any, _ other: Any) -> Bool {
    (one as? NSObject).map { $0.isEqual(other) } ?? false
  }
}
