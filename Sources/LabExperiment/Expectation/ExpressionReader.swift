import LabKernel
import LabLanguage
import LabMetrics

/// An expression as it was read, with what is needed to check its surroundings.
struct CheckedExpression {
  var expression: Expression
  var dimension: Dimension
  let text: String
  let place: Place
  /// The quantity, if the expression is nothing else.
  var literal: Quantity?
  /// The first value of a sweep, if the expression is nothing else and its values have no unit.
  var bareValue: Quantity?
  /// Whether it differs from replication to replication.
  var isPerRun = false
}

/// Reads expressions and conditions, and collects the measures that they name.
struct ExpressionReader {
  /// What a bare word may stand for.
  enum Kind {
    /// The metrics of drivers.
    case metrics
    /// Nothing: only what is known of a sweep point before any run.
    case points
    /// A sweep, and the arm and replication of a run.
    case runs
  }

  var cursor: TokenCursor
  let sweeps: SweepTable
  /// What searches find, by the names that they give it.
  let findings: [String: Dimension]
  let kind: Kind
  /// Whether a condition may name a value that no sweep has, because it was given another.
  let mayBeIdle: Bool
  private(set) var subjects: Subjects
  private(set) var measures: [Measure] = []
  private(set) var singleMeasures: [Measure] = []
  private(set) var aggregates: [Aggregate] = []
  /// The names of the findings that were read.
  private(set) var namedFindings: [String] = []
  /// What the other side of a comparison measures; `nil` before it is known.
  var compared: Dimension?
  private var isInsideAggregate = false
  private var depth = 0

  init(
    _ cursor: TokenCursor, sweeps: SweepTable, drivers: DriverTable = DriverTable([]),
    findings: [String: Dimension] = [:], _ kind: Kind, mayBeIdle: Bool = false
  ) {
    self.findings = findings
    self.cursor = cursor
    self.sweeps = sweeps
    self.kind = kind
    self.mayBeIdle = mayBeIdle
    subjects = Subjects(drivers)
  }

  /// Reads a sum.
  mutating func sum() throws(Mistake) -> CheckedExpression {
    let start = cursor
    var result = try product()
    while let sign = accept(.plus) ?? accept(.minus) {
      result = try combine(result, sign, try product(), from: start)
    }
    return result
  }

  private mutating func product() throws(Mistake) -> CheckedExpression {
    let start = cursor
    var result = try factor()
    while let sign = accept(.times) ?? accept(.over) {
      result = try combine(result, sign, try factor(), from: start)
    }
    return result
  }

  private mutating func accept(_ sign: Expression.Operator) -> Expression.Operator? {
    cursor.accept(sign.rawValue) ? sign : nil
  }

  private func combine(
    _ a: CheckedExpression, _ sign: Expression.Operator, _ b: CheckedExpression,
    from start: TokenCursor
  ) throws(Mistake) -> CheckedExpression {
    guard let (dimension, scaling) = sign.result(a.dimension, b.dimension) else {
      throw a.mismatch(b, "combined with '\(sign.rawValue)'")
    }
    let plain = Expression.operation(sign, a.expression, b.expression)
    return CheckedExpression(
      expression: scaling.map { .operation($0, plain, .constant(Fraction(1_000_000_000))) }
        ?? plain,
      dimension: dimension, text: start.spelling(upTo: cursor), place: a.place,
      isPerRun: a.isPerRun || b.isPerRun)
  }

  private mutating func factor() throws(Mistake) -> CheckedExpression {
    let start = cursor
    depth += 1
    defer { depth -= 1 }
    guard depth <= Limits.nesting else {
      throw Mistake(cursor.place, "these parentheses are nested too deeply.")
    }
    guard let token = cursor.next else {
      throw Mistake(cursor.place, "a value is missing at the end.")
    }
    let isNegatedNumber = token.text == "-" && cursor.afterNext?.kind == .number
    if token.kind == .number || isNegatedNumber || NamedRate.named(token.text) != nil {
      return try literal()
    }
    let isSweep = kind == .runs && sweeps[token.text] != nil
    if token.kind == .reference || isSweep { return try swept(token) }
    if token.kind == .word {
      guard cursor.afterNext?.text == "(" else { return try measure(token) }
      if let form = ClosedForm.named(token.text) { return try closedForm(form) }
      if token.text == "saving" { return try saving(token) }
      return try aggregate()
    }
    if cursor.accept("-") {
      let operand = try factor()
      let zero = CheckedExpression(
        expression: .constant(.zero), dimension: operand.dimension, text: "", place: token.place)
      return try combine(zero, .minus, operand, from: start)
    }
    guard cursor.accept("(") else {
      throw Mistake(
        token.place,
        "'\(token.spelling)' is not a value."
          + (kind == .metrics && ["==", "!=", "<", "<=", ">", ">="].contains(token.text)
            ? " Write one before it, for example '\(subjects.table.metric(like: ""))'." : ""))
    }
    let inner = try sum()
    try cursor.expect(")")
    return inner
  }

