/// Returns the values that would stand at some positions if the values were sorted.
///
/// A report asks for a handful of percentiles of hundreds of thousands of values. Counting them in
/// a few thousand buckets tells in which bucket each position lies; only those are looked into.
///
/// - Precondition: The positions ascend and are indices of the values.
/// - Complexity: O(n); each level of buckets divides the range of the values by 2048 or more.
func select(_ values: [Int64], at positions: [Int]) -> [Int64] {
  guard values.count > 1024, let (least, most) = extremes(values) else {
    let sorted = values.sorted()
    return positions.map { sorted[$0] }
  }
  guard least < most else { return positions.map { _ in least } }
  // The range of any sample of a run fits, since instants lie within ±2⁶².
  let bits = UInt64.bitWidth - UInt64(bitPattern: most &- least).leadingZeroBitCount
  let shift = UInt64(max(0, bits - 12))
  func bucket(_ value: Int64) -> Int { Int(UInt64(bitPattern: value &- least) &>> shift) }
  var counts = [Int](repeating: 0, count: 4096)
  for value in values { counts[bucket(value)] += 1 }
  // Buckets with a position in them get a list each; number −1 stands for no list.
  var lists = [Int](repeating: -1, count: 4096)
  var members: [[Int64]] = []
  var wanted: [[Int]] = []
  var start = 0
  for index in counts.indices {
    let here = positions.filter { (start..<start + counts[index]).contains($0) }
    if !here.isEmpty {
      lists[index] = members.count
      members.append([])
      members[lists[index]].reserveCapacity(counts[index])
      wanted.append(here.map { $0 - start })
    }
    start += counts[index]
  }
  for value in values where lists[bucket(value)] >= 0 {
    members[lists[bucket(value)]].append(value)
  }
  return zip(members, wanted).flatMap { select($0, at: $1) }
}
