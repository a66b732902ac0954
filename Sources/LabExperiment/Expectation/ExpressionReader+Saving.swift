import LabLanguage

extension ExpressionReader {
  /// Reads `saving(ARM: CHANGE, driver.metric)`: the metric of an arm less that with a change.
  mutating func saving(_ token: Token) throws(Mistake) -> CheckedExpression {
    guard kind == .metrics else {
      throw Mistake(token.place, "a saving is not known before a run.")
    }
    let start = cursor
    _ = try cursor.take("saving")
    try cursor.expect("(")
    let arm = try cursor.take("the name of an arm")
    try cursor.expect(":")
    var change: [Token] = []
    while let next = cursor.next, next.text != ",", next.text != ")" {
      change.append(try cursor.take("a change"))
    }
    try cursor.expect(",")
    let path = try cursor.take("a metric as driver.metric")
    try cursor.expect(")")
    try checkChange(change, of: arm)
    let parts = path.text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else {
      throw Mistake(
        path.place,
        "'\(path.spelling)' is not a metric of a driver. Write it as driver.metric, for example"
          + " 'ball.dropped'.")
    }
    let place = path.place(after: "\(parts[0]).")
    let before = try measure(arm.text, parts[0], parts[1], metricAt: place, at: arm)
    let after = try measure(
      "\(arm.text): \(change.changeText)", parts[0], parts[1], metricAt: place, at: arm)
    return CheckedExpression(
      expression: .operation(.minus, before.expression, after.expression),
      dimension: before.dimension, text: start.spelling(upTo: cursor), place: token.place,
      isPerRun: before.isPerRun)
  }

  /// Makes sure that the script makes a change of an arm.
  private func checkChange(_ change: [Token], of arm: Token) throws(Mistake) {
    let arms = subjects.table.arms
    guard let base = arms.firstIndex(where: { $0.name == arm.text && $0.changed == nil }) else {
      throw Mistake(
        arm.place, "there is no arm '\(arm.text)'.", isAboutName: true,
        hint: Hint(arm.text) { arms.filter { $0.changed == nil }.map { $0.name } })
    }
    let known = arms.compactMap { $0.changed }.filter { $0.base == base }.map { $0.text }
    let text = change.changeText
    guard !known.contains(text), let place = change.first?.place else { return }
    throw Mistake(
      place, "no 'what if' makes this change of the arm '\(arm.text)'.", isAboutName: true,
      hint: Hint(text, otherwise: " Write 'what if \(change.spelling)' above.") { known })
  }
}