  private mutating func literal() throws(Mistake) -> CheckedExpression {
    let start = cursor
    // Within parentheses anything may be measured.
    let quantity = try cursor.quantity(besides: depth == 1 ? compared : nil)
    return CheckedExpression(
      expression: .constant(quantity.value), dimension: quantity.dimension,
      text: start.spelling(upTo: cursor), place: start.place, literal: quantity)
  }

  private mutating func swept(_ token: Token) throws(Mistake) -> CheckedExpression {
    let sweep = sweeps[try sweeps.index(named: token)]
    _ = try cursor.take("a value")
    let values = try sweep.quantities(for: cursor.statement)
    return CheckedExpression(
      expression: .swept(axes: sweep.axes, values: values.map { $0.value }),
      dimension: values[0].dimension, text: token.spelling, place: token.place,
      bareValue: values[0].unit == nil ? values[0] : nil)
  }

  private mutating func measure(_ token: Token) throws(Mistake) -> CheckedExpression {
    guard kind == .metrics else {
      throw Mistake(
        token.place,
        "'\(token.spelling)' is not known before a run. Write "
          + (sweeps[token.text] != nil
            ? "'{\(token.text)}'."
            : kind == .runs && !subjects.table.arms(matching: token.text).isEmpty
              ? "'arm == \(token.text)'." : "'{name}' of a sweep, or a number with its unit."))
    }
    if let dimension = findings[token.text] {
      _ = try cursor.take("a finding")
      namedFindings.append(token.text)
      return CheckedExpression(
        expression: .finding(token.text), dimension: dimension, text: token.text,
        place: token.place)
    }
    let path = token.text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if path.count == 2, MetricDictionary.metric(path[1])?.isOfTasks == true {
      _ = try cursor.take("a metric")
      return try measure(
        "*", path[0], path[1], metricAt: token.place(after: "\(path[0])."), at: token)
    }
    if path.count == 4, let metric = MetricDictionary.metric("\(path[2])_\(path[3])") {
      throw Mistake(
        token.place,
        "'\(token.spelling)' is not a value. Write '\(path[0]).\(path[1]).\(metric.name)'.")
    }
    guard path.count == 3 else {
      throw Mistake(
        token.place,
        "'\(token.spelling)' is not a value. Write a metric as arm.driver.metric, or one of tasks as"
          + " load.metric, for example '\(subjects.table.metric(like: token.text))'.")
    }
    _ = try cursor.take("a metric")
    let place = token.place(after: "\(path[0]).\(path[1]).")
    return try measure(path[0], path[1], path[2], metricAt: place, at: token)
  }

  /// Returns a metric of a driver of an arm, or of the tasks of a load.
  mutating func measure(
    _ arm: String, _ driver: String, _ metric: String, metricAt place: Place, at token: Token
  ) throws(Mistake) -> CheckedExpression {
    let metric = try Metric(named: metric, at: place)
    let dimension = metric.unit.dimension
    let subject = try subjects.index(
      arm: arm, driver: driver, isLoad: metric.isOfTasks, at: token)
    let measure = Measure(subject: subject, metric: metric.name, dimension: dimension)
    measures.append(measure)
    if !isInsideAggregate { singleMeasures.append(measure) }
    return CheckedExpression(
      expression: .measure(measures.count - 1), dimension: dimension, text: token.text,
      place: token.place, isPerRun: !isInsideAggregate)
  }

