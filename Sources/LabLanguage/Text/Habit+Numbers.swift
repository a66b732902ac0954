import LabKernel
import LabText

// Numbers, times and rates that are written otherwise in a script.

extension Habit {
  /// `5 ms ± 1 ms`, `normal 5 ms 1 ms`.
  func deviation(at start: Int) -> Finding? {
    let isNamed = ["normal", "gauss", "gaussian"].contains(lowercased(start))
    let first = isNamed ? start + 1 : start
    guard isLaw(start), let mean = quantity(first) else { return nil }
    let sign = first + mean.count
    let isSigned = ["+-", "±"].contains(text(sign))
    guard isNamed || isSigned,
      let deviation = quantity(sign + (isSigned || text(sign) == "," ? 1 : 0)),
      let unit = deviation.unit ?? mean.unit
    else { return nil }
    let end = sign + (isSigned || text(sign) == "," ? 1 : 0) + deviation.count
    return Finding(
      end - start,
      "'\(spelling(start, end - start))' is a normal distribution. Write 'normal mean"
        + " \(mean.number) \(mean.unit ?? unit) sd \(deviation.number) \(unit)'.")
  }

  /// `ms 16`, `fps 60`.
  func unit(at start: Int) -> Finding? {
    guard start > 0, !isNumber(start - 1), isNumber(start + 1), !isClauseWord(start),
      !(form?.hasName == true && start == 1), let unit = Unit.meant(by: text(start)),
      unit.dimension == .time || unit.dimension == .frequency,
      Unit.meant(by: text(start + 2)) == nil
    else { return nil }
    let wantsRate = ["VSYNCS", "RATE", "PACE"].contains(wanted(at: start))
    guard wantsRate == (unit.dimension == .frequency) else { return nil }
    return Finding(
      2, "a unit stands behind its number. Write '\(text(start + 1)) \(unit.name)'.")
  }

  /// `12-40 ms`, `between 12 ms and 40 ms`.
  func range(at start: Int) -> Finding? {
    let words = ["between", "from", "random", "uniform", "rand"]
    let isNamed = words.contains(lowercased(start)) && !isClauseWord(start)
    let isRate = form?.keyword == "display" && clause(of: start) == nil
    let isSweep = form?.role == .sweep && text(start - 1) == "="
    let first = isNamed ? start + 1 : start
    guard isLaw(start) || isRate || isSweep, let low = quantity(first) else { return nil }
    let signs = ["-", "–", "—", "‒", "…", "..", "to", "bis", "until", "and", "~", ","]
    let sign = first + low.count
    guard signs.contains(lowercased(sign)), isNamed || text(sign) != ",", !isClauseWord(sign),
      text(first - 1) != "uniform" && text(start - 1) != "adaptive" || text(sign) != "..",
      let high = quantity(sign + 1), let unit = high.unit ?? low.unit, unit != "refreshes"
    else { return nil }
    var count = sign + 1 + high.count - start
    let text = "\(low.number) \(low.unit ?? unit) .. \(high.number) \(unit)"
    if isRate {
      let rates = Self.hertz([(low.number, low.unit ?? unit), (high.number, unit)]).sorted()
        .map { "\(decimalText($0)) Hz" }.joined(separator: " .. ")
      return Finding(count, "a display of two rates is adaptive. Write 'adaptive \(rates)'.")
    }
    guard isSweep else {
      return Finding(
        count, "a duration in a range is drawn at random. Write 'uniform \(text)'.")
    }
    guard self.text(start + count) != "factor" else { return nil }
    var step = Self.step((low.number, low.unit ?? unit), (high.number, unit))
    let by = start + count
    if ["by", "step", "steps", "in"].contains(lowercased(by)), let distance = quantity(by + 1) {
      guard self.text(by) != "step" || self.text(sign) != ".." else { return nil }
      step = "\(distance.number) \(distance.unit ?? unit)"
      count += 1 + distance.count
    }
    return Finding(count, "a range of a sweep has a step. Write '\(text) step \(step)'.")
  }

