import LabTesting
import Testing

/// A sentence about a ball, and what its failure says.
struct Sentence: CustomTestStringConvertible, Sendable {
  let words: String
  let complaint: String
  let say: @Sendable (Laboratory, Ticker) -> Void

  var testDescription: String { words }

  init(_ words: String, _ complaint: String, say: @escaping @Sendable (Laboratory, Ticker) -> Void)
  {
    self.words = words
    self.complaint = complaint
    self.say = say
  }
}

/// Two seconds with a task of 30 ms, a scroll of 250 ms, a ball on a timer in the default mode, and
/// a sky on a display link in the common modes.
private func stutter() -> (Laboratory, Ticker) {
  let lab = Laboratory(panel: .onGrid)
  var frames = 0
  let ball = lab.timer("ball", every: .nanoseconds(16_666_666), first: .milliseconds(8)) { _ in
    frames += 1
    lab.spend(.milliseconds(2))
  }
  ball.animationTime = { .nanoseconds(frames * 16_666_666) }
  lab.link("sky", in: .common) { _ in }
  lab.load("network", at: .milliseconds(504), takes: .milliseconds(30))
  lab.scroll(at: .seconds(1), for: .milliseconds(250))
  lab.advance(to: .seconds(2))
  return (lab, ball)
}

/// Two seconds in which nothing disturbs a ball on a display link.
private func smooth() -> (Laboratory, Ticker) {
  let lab = Laboratory(panel: .onGrid)
  var time = Duration.zero
  let ball = lab.link("ball", in: .common) { tick in
    time = tick.timestamp
    lab.spend(.milliseconds(2))
  }
  ball.animationTime = { time }
  lab.link("sky") { _ in }
  lab.scroll(at: .seconds(1), for: .milliseconds(250))
  lab.advance(to: .milliseconds(1990))
  ball.stop()
  lab.advance(to: .seconds(2))
  return (lab, ball)
}

