/// What is said of values that are read together with other statements: formulas and claims by
/// ``ExpressionReader``, the others by their own statement.
extension SlotWords {
  package static let text = SlotWords(
    "TEXT", "Why a timer stutters", "the rest of the line, up to a comment")

  package static let setting = SlotWords(
    "SETTING", "display = 120 Hz",
    "as after --set: 'display = 120 Hz', 'link.ball.takes = 2 ms', 'noise.takes = 4 ms',"
      + " 'hiccup = 10 ms, 20 ms'; the last of several counts, then --set")

  package static let precision = SlotWords(
    "PRECISION", "± 2 % of link.ball.hitch_ratio",
    "the half-width of the 95 % interval of a mean: a share of the mean, or a quantity")

  package static let drivers = SlotWords(
    "DRIVERS", "link.ball", "arm.driver, where * stands for any arm or driver")

  package static let values = SlotWords(
    "VALUES", "1 ms, 2 ms",
    """
    any values, with commas; among them ranges, 'A .. B step C' or
    'A .. B factor K'; several words in parentheses are one value
    """)

  static let formula = SlotWords(
    "FORMULA", "{block} / 2",
    """
    quantities and {name} with + - × / and parentheses, and closed forms; a time is cut to
    whole ns
    """)

  static let condition = SlotWords(
    "CONDITION", "{block} < {interval}",
    "two FORMULAs with == != < <= > >= between them, or {name} == WORD; with 'and' and 'or'")

  static let expectation = SlotWords(
    "EXPECTATION", "timer.ball.double_fires == 0",
    """
    A == B, != < <= > >=, A == B ± C, A in B .. C; then
    [in every run | in some run | in no run | in at least 95 % of runs]
    [for CONDITION]
    of arm.driver.metric, where * stands for any arm or driver, quantities, {name}, + - × /, and
    \(Statistic.allCases.map { $0.rawValue }.joined(separator: " "))
    of an expression over the replications; saving(ARM: CHANGE, driver.metric) is the metric of the
    arm less that with the change, which 'what if' must list
    """)

  static let prediction = SlotWords(
    "PREDICTION", "timer.ball.double_fires == surplus(16 ms, 60 Hz) × 10 s ± 1 %",
    "'A == B' or 'A == B ± C' of an EXPECTATION; then [for CONDITION]. Closed forms:\n"
      + closedForms)

  static let plot = SlotWords(
    "PLOT", "ball.lateness_p99", "driver.metric, where * stands for any letters")

  /// The closed forms, one after the other.
  private static var closedForms: String {
    ClosedForm.all.map { "\($0.pattern): \($0.meaning)" }.joined(separator: "\n")
  }
}