  /// A power of ten, in the unit of the end, of which a range has between three and thirty.
  private static func step(
    _ low: (number: String, unit: String), _ high: (number: String, unit: String)
  ) -> String {
    let scale = Unit.named(high.unit)?.scale.approximate ?? 1
    let third = (value(high) - value(low)) / scale / 3
    let steps = [
      "1000000", "100000", "10000", "1000", "100", "10", "1", "0.1", "0.01", "0.001", "0.0001",
    ]
    let step = steps.first { Fraction(digits: $0).map { $0.approximate <= third } ?? false }
    return "\(step ?? high.number) \(high.unit)"
  }

  /// A number with its unit, in the base units of ``Quantity``.
  private static func value(_ quantity: (number: String, unit: String)) -> Double {
    let parts = quantity.number.split(separator: "/").compactMap {
      Fraction(digits: String($0))?.approximate
    }
    let scale = Unit.named(quantity.unit)?.scale.approximate ?? 1
    return (parts.first ?? 0) / (parts.count > 1 ? parts[1] : 1) * scale
  }

  /// Rates in hertz: of an interval how often it passes in a second, in hundredths, at least once.
  private static func hertz(_ rates: [(number: String, unit: String)]) -> [Double] {
    rates.map { rate in
      let size = value(rate)
      guard Unit.named(rate.unit)?.dimension == .time, size > 0 else { return size }
      return max(1, (1e11 / size).rounded() / 100)
    }
  }

  func isLaw(_ index: Int) -> Bool {
    ["LAW", "COST"].contains(clause(of: index)?.slot.name ?? "")
  }

  /// `1'000 ms`, `1_000 ms`, `60-Hz`, `1:30`, `0x1F`, `ten s`.
  func digits(at start: Int) -> Finding? {
    if let number = EverydayWords.numbers[lowercased(start)], start > 0 {
      let isPart = form?.hasName == true && start == 1
      return isPart ? nil : Finding(1, "'\(text(start))' is not a number. Write '\(number)'.")
    }
    guard isNumber(start), isGlued(start + 1) else { return nil }
    let isOneNumber =
      form?.role == .claim
      || ["FRACTION", "FACTOR", "RATIO", "SHARE", "DENSITY"].contains(wanted(at: start))
    if isOneNumber, text(start + 1) == ",", isNumber(start + 2), isGlued(start + 2) {
      return Finding(
        3,
        "decimals stand behind a point, not a comma. Write"
          + " '\(text(start)).\(text(start + 2))'.")
    }
    var end = start + 1
    while isGlued(end), Unit.meant(by: text(end)) == nil { end += 1 }
    guard !tokens[start..<end].contains(where: { $0.text == ".." }) else { return nil }
    let raw = spelling(start, end - start)
    let count = end - start
    if count == 2, text(start + 1) == "-", isGlued(end), let unit = Unit.meant(by: text(end)) {
      return Finding(
        count + 1, "a blank stands before a unit. Write '\(text(start)) \(unit.name)'.")
    }
    if raw.hasPrefix("0x"), let value = Int64(raw.dropFirst(2), radix: 16) {
      return Finding(count, "numbers are decimal. Write '\(value)'.")
    }
    let parts = raw.split(separator: ":")
    if parts.count == 2, let minutes = Int(parts[0]), let seconds = Int(parts[1]),
      minutes < 1000, seconds < 60
    {
      return Finding(count, "a duration has one unit. Write '\(minutes * 60 + seconds) s'.")
    }
    let separators: [Character] = ["_", "'", "’", ".", ","]
    guard raw.contains(where: { separators.contains($0) && $0 != "." && $0 != "," }) || count > 2,
      raw.allSatisfy({ separators.contains($0) || ("0"..."9").contains($0) })
    else { return nil }
    // A decimal comma has a message of its own.
    guard
      raw.contains(where: { $0 != "," && $0 != "." && separators.contains($0) })
        || raw.count(where: { separators.contains($0) }) > 1
    else { return nil }
    let groups = raw.split(whereSeparator: { separators.contains($0) }).map(String.init)
    let marks = raw.filter { separators.contains($0) }
    guard let last = groups.last, groups.count > 1,
      groups.dropFirst().dropLast().allSatisfy({ $0.count == 3 })
    else { return nil }
    let hasDecimals = last.count != 3 || Set(marks).count > 1
    let number =
      hasDecimals ? groups.dropLast().joined() + "." + last : groups.joined()
    let unit = Unit.meant(by: text(end))
    return Finding(
      count + (unit == nil ? 0 : 1),
      "digits stand without separators. Write '\(number)\(unit.map { " " + $0.name } ?? "")'.")
  }

