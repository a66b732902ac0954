/// Returns integers in ascending order.
///
/// Samples of a run are many and lie close together, so a few counting passes over 11 bits each
/// beat any sort by comparison.
///
/// - Complexity: O(n) for n values whose range is bounded; O(n log n) for few values.
func sorted(_ values: [Int64]) -> [Int64] {
  guard values.count > 4096, let least = values.min(), let most = values.max() else {
    return values.sorted()
  }
  // The range of any sample of a run fits, since instants lie within ±2⁶².
  var keys = values.map { UInt64(bitPattern: $0 &- least) }
  let range = UInt64(bitPattern: most &- least)
  var other = [UInt64](repeating: 0, count: keys.count)
  var shift: UInt64 = 0
  while shift < 64, range >> shift != 0 {
    distribute(keys, into: &other, by: shift)
    swap(&keys, &other)
    shift += 11
  }
  return keys.map { Int64(bitPattern: $0) &+ least }
}

private func distribute(_ keys: [UInt64], into other: inout [UInt64], by shift: UInt64) {
  var positions = [Int](repeating: 0, count: 2048)
  for key in keys { positions[Int(key >> shift & 2047)] += 1 }
  var sum = 0
  for digit in positions.indices {
    (positions[digit], sum) = (sum, sum + positions[digit])
  }
  for key in keys {
    let digit = Int(key >> shift & 2047)
    other[positions[digit]] = key
    positions[digit] += 1
  }
}