  private mutating func closedForm(_ form: ClosedForm) throws(Mistake) -> CheckedExpression {
    let start = cursor
    _ = try cursor.take("a closed form")
    try cursor.expect("(")
    var arguments = [try sum()]
    while cursor.accept(",") { arguments.append(try sum()) }
    try cursor.expect(")")
    guard arguments.count == form.parameters.count else {
      throw Mistake(
        start.place, "this takes other arguments. Write \(form.pattern).")
    }
    for (argument, parameter) in zip(arguments, form.parameters)
    where argument.dimension != parameter.dimension {
      if let bare = argument.literal, bare.unit == nil { throw bare.unitless(parameter.dimension) }
      throw Mistake(
        argument.place,
        "'\(argument.text)' is \(argument.dimension.name), but \(parameter.dimension.name) is needed"
          + " here: \(form.pattern).")
    }
    return CheckedExpression(
      expression: .closedForm(form, arguments.map { $0.expression }), dimension: form.result,
      text: start.spelling(upTo: cursor), place: start.place,
      isPerRun: arguments.contains { $0.isPerRun })
  }

  private mutating func aggregate() throws(Mistake) -> CheckedExpression {
    let start = cursor
    let place = cursor.place
    let statistics = Statistic.allCases.map { ($0.rawValue, Optional($0)) }
    let forms = ClosedForm.all.map { ($0.name, Statistic?.none) }
    guard let statistic = try cursor.word(among: statistics + forms) else {
      preconditionFailure("a closed form is read as one")
    }
    guard kind == .metrics else {
      throw Mistake(place, "a statistic over replications is not known before a run.")
    }
    guard !isInsideAggregate else {
      throw Mistake(place, "a statistic over replications cannot hold another one.")
    }
    isInsideAggregate = true
    defer { isInsideAggregate = false }
    try cursor.expect("(")
    let inner = try sum()
    try cursor.expect(")")
    let dimension = statistic == .count ? .number : inner.dimension
    let text = start.spelling(upTo: cursor)
    aggregates.append(
      Aggregate(
        statistic: statistic, expression: inner.expression, dimension: dimension, text: text))
    return CheckedExpression(
      expression: .aggregate(aggregates.count - 1), dimension: dimension, text: text, place: place)
  }
}

extension CheckedExpression {
  /// Returns the mistake that two expressions do not go together.
  func mismatch(_ other: CheckedExpression, _ verb: String) -> Mistake {
    if let bare = other.literal, bare.unit == nil { return bare.unitless(dimension) }
    if let bare = literal, bare.unit == nil { return bare.unitless(other.dimension) }
    let share = shareRemedy(beside: other) ?? other.shareRemedy(beside: self)
    let remedy =
      share ?? bareRemedy(beside: other) ?? other.literal?.remedy(for: dimension) ?? literal?
      .remedy(for: other.dimension) ?? ""
    var mistake = Mistake(
      place,
      "'\(text)' is \(dimension.name) and '\(other.text)' is \(other.dimension.name). They cannot"
        + " be \(verb)." + remedy)
    mistake.cause = (bareValue ?? other.bareValue)?.place
    return mistake
  }

  /// What to write for a percentage beside a count that has no share.
  private func bareRemedy(beside other: CheckedExpression) -> String? {
    guard dimension == .number, other.dimension == .percent else { return nil }
    return other.literal.map { " Write '\($0.number)'." }
  }

  /// What to write for the share that a percentage asks of a count; `nil` if there is none.
  private func shareRemedy(beside other: CheckedExpression) -> String? {
    let metric = text.split(separator: ".").last.map { "\($0)_share" } ?? ""
    guard dimension == .number, other.dimension == .percent,
      MetricDictionary.metric(named: metric) != nil
    else { return nil }
    return " Write '\(text)_share' for the share."
  }
}

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

extension Metric {
  /// Finds a metric by its name, or by the name of its column in `runs.csv`.
  init(named name: String, at place: Place) throws(Mistake) {
    guard let known = MetricDictionary.metric(name) else {
      throw Mistake(
        place, "there is no metric '\(name)'.",
        hint: Hint { MetricDictionary.hint(for: name) }, reference: .metrics)
    }
    self = known
  }
}

extension MetricUnit {
  /// What values of the unit can be compared with.
  var dimension: Dimension {
    switch self {
    case .count, .refreshes: .number
    case .milliseconds: .time
    case .millisecondsPerSecond: .millisecondsPerSecond
    case .percent: .percent
    case .partsPerMillion: .partsPerMillion
    case .points: .length
    case .pointsPerSecond: .speed
    case .perSecond: .frequency
    }
  }
}