  /// `2 s 500 ms`; of a sweep, two values without a comma.
  func compound(at start: Int) -> Finding? {
    guard start > 0, let first = quantity(start), let unit = first.unit.flatMap(Unit.named),
      let second = quantity(start + first.count), let other = second.unit.flatMap(Unit.named),
      unit.dimension == other.dimension
    else { return nil }
    let (one, two) = ("\(first.number) \(unit.name)", "\(second.number) \(other.name)")
    let count = first.count + second.count
    if form?.role == .sweep {
      return Finding(count, "commas stand between values. Write '\(one), \(two)'.")
    }
    guard unit.dimension == .time, unit.scale != other.scale,
      let large = Int64(first.number), let small = Int64(second.number),
      let ratio = unit.scale.divided(by: other.scale)?.whole,
      case (let product, false) = large.multipliedReportingOverflow(by: ratio),
      case (let sum, false) = product.addingReportingOverflow(small)
    else { return nil }
    return Finding(count, "a duration has one unit. Write '\(sum) \(other.name)'.")
  }

  /// `timer ball 60 Hz`, `every frame`, `offset 8 ms`.
  func interval(at start: Int) -> Finding? {
    if let finding = once(at: start) { return finding }
    guard form?.keyword == "timer", !tokens.contains(where: { $0.text == "once" }) else {
      return nil
    }
    if text(start - 1) == "every",
      ["frame", "refresh", "vsync", "frames"].contains(lowercased(start))
    {
      let remedy = tokens[start].place.source.remedy(forRefreshes: "1")
      return Finding(1, "a timer knows no frames.\(remedy)")
    }
    let words = [
      "offset", "start", "starting", "delay", "delayed", "after", "begin", "begins", "phase",
    ]
    if words.contains(lowercased(start)), start > 1, let when = quantity(start + 1),
      let unit = when.unit.flatMap(Unit.named), unit.dimension == .time,
      !tokens.contains(where: { $0.text == "first" })
    {
      return Finding(
        1 + when.count,
        "'\(text(start))' with a time is 'first at' in a script. Write 'first at \(when.number)"
          + " \(unit.name)'.")
    }
    guard start == 2, !tokens.contains(where: { $0.text == "every" }) else { return nil }
    let first = ["at", "each"].contains(lowercased(2)) ? 3 : 2
    guard let rate = quantity(first), rate.unit != "refreshes" else { return nil }
    let text =
      rate.unit == "Hz"
      ? "1/\(rate.number) s"
      : "\(rate.number) \(rate.unit ?? (rate.number.hasPrefix("0.") ? "s" : "ms"))"
    return Finding(first - 2 + rate.count, "a timer has an interval. Write 'every \(text)'.")
  }

  /// `once in 500 ms`, `in 500 ms once`, `after 500 ms` of a timer.
  private func once(at start: Int) -> Finding? {
    let first = text(start) == "once" ? start + 1 : start
    guard form?.keyword == "timer", start > 1, ["in", "after", "at"].contains(lowercased(first)),
      let when = quantity(first + 1), let unit = when.unit.flatMap(Unit.named),
      unit.dimension == .time, !tokens.contains(where: { $0.text == "every" })
    else { return nil }
    let end = first + 1 + when.count
    let count = end - start + (first == start && text(end) == "once" ? 1 : 0)
    guard spelling(start, 2) != "once at" else { return nil }
    return Finding(
      count, "a timer that fires once has an instant. Write 'once at \(when.number) \(unit.name)'.")
  }

