extension Fits {
  /// A list of one number says no more than that number, told to a step: what decides is how far it
  /// was to be expected.
  ///
  /// Grids have periods that people ask for, or that were asked. A loop that counts anew is late
  /// each time, by a millisecond or so, and may have any interval.
  func constant() -> [Fit] {
    let number = course.usual
    let any = bits(max(1, number / 2 / told))
    let known: Double? = isTold(asked) ? 0.0 : asked == nil && isNice ? 3 : nil
    var fits = [constant(.grid, by: .named, known ?? any + (asked == nil ? 3 : 6))]
    if asked.map({ number > $0 - told }) ?? true {
      let punctual = known.map { $0 + bits(max(1, 1 / told)) }
      fits.append(constant(.anew, by: .anew, min(any, punctual ?? any)))
    }
    let displays = display.map { [($0, cost: 0.0)] } ?? Self.displays.map { (1000 / $0, 3) }
    for (period, cost) in displays {
      let multiple = max(1, (number / period).rounded())
      guard isTold(multiple * period),
        multiple <= (display == nil ? 2 : Double(Self.mostRefreshes))
      else { continue }
      fits.append(constant(.locked, by: .refreshes, cost + bits(multiple), of: multiple))
      break
    }
    return fits + rounded()
  }

  /// The step to which the period is told.
  var told: Double {
    course.isRounded ? course.resolution : course.resolution / Double(course.calm.count)
  }

  /// Whether a period that is told so is the number of the list.
  func isTold(_ period: Double?) -> Bool {
    period.map { ($0 - course.usual).magnitude <= told * 0.501 } ?? false
  }

  private var isNice: Bool {
    isTold(course.usual.rounded()) || NicePeriods.near(course.usual).contains(where: isTold)
  }

  /// What a clock makes of what was asked.
  private func rounded() -> [Fit] {
    guard let asked, !isTold(asked) else { return [] }
    let steps = Self.quanta.filter { $0 > 2.5 * course.resolution }
    return steps.reversed().filter { step in
      let multiple = (asked / step - 0.001).rounded(.up)
      return multiple >= 1 && isTold(multiple * step)
    }.prefix(1).map {
      constant(.quantum, by: .clocks, 2, of: max(1, (course.usual / $0).rounded()))
    }
  }

  private func constant(
    _ kind: Fit.Kind, by maker: Maker, _ bits: Double, of multiple: Double = 1
  ) -> Fit {
    var fit = Fit(
      // To an eighth of a bit, so that what is alike is equal.
      kind: kind, bits: (bits * 8).rounded() / 8 + 1, period: course.usual / multiple,
      scale: course.resolution * 0.28867513459481287)
    (fit.maker, fit.multiple) = (maker, integer(multiple))
    return fit
  }
}
