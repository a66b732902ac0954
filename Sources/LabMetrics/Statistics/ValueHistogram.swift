/// Counts values in buckets whose width is at most 1/1024 of the values in them.
///
/// Magnitudes below 1024 have a bucket each; from there on every power of two has 1024 of equal
/// width. The middle of a bucket is thus within 0.05 % of every value in it.
struct ValueHistogram: Sendable {
  /// What is known of the values in one bucket.
  struct Bucket: Sendable {
    var count = 0
    var sum: Int64 = 0
  }

  private static let bits = 10
  private static let width = 1 << bits
  /// How many blocks of buckets each sign has.
  private static let blockCount = 64 - bits

  /// The blocks of the negative values, the largest first, then the others; an empty one stands for
  /// 1024 empty buckets.
  private var blocks = [[Bucket]](repeating: [], count: 2 * blockCount)

  /// The position of the bucket of a value; greater values have no lower ones.
  static func bucket(of value: Int64) -> Int {
    let magnitude = value.magnitude
    let exponent = UInt64.bitWidth - 1 - (magnitude | 1).leadingZeroBitCount
    let block = max(0, exponent - bits + 1)
    let place = Int(magnitude >> UInt64(max(0, block - 1))) & (width - 1)
    let position = block << bits + place
    return value < 0 ? blockCount << bits - 1 - position : blockCount << bits + position
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

  mutating func add(_ value: Int64) {
    let position = Self.bucket(of: value)
    let block = position >> Self.bits
    if blocks[block].isEmpty { blocks[block] = Array(repeating: Bucket(), count: Self.width) }
    blocks[block][position & (Self.width - 1)].count += 1
    blocks[block][position & (Self.width - 1)].sum &+= value
  }

  /// The buckets that hold anything, in ascending order.
  var buckets: [(position: Int, bucket: Bucket)] {
    blocks.indices.flatMap { block in
      blocks[block].indices.lazy.filter { blocks[block][$0].count > 0 }
        .map { (block << Self.bits + $0, blocks[block][$0]) }
    }
  }
}
