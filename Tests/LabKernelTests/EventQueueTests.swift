import LabKernel
import Testing

@Suite struct `An event queue` {
  @Test func `orders by due instant, then by rank`() {
    var queue = EventQueue()
    queue.schedule(0, key: EventQueue.Key(due: 20, rank: 1))
    queue.schedule(1, key: EventQueue.Key(due: 10, rank: 3))
    queue.schedule(2, key: EventQueue.Key(due: 10, rank: 2))
    #expect(drain(&queue) == [2, 1, 0])
  }

  @Test func `moves an id that is scheduled again`() {
    var queue = EventQueue()
    queue.schedule(0, key: EventQueue.Key(due: 10, rank: 1))
    queue.schedule(1, key: EventQueue.Key(due: 20, rank: 2))
    queue.schedule(0, key: EventQueue.Key(due: 30, rank: 3))
    #expect(drain(&queue) == [1, 0])
  }

  @Test func `lists what is due in order and keeps it`() {
    var queue = EventQueue()
    for id in 0..<10 { queue.schedule(id, key: EventQueue.Key(due: Int64(id * 7 % 10), rank: 0)) }
    #expect(due(in: queue, by: 3) == [0, 3, 6, 9])
    let first = queue.first?.id
    #expect(first == 0)
  }

  @Test func `gives up its first id once it is due`() {
    var queue = EventQueue()
    for id in 0..<5 { queue.schedule(id, key: EventQueue.Key(due: Int64(10 - id), rank: 0)) }
    let early = queue.takeFirst(dueBy: 5)
    #expect(early == nil)
    let first = queue.takeFirst(dueBy: 6)
    #expect(first?.id == 4)
    #expect(first?.due == 6)
    #expect(drain(&queue) == [3, 2, 1, 0])
  }

  @Test func `agrees with a sorted list through a long random life`() {
    var queue = EventQueue()
    var model: [Int: EventQueue.Key] = [:]
    var stream = RandomStream(seed: 7, name: "queue")
    for step in 0..<20_000 {
      let id = Int(stream.next(in: 0...300))
      if stream.next(in: 0...3) == 0 {
        queue.remove(id)
        model[id] = nil
      } else {
        let key = EventQueue.Key(due: stream.next(in: 0...50), rank: UInt64(step))
        queue.schedule(id, key: key)
        model[id] = key
      }
      let (first, key) = (queue.first?.key, queue.key(of: id))
      #expect(first == model.values.min())
      #expect(key == model[id])
    }
  }

  @Test func `lists the same as a sorted list, however much is due`() {
    var queue = EventQueue()
    var keys: [EventQueue.Key] = []
    var stream = RandomStream(seed: 3, name: "queue")
    for id in 0..<200 {
      keys.append(EventQueue.Key(due: stream.next(in: 0...40), rank: UInt64(1000 - id)))
      queue.schedule(id, key: keys[id])
    }
    for limit in Int64(0)...41 {
      let due = due(in: queue, by: limit)
      #expect(due == keys.indices.filter { keys[$0].due <= limit }.sorted { keys[$0] < keys[$1] })
    }
  }

  private func due(in queue: borrowing EventQueue, by limit: Int64) -> [Int] {
    var ids = UniqueArray<Int>()
    queue.collect(dueBy: limit, into: &ids)
    return ids.indices.map { ids[$0] }
  }

  private func drain(_ queue: inout EventQueue) -> [Int] {
    var ids: [Int] = []
    while let first = queue.first {
      ids.append(first.id)
      queue.remove(first.id)
    }
    return ids
  }
}
