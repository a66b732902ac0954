import Foundation
import LabKernel
import ResultSupport
import TestSupport
import Testing

@testable import LabResults

@Suite struct `Files of several writers at once` {
  /// One writer's bytes, of a size of their own.
  private static func bytes(_ writer: Int, _ seed: UInt64) -> [UInt8] {
    var stream = RandomStream(seed: seed, name: "writer \(writer)")
    let count = Int(stream.next() % 200_000)
    return Array("<!-- RunLoopLab -->".utf8) + Array(repeating: UInt8(65 + writer), count: count)
  }

  @Test(arguments: FuzzBatch.all("writers at once"))
  func `are whole at every instant, and one is refused by a true sentence`(
    batch: FuzzBatch
  ) throws {
    let folder = try TemporaryFolder()
    for number in batch.numbers {
      let path = folder.path("a.md")
      let texts = (0..<4).map { Self.bytes($0, batch.seed &+ UInt64(number)) }
      // A debug build takes long to hash arrays; of data it hashes the beginning.
      let known = Set(texts.map { Data($0) })
      let written = Locked<Set<Int>>([])
      try WholeFiles([(path, texts[0])]).write(replacing: true)
      DispatchQueue.concurrentPerform(iterations: 6) { writer in
        guard writer < 4 else {
          // It reads what lies there.
          for _ in 0..<20 {
            let found = try? Data(contentsOf: URL(filePath: path))
            #expect(found.map(known.contains) == true, "half a file")
          }
          return
        }
        do throws(WriteError) {
          try WholeFiles([(path, texts[writer])]).write(replacing: false)
          _ = written.withLock { $0.insert(writer) }
        } catch {
          #expect(error == .inUse(path: path))
        }
      }
      let last = Array(try Data(contentsOf: URL(filePath: path)))
      #expect(written.withLock { $0.contains { texts[$0] == last } })
      #expect(try folder.names() == ["a.md"])
    }
  }
}
