/// Returns the middle of numbers, of two the lower one; 0 of none.
///
/// - Complexity: O(*n*) on average. The pivots do not depend on chance.
func median(_ numbers: [Double]) -> Double { quantile(numbers, 0.5) }

/// Returns the smallest number that so large a share does not exceed; 0 of none.
func quantile(_ numbers: [Double], _ share: Double) -> Double {
  guard !numbers.isEmpty else { return 0 }
  var rest = numbers
  let place = min(numbers.count - 1, max(0, Int((Double(numbers.count) * share).rounded(.up)) - 1))
  var (low, high) = (0, rest.count - 1)
  var limit = 64
  while low < high {
    limit -= 1
    // A list made to defeat the pivots is sorted instead.
    guard limit > 0 else { return rest[low...high].sorted()[place - low] }
    let pivot = middle(rest[low], rest[low + (high - low) / 2], rest[high])
    var (left, right) = (low, high)
    while left <= right {
      while rest[left] < pivot { left += 1 }
      while rest[right] > pivot { right -= 1 }
      if left <= right {
        rest.swapAt(left, right)
        left += 1
        right -= 1
      }
    }
    if place <= right { high = right } else if place >= left { low = left } else { break }
  }
  return rest[place]
}

private func middle(_ a: Double, _ b: Double, _ c: Double) -> Double {
  max(min(a, b), min(max(a, b), c))
}