  /// `link ball 60 fps`, `every 60 Hz`, `every 2 frames`, `preferredFrameRateRange 30..120`.
  func pace(at start: Int) -> Finding? {
    let words = [
      "preferredframespersecond", "preferredframerate", "preferredframeraterange", "fps", "rate",
      "framerate", "at",
    ]
    guard form?.keyword == "link", start > 1,
      !tokens.contains(where: { $0.text == "prefers" })
    else { return nil }
    if text(start) == "every", ["vsync", "frame", "refresh"].contains(lowercased(start + 1)) {
      return Finding(
        2, "a link is called at every vsync as it is. Leave '\(spelling(start, 2))' out.")
    }
    let isNamed = text(start) == "every" || words.contains(lowercased(start))
    guard let rate = quantity(isNamed ? start + 1 : start),
      isNamed || start == 2 || rate.unit == "Hz" && !isClauseWord(start - 1)
    else { return nil }
    var count = (isNamed ? 1 : 0) + rate.count
    if text(start) == "every" {
      if rate.unit == "refreshes", text(start + rate.count) != "refreshes" {
        return Finding(count, "a link counts refreshes. Write 'every \(rate.number) refreshes'.")
      }
      guard ["Hz", "ms", "s"].contains(rate.unit) else { return nil }
    }
    // A range, behind which the preferred rate may stand as in CAFrameRateRange.
    var rates: [(number: String, unit: String)] = [(rate.number, rate.unit ?? "Hz")]
    while rates.count < 3, ["..", "-", "–", "to", ","].contains(lowercased(start + count)),
      let next = quantity(start + count + 1)
    {
      rates.append((next.number, next.unit ?? "Hz"))
      count += 1 + next.count
    }
    let hertz = Self.hertz(rates)
    let range = hertz.prefix(2).sorted().map { decimalText($0) }
    let preferred = decimalText(hertz.count == 2 ? max(hertz[0], hertz[1]) : hertz.last ?? 60)
    let within = hertz.count == 1 ? "" : " within \(range.joined(separator: "..")) Hz"
    return Finding(
      count, "a link has a rate that it prefers. Write 'prefers \(preferred) Hz\(within)'.")
  }

  /// `at 2 s every 3 s`, `at 2 s, 5 s` of a gesture.
  func repetition(at start: Int) -> Finding? {
    guard form?.keyword == "gesture", !tokens.contains(where: { $0.text == "times" }) else {
      return nil
    }
    if text(start) == "every", text(start - 1) != "moves", let pace = quantity(start + 1) {
      return Finding(
        1 + pace.count,
        "a gesture is repeated a number of times. Write for example 'times 3 every \(pace.number)"
          + " \(pace.unit ?? "s")'.")
    }
    guard text(start) == ",", clause(of: start)?.slot.name == "INSTANT",
      let next = quantity(start + 1)
    else { return nil }
    return Finding(
      1 + next.count,
      "a gesture begins at one instant. Write a line for each, or for example 'times 3 every 3 s'.")
  }

  /// `random 2 per s` of a load or an input.
  private func pace(ofTasksAt start: Int) -> Finding? {
    guard form?.role == .disturbance, start > 1 else { return nil }
    let number = ["random", "randomly"].contains(lowercased(start)) ? start + 1 : start
    guard isNumber(number), ["per", "a", "each", "/"].contains(lowercased(number + 1)),
      Unit.meant(by: text(number + 2))?.name == "s", clause(of: start) == nil
    else { return nil }
    return Finding(
      number + 3 - start,
      "so many tasks a second come at random times. Write 'poisson \(text(number)) Hz'.")
  }

  /// `after 1 s`, `at 1 s and 2 s`; `load page 5 ms at 1 s`.
  func instant(at start: Int) -> Finding? {
    if let finding = pace(ofTasksAt: start) { return finding }
    if start == 2, form?.role == .disturbance, let work = quantity(2), let unit = work.unit,
      isClauseWord(2 + work.count), !tokens.contains(where: { $0.text == "takes" }),
      tokens.contains(where: { ["at", "every"].contains($0.text) })
    {
      return Finding(work.count, "a load takes a duration. Write 'takes \(work.number) \(unit)'.")
    }
    if text(start) == "after", form?.role == .disturbance, let when = quantity(start + 1) {
      return Finding(
        1 + when.count,
        "a load follows another load, or comes at an instant. Write 'at \(when.number)"
          + " \(when.unit ?? "s")'.")
    }
    guard ["and", ";", "&", "+"].contains(lowercased(start)), isNumber(start + 1),
      clause(of: start)?.slot.name == "INSTANTS"
    else { return nil }
    return Finding(1, "commas stand between instants. Write ','.")
  }
}
