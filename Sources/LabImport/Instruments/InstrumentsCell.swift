/// One cell of a row: the value, as it is for people, and the process and thread within.
struct InstrumentsCell {
  var id: String?
  var text = ""
  var format = ""
  var process: Int64?
  var thread: Int64?
  /// Whether the cell says that there is no value.
  var isAbsent = false

  /// The value as a whole number.
  var integer: Int64? { isAbsent ? nil : Decimal(text.utf8)?.scaled(0) }

  /// The value as a time in nanoseconds.
  var time: Int64? { isAbsent ? nil : Decimal(text.utf8)?.nanoseconds(0) }

  /// Whether the value is yes.
  var isYes: Bool { format == "Yes" || format.isEmpty && !["", "0"].contains(text) }

  /// The value for people.
  var label: String { isAbsent ? "" : format.isEmpty ? text : format }
}
