/// The terminal's colors, or none.
struct Style: Sendable {
  /// What a text is.
  enum Look: String, CaseIterable, Sendable {
    case plain = "0"
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
  }

  let isOn: Bool

  func bold(_ text: String) -> String { paint(text, .bold) }
  func dim(_ text: String) -> String { paint(text, .dim) }
  func green(_ text: String) -> String { paint(text, .green) }
  func red(_ text: String) -> String { paint(text, .red) }

  func paint(_ text: String, _ look: Look) -> String {
    guard isOn, !text.isEmpty, look != .plain else { return text }
    return Self.sequence(look) + text + Self.sequence(.plain)
  }

  static func sequence(_ look: Look) -> String { "\u{1b}[\(look.rawValue)m" }
}