private let broken = [
  Sentence("fires at", "does not fire at 1 ms") { $0.expect($1).fires(at: .milliseconds(1)) },
  Sentence("fires only at", "expected 9 ms; it fires at 8 ms") {
    $0.expect($1).firesOnly(at: .milliseconds(9))
  },
  Sentence("fires n times", "‘ball’: fires is 105, not == 3") { $0.expect($1, \.fires == 3) },
  Sentence("fires at most n times", "fires is 105, not <= 3") { $0.expect($1, \.fires <= 3) },
  Sentence("never fires", "fires is 105, not == 0") { $0.expect($1, \.fires == 0) },
  Sentence("misses exactly", "‘ball’ misses 15 of 120 fire dates: missed is 15, not == 2") {
    $0.expect($1, \.missed == 2)
  },
  Sentence("misses at most", "26.00002 ms by ‘network’") {
    $0.expect($1, \.missed <= 2)
  },
  Sentence("misses nothing", "worst: 14 between 1007.99996 ms and 1257.99995 ms") {
    $0.expect($1, \.missed == 0)
  },
  Sentence("keeps firing in a mode", "from 1000 ms to 1250.000001 ms") {
    $0.expect($1).keepsFiring(in: .tracking)
  },
  Sentence("stays silent in a mode", "first: at 8 ms") { $0.expect($1).staysSilent(in: .default) },
  Sentence("never starves", "starves 14 times") { $0.expect($1, \.starved == 0) },
  Sentence("lateness is below", "‘ball’ is late: lateness_p99 is 26.00002 ms, not < 1 ms") {
    $0.expect($1, \.lateness.p99 < .milliseconds(1))
  },
  Sentence("is never late by more", "worst: due at 1007.99996 ms, began at 1250.000001 ms") {
    $0.expect($1, \.lateness.max <= .milliseconds(1))
  },
  Sentence("is always on time", "not == 0 ms") { $0.expect($1, \.lateness.max == .zero) },
  Sentence("never pauses", "‘ball’ is silent for 258.") {
    $0.expect($1, \.longestGap <= .milliseconds(100))
  },
  Sentence("jitter is below", "‘ball’: period_jitter_pkpk is ") {
    $0.expect($1, \.["period_jitter_pkpk"] < .milliseconds(1))
  },
  Sentence("begins within", "begins at 8 ms: fired_first is 8 ms, not <= 1 ms") {
    $0.expect($1, \.firedFirst <= .milliseconds(1))
  },
  Sentence("ends within", "not <= 1000 ms") {
    $0.expect($1, \.firedEnd <= .seconds(1))
  },
  Sentence("has had time to end", "must go on until after 3000 ms") {
    $0.expect($1, \.firedEnd <= .seconds(3))
  },
  Sentence("never fires twice in a refresh", "a callback due at") {
    $0.expect($1, \.doubleFires == 0)
  },
  Sentence("fires in every refresh", "worst: from 1000 ms to") {
    $0.expect($1, \.emptyRefreshes == 0)
  },
  Sentence("drops at most", "‘ball’ drops 17 of 117 frames: dropped is 17, not <= 2") {
    $0.expect($1, \.dropped <= 2)
  },
  Sentence("drops nothing", "because: starved") { $0.expect($1, \.dropped == 0) },
  Sentence("hitch ratio is below", "ms/s, not < 1 ms/s") {
    $0.expect($1, \.hitchRatio < 1)
  },
  Sentence("never sticks", "ms, not <= 50 ms") {
    $0.expect($1, \.hitchMax <= .milliseconds(50))
  },
  Sentence("animation error is below", "is off by") {
    $0.expect($1, \.animationError.max < .milliseconds(1))
  },
  Sentence("draws nothing in vain", "never seen") { $0.expect($1, \.overwritten == 0) },
  Sentence("fires before", "fires after ‘sky’") { $0.expect($1).fires(before: "sky") },
  Sentence("a metric is below", "‘ball’ is late: lateness_max is 242.000041 ms, not < 1 ms") {
    $0.expect($1, \.["lateness_max"] < .milliseconds(1))
  },
  Sentence("a metric is at most", "longest_gap is ") {
    $0.expect($1, \.["longest_gap"] <= 20)
  },
  Sentence("a metric is at least", "‘ball’: coverage is 87.5 %, not >= 99 %") {
    $0.expect($1, \.["coverage"] >= 99)
  },
  Sentence("a metric by its column is at most", "ms, not <= 20 ms") {
    $0.expect($1, \.["longest_gap_ms"] <= 20)
  },
  Sentence("no metric", "there is no metric ‘hich_ratio’. Did you mean 'hitch_ratio'?") {
    $0.expect($1, \.["hich_ratio"] <= 20)
  },
  Sentence("a former metric", "‘place_jump’. It is now position_jump.") {
    $0.expect($1, \.["place_jump"] <= 20)
  },
  Sentence("what people call a metric", "Write for example") {
    $0.expect($1, \.["jank"] <= 20)
  },
  Sentence("no metric at all", "‘smoothness’. 'runlooplab explain' lists all.") {
    $0.expect($1, \.["smoothness"] < .seconds(1))
  },
  Sentence("a metric in camel case", "‘ball’ is late: lateness_max is 242.000041 ms, not < 1 ms") {
    $0.expect($1, \.latenessMax < .milliseconds(1))
  },
  Sentence("a metric with capitals at its end", "‘ball’: period_jitter_sd is") {
    $0.expect($1, \.periodJitterSD < .milliseconds(1))
  },
  Sentence(
    "no metric in camel case", "there is no metric ‘hich_ratio’. Did you mean 'hitch_ratio'?"
  ) {
    $0.expect($1, \.hichRatio <= 20)
  },
  Sentence("a metric that is not a time", "dropped is not a time") {
    $0.expect($1, \.["dropped"] < .seconds(1))
  },
  Sentence("looks like", "ball, refresh 30: it is ‘...-----’, expected was ‘...x....’") { lab, _ in
    lab.expect().looks(
      like: """
        vsync: 29       30
        ball   |...x=...|...x....|
        """)
  },
  Sentence("nothing holds the thread", "30 ms by task 0 of ‘network’") { lab, _ in
    lab.expect(\.longestHold <= .milliseconds(10))
  },
  Sentence("busy share is below", "the thread: busyShare is 0.") { lab, _ in
    lab.expect(\.busyShare < 0.01)
  },
  Sentence("leaves nothing behind", "‘ball’, made in ExpectationTests.swift:2") {
    lab, _ in lab.expect().leavesNothingBehind()
  },
]

private let whole = [
  Sentence("fires at", "") { $0.expect($1).fires(at: $0.vsync(1), $0.vsync(70)) },
  Sentence("fires n times", "") { $0.expect($1, \.fires == 120) },
  Sentence("fires m to n times", "") {
    $0.expect($1, \.fires >= 119)
    $0.expect($1, \.fires <= 120)
  },
  Sentence("misses", "") {
    $0.expect($1, \.missed == 0)
    $0.expect($1, \.missed <= 1)
    $0.expect($1, \.missed == 0)
  },
  Sentence("modes", "") {
    $0.expect($1).keepsFiring(in: .tracking)
    $0.expect($1, \.starved == 0)
    $0.expect("sky").staysSilent(in: .tracking)
  },
  Sentence("timing", "") {
    $0.expect($1, \.lateness.max == .zero)
    $0.expect($1, \.lateness.max < .nanoseconds(1))
    $0.expect($1, \.longestGap <= .milliseconds(17))
    $0.expect($1, \.["period_jitter_pkpk"] < .microseconds(1))
    $0.expect($1, \.firedFirst >= .start)
    $0.expect($1, \.firedFirst <= .start)
    $0.expect($1, \.firedEnd >= .milliseconds(1980))
    $0.expect($1, \.firedEnd <= .milliseconds(1990))
  },
  Sentence("refreshes", "") {
    $0.expect($1, \.doubleFires == 0)
    $0.expect($1, \.dropped == 0)
    $0.expect($1, \.hitchRatio < 5)
    $0.expect($1, \.hitchMax <= .zero)
    $0.expect($1, \.animationError.max < .microseconds(1))
    $0.expect($1, \.overwritten == 0)
  },
  Sentence("order", "") { $0.expect($1).fires(before: "sky") },
  Sentence("metrics", "") {
    $0.expect($1, \.["lateness_max"] < .milliseconds(1))
    $0.expect($1, \.["coverage"] >= 100)
    $0.expect($1, \.["dropped"] <= 0)
  },
  Sentence("the thread", "") { lab, _ in
    lab.expect(\.longestHold <= .milliseconds(2))
    lab.expect(\.busyShare < 0.2)
    lab.expect().satisfiesConservation()
  },
]

