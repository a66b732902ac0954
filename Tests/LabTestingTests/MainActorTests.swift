import LabTesting
import Testing

/// A feed as applications have it: of the main actor, with tasks of its own.
@MainActor private final class Feed {
  private(set) var pages: [Instant] = []
  private(set) var parsed = 0
  private let clock: LaboratoryTime
  init(_ clock: LaboratoryTime) { self.clock = clock }

  func load(_ count: Int) async throws {
    for _ in 0..<count {
      try await clock.sleep(for: .milliseconds(10))
      MainActor.assertIsolated()
      parsed += await parse()
      pages.append(clock.now)
    }
  }

  func begin(_ count: Int) { Task { try await load(count) } }

  @concurrent private nonisolated func parse() async -> Int { 1 }
}

/// A loader of no actor, whose methods are `async`.
private final class Loader {
  private(set) var pages: [Instant] = []
  func load(_ clock: LaboratoryTime) async throws {
    for _ in 0..<3 {
      try await clock.sleep(for: .milliseconds(10))
      pages.append(clock.now)
    }
  }
}

private let threePages: [Instant] = [.milliseconds(10), .milliseconds(20), .milliseconds(30)]

@Suite struct `Code of the main actor` {
  @MainActor @Test func `runs in virtual time`() {
    let lab = Laboratory()
    let feed = Feed(lab.clock)
    lab.task { try await feed.load(3) }
    #expect(feed.pages.isEmpty)
    lab.advance(to: .seconds(1))
    #expect(feed.pages == threePages)
    #expect(feed.parsed == 3)
    lab.expect().leavesNothingBehind()
  }

  @MainActor @Test func `may begin tasks of its own`() {
    Laboratory.test { lab in
      let feed = Feed(lab.clock)
      feed.begin(3)
      lab.advance(to: .seconds(1))
      #expect(feed.pages == threePages)
      lab.expect().leavesNothingBehind()
    }
  }

  @MainActor @Test func `that still sleeps is left behind`() {
    let lab = Laboratory()
    let feed = Feed(lab.clock)
    lab.at(.start) { MainActor.assumeIsolated { feed.begin(3) } }
    lab.advance(to: .milliseconds(25))
    #expect(feed.pages == Array(threePages.prefix(2)))
    let failures = reports { lab.expect().leavesNothingBehind() }
    #expect(failures.first?.contains("1 task sleeps") == true)
  }

  @MainActor @Test func `is begun by callbacks`() {
    let lab = Laboratory()
    let feed = Feed(lab.clock)
    lab.at(.milliseconds(90)) { MainActor.assumeIsolated { feed.begin(1) } }
    lab.advance(to: .seconds(1))
    #expect(feed.pages == [.milliseconds(100)])
  }

  @MainActor @Test func `waits while the thread is held`() {
    let lab = Laboratory()
    let feed = Feed(lab.clock)
    lab.load("network", at: .milliseconds(5), takes: .milliseconds(30))
    lab.task { try await feed.load(1) }
    lab.advance(to: .seconds(1))
    #expect(feed.pages == [.milliseconds(35)])
  }

  @MainActor @Test func `goes on in child tasks, streams and actors`() {
    actor Store {
      private(set) var sum = 0
      func add(_ number: Int) { sum += number }
    }
    let lab = Laboratory()
    let feed = Feed(lab.clock)
    let store = Store()
    var sum = 0
    let (numbers, numbersEnd) = AsyncStream.makeStream(of: Int.self)
    for instant in 1...3 {
      lab.at(.milliseconds(Int64(instant))) { numbersEnd.yield(instant) }
    }
    lab.at(.milliseconds(4)) { numbersEnd.finish() }
    lab.task { @MainActor in
      for await number in numbers { await store.add(number) }
      async let first: Void = feed.load(1)
      async let second: Void = feed.load(2)
      _ = try await (first, second)
      sum = await Task.detached { await store.sum }.value
    }
    lab.advance(to: .seconds(1))
    #expect(sum == 6)
    #expect(feed.pages == [.milliseconds(14), .milliseconds(14), .milliseconds(24)])
  }

  @Test func `of a test that is not fails, and says what to change`() async {
    let lab = Laboratory()
    let feed = await Feed(lab.clock)
    let failures = advance(lab) { try await feed.load(3) }
    #expect(failures.count == 1)
    #expect(failures.first?.contains("Mark the test ‘@MainActor’") == true)
  }

  @MainActor @Test(arguments: [false, true])
  func `that sleeps by a real clock fails`(isOfOldKind: Bool) {
    var ends = 0
    do {
      let lab = Laboratory()
      let failures = advance(lab) { @MainActor in
        defer { ends += 1 }
        if isOfOldKind { return try await Task.sleep(nanoseconds: 1_000_000_000_000) }
        try await Task.sleep(for: .seconds(1000))
      }
      #expect(failures.count == 1)
      #expect(failures.first?.contains("Give it the laboratory’s ‘clock’") == true)
    }
    #expect(ends == 1)
  }

  @MainActor @Test func `is the same in every run`() {
    Laboratory.test(seeds: 1...20) { lab in
      let feed = Feed(lab.clock)
      let ball = lab.link("ball", in: .common) { _ in lab.spend(.milliseconds(2)) }
      lab.load("network", .poisson(perSecond: 50), takes: .uniform(.zero ... .milliseconds(10)))
      feed.begin(50)
      lab.advance(to: .seconds(1))
      lab.expect(ball, \.doubleFires == 0)
    }
  }

  @MainActor @Test func `is left alone outside of laboratories`() async {
    _ = Laboratory()
    let value = await Task { @MainActor in
      await Task.yield()
      MainActor.assertIsolated()
      return await Task.detached { 7 }.value
    }.value
    #expect(value == 7)
  }

  /// Lets a second pass in which a task runs.
  private func advance(
    _ lab: Laboratory, _ operation: @escaping () async throws -> Void
  ) -> [String] {
    reports {
      lab.task(operation: operation)
      lab.advance(to: .seconds(1))
    }
  }
}

@Suite struct `A class of no actor` {
  @Test func `runs its async methods in virtual time`() {
    let lab = Laboratory()
    let loader = Loader()
    lab.task { try await loader.load(lab.clock) }
    lab.advance(to: .seconds(1))
    #expect(loader.pages == threePages)
  }
}
