import CInstructions
import Foundation
import LabKernel
import Testing

/// Release builds keep cells and arrays in these blocks; debug builds do not, so they are tried
/// alone.
@Suite struct `A block of memory` {
  /// Runs on a thread of its own, whose spare blocks are empty and go with it.
  private func onNewThread<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: work()) }.start()
    }
  }

  /// The address of a block of so many bytes, all of which have one value.
  private static func take(_ bytes: Int, filledWith mark: UInt8) -> UInt {
    guard let block = unsafe take_block(bytes) else { return 0 }
    unsafe block.initializeMemory(as: UInt8.self, repeating: mark, count: bytes)
    return UInt(bitPattern: block)
  }

  /// Gives a block back, and returns whether its bytes still have their value.
  private static func give(_ address: UInt, _ bytes: Int, filledWith mark: UInt8) -> Bool {
    guard let block = unsafe UnsafeMutableRawPointer(bitPattern: address) else { return false }
    var isWhole = true
    for offset in 0..<bytes where unsafe block.load(fromByteOffset: offset, as: UInt8.self) != mark
    {
      isWhole = false
    }
    unsafe give_block(block, bytes)
    return isWhole
  }

  @Test func `is its taker's alone until it is given back`() async {
    let isWhole = await onNewThread {
      var blocks: [(address: UInt, bytes: Int, mark: UInt8)] = []
      var isWhole = true
      var stream = RandomStream(seed: 1, name: "blocks")
      for step in 0..<5_000 {
        if stream.next() >> 63 == 0, let last = blocks.popLast() {
          if !Self.give(last.address, last.bytes, filledWith: last.mark) { isWhole = false }
        } else {
          let bytes = Int(stream.next(in: 1...Int64(largest_block)))
          let mark = UInt8(truncatingIfNeeded: step)
          let address = Self.take(bytes, filledWith: mark)
          if address == 0 || address % UInt(block_unit) != 0 { isWhole = false }
          blocks.append((address, bytes, mark))
        }
      }
      for block in blocks where !Self.give(block.address, block.bytes, filledWith: block.mark) {
        isWhole = false
      }
      return isWhole
    }
    #expect(isWhole)
  }

  @Test(arguments: [1, 16, 17, 100, 512])
  func `is taken again by the thread that gave it`(_ bytes: Int) async {
    let isSame = await onNewThread {
      let first = Self.take(bytes, filledWith: 1)
      guard Self.give(first, bytes, filledWith: 1) else { return false }
      let second = Self.take(bytes, filledWith: 2)
      return Self.give(second, bytes, filledWith: 2) && first == second
    }
    #expect(isSame)
  }

  @Test func `is kept if its thread keeps less than 64 kB`() async {
    let kept = await onNewThread {
      let blocks = (0..<200).map { _ in Self.take(512, filledWith: 0) }
      let before = spare_bytes()
      for block in blocks { _ = Self.give(block, 512, filledWith: 0) }
      return [before, spare_bytes()]
    }
    #expect(kept == [0, 1 << 16])
  }
}
