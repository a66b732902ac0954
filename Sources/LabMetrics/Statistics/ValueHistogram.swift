/// Counts values in buckets whose width is at most 1/1024 of the values in them.
///
/// Magnitudes below 1024 have a bucket each; from there on every power of two has 1024 of equal
/// width. The middle of a bucket is thus within 0.05 % of every value in it.
struct ValueHistogram: Sendable {
  /// What is known of the values in one bucket.
  struct Bucket: Sendable {
    /// Twice how many there are, and one more if they are kept beside, all of them.
    private var countTwice: Int
    private(set) var sum: Int64 = 0

    init(isKept: Bool) { countTwice = isKept ? 1 : 0 }

    var count: Int { countTwice >> 1 }

    var isKept: Bool {
      get { countTwice & 1 == 1 }
      set { countTwice = countTwice & ~1 | (newValue ? 1 : 0) }
    }

    @inline(__always)
    fileprivate mutating func add(_ value: Int64) {
      countTwice &+= 2
      sum &+= value
    }
  }

  private static let bits = 10
  private static let width = 1 << bits
  /// How many powers of two each sign has.
  private static let blockCount = 64 - bits

  /// The buckets of some powers of two in a row, in ascending order.
  private(set) var buckets: [Bucket] = []
  /// The position of the first of them.
  private(set) var start = 0
  /// Whether values in further buckets are kept beside.
  private let keepsFurther: Bool

  init(keepsFurther: Bool = false) { self.keepsFurther = keepsFurther }

  /// The position of the bucket of a value; greater values have no lower ones.
  @inline(__always)
  static func bucket(of value: Int64) -> Int {
    let magnitude = value.magnitude
    let exponent = UInt64.bitWidth - 1 - (magnitude | 1).leadingZeroBitCount
    let block = max(0, exponent &- bits &+ 1)
    let place = Int(truncatingIfNeeded: magnitude &>> UInt64(max(0, block &- 1))) & (width - 1)
    let position = block &<< bits &+ place
    return value < 0 ? blockCount << bits &- 1 &- position : blockCount << bits &+ position
  }

  /// The middle of a bucket.
  static func middle(of bucket: Int) -> Int64 {
    let isNegative = bucket < blockCount << bits
    let position = isNegative ? blockCount << bits - 1 - bucket : bucket - blockCount << bits
    let (block, place) = (position >> bits, position & (width - 1))
    guard block > 0 else { return Int64(isNegative ? -place : place) }
    let shift = block - 1
    let magnitude = Int64(width + place) << shift + (shift > 0 ? 1 << (shift - 1) : 0)
    return isNegative ? -magnitude : magnitude
  }

  /// The index in ``buckets`` of the bucket of a value, which may not be there yet.
  @inline(__always)
  func index(of value: Int64) -> Int { Self.bucket(of: value) &- start }

  /// The middle of the bucket at an index.
  func middle(at index: Int) -> Int64 { Self.middle(of: start + index) }

  /// Counts a value, and returns whether it is kept beside.
  @inline(__always)
  mutating func add(_ value: Int64) -> Bool {
    var index = index(of: value)
    if UInt(bitPattern: index) >= UInt(bitPattern: buckets.count) {
      makeRoom(for: value)
      index = self.index(of: value)
    }
    buckets[index].add(value)
    return buckets[index].isKept
  }

  /// Whether a value is kept beside.
  func keeps(_ value: Int64) -> Bool {
    let index = index(of: value)
    return buckets.indices.contains(index) && buckets[index].isKept
  }

  /// Keeps nothing beside from now on but the values of those buckets that are kept and lie in
  /// some ranges, which are ascending and do not overlap.
  mutating func keep(only chosen: [Range<Int>]) {
    var end = 0
    for range in chosen + [buckets.count..<buckets.count] {
      for index in end..<range.lowerBound { buckets[index].isKept = false }
      end = range.upperBound
    }
  }

  /// Keeps the values of some buckets beside, when they are given once more.
  mutating func keep(_ chosen: [Int]) {
    keep(only: [])
    for index in chosen { buckets[index].isKept = true }
  }

  /// Makes room for all values of the same power of two, and for those between.
  private mutating func makeRoom(for value: Int64) {
    let block = Self.bucket(of: value) & ~(Self.width - 1)
    let empty = Bucket(isKept: keepsFurther)
    if buckets.isEmpty { start = block }
    if block < start {
      buckets.insert(contentsOf: repeatElement(empty, count: start - block), at: 0)
      start = block
    }
    let missing = block + Self.width - start - buckets.count
    if missing > 0 { buckets.append(contentsOf: repeatElement(empty, count: missing)) }
  }
}
