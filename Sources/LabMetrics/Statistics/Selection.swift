/// Returns the median of some values, the upper one of two; `nil` without any.
func upperMedian(_ values: [Int64]) -> Int64? {
  values.isEmpty ? nil : select(values, at: [values.count / 2])[0]
}

/// Returns the values that would stand at some positions if the values were sorted.
///
/// A report asks for a handful of percentiles of hundreds of thousands of values: only those parts
/// are divided further in which a position lies.
///
/// - Precondition: The positions ascend and are indices of the values.
/// - Complexity: O(n) for most orders of n values, O(n log n) for any.
/// - Source: Hoare, "Algorithm 65: Find"; equal values, of which there are many, apart.
func select(_ values: [Int64], at positions: [Int]) -> [Int64] {
  var (values, left) = (values, positions[...])
  arrange(&values, values.indices, &left)
  return positions.map { values[$0] }
}

/// Moves the values of a part so that at each position in it the value stands that belongs there,
/// and takes these positions off.
///
/// A part that was divided often and is not small yet is sorted: its order is one of the few in
/// which each division takes off next to nothing.
private func arrange(
  _ values: inout [Int64], _ part: Range<Int>, _ left: inout ArraySlice<Int>, divisions: Int = 48
) {
  guard let position = left.first, position < part.upperBound else { return }
  guard part.count > 32, divisions > 0 else {
    values[part].sort()
    left = left.drop { $0 < part.upperBound }
    return
  }
  // Unlike the ends and the middle, these meet different phases of values that repeat.
  let (one, other, third) = (
    values[part.lowerBound + part.count * 236 / 1000],
    values[part.lowerBound + part.count * 618 / 1000],
    values[part.lowerBound + part.count * 854 / 1000]
  )
  let pivot = max(min(one, other), min(max(one, other), third))
  // What is less stands before `low`, what is equal before `next`, what is greater from `high` on.
  var (low, next, high) = (part.lowerBound, part.lowerBound, part.upperBound)
  while next < high {
    let value = values[next]
    if value > pivot {
      high -= 1
      values.swapAt(next, high)
      continue
    }
    if value < pivot {
      values.swapAt(low, next)
      low += 1
    }
    next += 1
  }
  arrange(&values, part.lowerBound..<low, &left, divisions: divisions - 1)
  left = left.drop { $0 < high }
  arrange(&values, high..<part.upperBound, &left, divisions: divisions - 1)
}

/// Returns the smallest and the largest of some values; `nil` for none.
func extremes(_ values: Span<Int64>) -> (least: Int64, most: Int64)? {
  guard !values.isEmpty else { return nil }
  var least = values[0]
  var most = least
  for place in values.indices {
    least = min(least, values[place])
    most = max(most, values[place])
  }
  return (least, most)
}
