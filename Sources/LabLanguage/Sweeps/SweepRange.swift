import LabKernel

/// A range of values: `A .. B step C`, or `A .. B factor K` for one that grows by multiplication.
package struct SweepRange {
  private let first: Quantity
  private let last: Quantity
  private let step: Step
  private let place: Place

  private enum Step {
    case adding(Fraction)
    case multiplying(Fraction)
  }

  /// Reads a range; `nil` if a member of a list is none.
  package init?(_ item: [Token], in statement: Statement) throws(Mistake) {
    guard let sign = item.firstIndex(where: { $0.text == ".." }),
      item[sign...].contains(where: { ["step", "factor"].contains($0.text) && $0.isPlain })
    else { return nil }
    var cursor = TokenCursor(item, in: statement)
    place = cursor.place
    let (low, high) = try cursor.range()
    (first, last) = (low, try high.checked(low.dimension))
    let stepPlace: Place
    if cursor.accept("step") {
      stepPlace = cursor.place
      let distance = try cursor.quantity().sharingUnit(of: high).checked(low.dimension)
      step = .adding(distance.value)
      guard distance.value.numerator > 0 else {
        throw Mistake(stepPlace, "a step must be larger than 0.")
      }
    } else {
      try cursor.expect("factor")
      stepPlace = cursor.place
      let factor = try cursor.quantity(.number).value
      step = .multiplying(factor)
      guard factor.numerator > factor.denominator else {
        throw Mistake(stepPlace, "a factor must be larger than 1.")
      }
      guard first.value.numerator > 0 else {
        throw Mistake(place, "a range that grows by a factor must begin above 0.")
      }
    }
    try cursor.finish()
    guard first.value.isAtMost(last.value) else {
      throw Mistake(place, "this range is empty. Write the smaller value first.")
    }
  }

  /// Returns the values, from the first to the last that does not pass the end.
  ///
  /// - Parameter limit: How many there may be.
  /// - Returns: The values in order.
  /// - Throws: A mistake if there are too many, or one has too many digits.
  package func quantities(limit: Int) throws(Mistake) -> [Quantity] {
    var quantities: [Quantity] = []
    var value = first.value
    while value.isAtMost(last.value) {
      guard quantities.count < limit else {
        throw SweepValues.excess(place, limit)
          ?? Mistake(place, "this range has more than \(limit) values.")
      }
      quantities.append(first.with(value))
      guard let next = next(after: value) else {
        throw Mistake(place, "the values of this range have too many digits.")
      }
      value = next
    }
    return quantities
  }

  private func next(after value: Fraction) -> Fraction? {
    switch step {
    case .adding(let distance): return value.adding(distance)
    case .multiplying(let factor):
      guard let product = value.multiplied(by: factor) else { return nil }
      // Times are whole nanoseconds everywhere.
      return first.dimension == .time ? product.whole.map { Fraction($0) } : product
    }
  }
}