@Suite struct `A sentence` {
  @Test(arguments: broken)
  func `says what is wrong`(sentence: Sentence) throws {
    let (lab, ball) = stutter()
    let failures = reports { sentence.say(lab, ball) }
    let text = try #require(failures.first { $0.contains("ball") } ?? failures.first)
    #expect(text.contains(sentence.complaint))
  }

  @Test(arguments: whole)
  func `holds`(sentence: Sentence) {
    let (lab, ball) = smooth()
    sentence.say(lab, ball)
  }

  @Test func `about exact instants holds`() {
    let lab = Laboratory()
    let ball = lab.timer("ball", every: .milliseconds(10), first: .milliseconds(10)) { _ in }
    lab.advance(to: .milliseconds(25))
    lab.expect(ball).firesOnly(at: .milliseconds(20), .milliseconds(10))
    lab.link("other", in: .common)
    lab.expect("other", \.fires == 0)
    lab.expect("other").firesOnly()
  }

  @Test func `about a mode in which the loop never ran fails`() {
    let lab = Laboratory()
    let ball = lab.link("ball") { _ in }
    lab.advance(to: .seconds(1))
    let failures = reports { lab.expect(ball).staysSilent(in: .tracking) }
    #expect(failures.first?.contains("never ran in mode ‘tracking’") == true)
  }

  @Test func `about an unknown name lists the others`() {
    let lab = Laboratory()
    lab.link("ball") { _ in }
    #expect(reports { lab.expect("bal", \.fires == 1) }.first?.contains("known: ‘ball’") == true)
  }
}

@Suite struct `A failure` {
  @Test func `holds numbers, the worst moment, its blame, totals and a picture`() throws {
    let (lab, ball) = stutter()
    let text = try #require(reports { lab.expect(ball, \.doubleFires == 0) }.first)
    #expect(
      text == """
        ‘ball’ fires twice in 2 refreshes: double_fires is 2, not == 0
          worst: in refresh 75, which begins at 1250 ms
          a callback due at 1007.99996 ms begins at 1250.000001 ms
          a callback due at 1257.99995 ms begins at 1257.99995 ms
          blame: 242.000041 ms in mode ‘tracking’, which it is not in
          in all: 242.000041 ms in mode ‘tracking’, which it is not in, 26.00002 ms by ‘network’
          The timer ball fired twice in each of 2 refreshes and dropped 17 of the 117 frames that were \
        wanted (hitch time ratio 145.3 ms/s: critical). 1 of the double fires: the run loop was in \
        tracking mode, and the timer is only in default. The other double fire: a task held the \
        thread (network). The display link sky dropped 2 of the 117 frames that were wanted (hitch \
        time ratio 17.1 ms/s: critical), too.
          measured: fires 105, missed 15, double_fires 2, dropped 17, lateness_p99_ms 26.00002, \
        animation_error_max_ms 233.333335

        vsync:   73       74       75       76       77       78
           ms:   1216.667 1233.333 1250     1266.667 1283.333 1300
         mode:   |tttttttt|tttttttt|t.......|........|........|........|
        ball     |---o----|---o----|x..x=...|...x=...|...x=...|...x=...|
          shows: |=starved|=starved|=starved|=starved|60+1    |61      |
        """)
  }
  @Test func `prints a picture that passes when it is pasted`() throws {
    let (lab, _) = stutter()
    let wrong = "vsync: 28 29 30 31 32 33\nball |.|.|.|.|.|.|"
    let text = try #require(reports { lab.expect().looks(like: wrong) }.first)
    let picture = try #require(text.firstRange(of: "vsync:")).lowerBound
    lab.expect().looks(like: String(text[picture...]))
    stutter().0.expect().looks(like: String(text[picture...]))
  }

  @Test func `of a picture that cannot be read says where`() {
    let (lab, _) = stutter()
    for (text, words) in [("0\nball x", "line 2"), ("900\nball |x|", "the run has 120")] {
      let found = reports { lab.expect().looks(like: "vsync: \(text)") }
      #expect(found.first?.contains(words) == true)
    }
  }
}
