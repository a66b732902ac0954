import LabTesting
import Testing

/// The sentence of a failure that says what helps.
private func remedies(in failures: [String]) throws -> String {
  let failure = try #require(failures.first)
  let begin = try #require(failure.firstRange(of: "What helps? "))
  return String(failure[begin.upperBound...].prefix { $0 != "\n" })
}

@Suite struct `A failing expectation` {
  /// A task of 30 ms holds up a timer.
  private func blocked(_ lab: Laboratory) -> Ticker {
    let ball = lab.timer("ball", every: .nanoseconds(16_666_666)) { _ in }
    lab.load("network", at: .milliseconds(305), takes: .milliseconds(30))
    lab.advance(to: .seconds(1))
    return ball
  }

  @Test func `says which changes make it hold, and they do`() throws {
    let failures = reports {
      Laboratory.test { lab in lab.expect(blocked(lab), \.doubleFires == 0) }
    }
    let text = try remedies(in: failures)
    #expect(
      text.hasPrefix(
        "Use a display link [link]: the expectation holds then, with double_fires 0 instead of 1. It"
      ))
    #expect(text.contains("splitting network into chunks of 4 ms [network in chunks of 4 ms]"))
    let mended = allReports {
      Laboratory.test { lab in
        let ball = lab.link("ball") { _ in }
        lab.load("network", at: .milliseconds(305), takes: .milliseconds(30))
        lab.advance(to: .seconds(1))
        lab.expect(ball, \.doubleFires == 0)
      }
    }
    #expect(mended.isEmpty)
  }

  @Test func `names the modes of a driver that starves`() throws {
    let failures = reports {
      Laboratory.test { lab in
        let ball = lab.link("ball") { _ in }
        lab.scroll(at: .milliseconds(300), for: .milliseconds(200))
        lab.advance(to: .seconds(1))
        lab.expect(ball, \.dropped == 0)
      }
    }
    let text = try remedies(in: failures)
    #expect(
      text.hasPrefix(
        "Add the display link to the common modes [in common]: the expectation holds then, with dropped 0"
          + " instead of 12."))
    #expect(
      failures.first?.contains(
        "  The display link ball dropped 12 of the 57 frames that were wanted (hitch time ratio 210.5"
          + " ms/s: critical). All of the drops: the run loop was in tracking mode, and the"
          + " display link is only in default.\n") == true)
  }

  @Test func `finds the load behind one that follows it`() throws {
    let failures = reports {
      Laboratory.test { lab in
        let ball = lab.timer("ball", every: .nanoseconds(16_666_666)) { _ in }
        lab.load("fetch", at: .milliseconds(300), takes: .milliseconds(1))
        lab.load(
          "decode", after: "fetch", delayedBy: .milliseconds(4), takes: .milliseconds(30))
        lab.advance(to: .seconds(1))
        lab.expect(ball, \.doubleFires == 0)
      }
    }
    let text = try remedies(in: failures)
    // Elsewhere a fetch comes back later, so that the decoding begins at another moment.
    #expect(text.contains("[fetch elsewhere]"))
    // The script states the task that is left at the instant at which it arrived.
    #expect(try #require(failures.first).contains("load      decode at "))
  }

  @Test func `says which change comes nearest if none is enough`() throws {
    let failures = reports {
      Laboratory.test { lab in
        let ball = lab.timer(
          "ball", every: .milliseconds(24), options: TimerOptions(takes: .milliseconds(20))
        ) { _ in }
        lab.load(
          "noise", .every(.milliseconds(70), first: .milliseconds(5)),
          takes: .constant(.milliseconds(45)))
        lab.advance(to: .seconds(1))
        lab.expect(ball, \.dropped == 0)
      }
    }
    let text = try remedies(in: failures)
    #expect(text.hasPrefix("None of the "))
    #expect(text.contains(" Nearest is ") && text.contains("]: dropped "))
  }

  /// A timer of the default mode beside a finger that scrolls and a parser on the main queue.
  private func carousel(_ lab: Laboratory) -> Ticker {
    let ball = lab.timer("ball", every: .nanoseconds(16_666_666)) { _ in }
    lab.scroll(at: .milliseconds(1000), for: .milliseconds(300))
    lab.load(
      "json", .at([.milliseconds(200), .milliseconds(1100)]),
      takes: .constant(.milliseconds(40)))
    lab.advance(to: .seconds(2))
    return ball
  }

  @Test func `says which two changes make it hold where none does alone`() throws {
    let failures = reports {
      Laboratory.test { lab in lab.expect(carousel(lab), \.dropped == 0) }
    }
    #expect(try remedies(in: failures).contains(" [in common + json "))
    let mended = allReports {
      Laboratory.test { lab in
        let ball = lab.timer("ball", every: .nanoseconds(16_666_666), in: .common) { _ in }
        lab.scroll(at: .milliseconds(1000), for: .milliseconds(300))
        lab.load(
          "json back", .at([.milliseconds(240), .milliseconds(1140)]),
          takes: .constant(.microseconds(100)))
        lab.advance(to: .seconds(2))
        lab.expect(ball, \.dropped == 0)
      }
    }
    #expect(mended.isEmpty)
  }

  @Test func `ranks changes by its own number where nothing else ranks by that`() throws {
    let failures = reports {
      Laboratory.test { lab in
        let ball = carousel(lab)
        lab.expect(ball, \.longestGap <= .milliseconds(18))
        lab.expect(ball, \.fires >= 120)
      }
    }
    #expect(failures.count == 2)
    #expect(try remedies(in: [failures[0]]).contains(" [in common + json "))
    #expect(try remedies(in: [failures[1]]).contains("]: fires 119 instead of 101."))
  }

  @Test func `names callbacks that take too long by themselves, and halves their work`() throws {
    func failures(_ cost: Duration) -> [String] {
      allReports {
        Laboratory.test { lab in
          let ring = lab.link("ring", in: .common) { _ in lab.spend(cost) }
          lab.load("upload", at: .milliseconds(900), takes: .milliseconds(30))
          lab.advance(to: .seconds(1))
          lab.expect(ring, \.dropped <= 3)
        }
      }.map(\.text)
    }
    let text = try remedies(in: failures(.milliseconds(22)))
    #expect(text.hasPrefix("Halve the work of the display link's callbacks [halved]: the exp"))
    #expect(!text.contains("no app"))
    #expect(failures(.milliseconds(11)).isEmpty)
  }

  @Test func `names first what makes nothing worse`() throws {
    let failures = reports {
      Laboratory.test { lab in
        let sticker = lab.timer("sticker", every: .milliseconds(40)) { _ in
          lab.spend(.milliseconds(2))
        }
        lab.load("message", every: .milliseconds(650), takes: .milliseconds(55))
        lab.advance(to: .seconds(5))
        lab.expect(sticker, \.doubleFires == 0)
      }
    }
    let text = try remedies(in: failures)
    #expect(text.hasPrefix("Split message into chunks of 4 ms [message in chunks of 4 ms]: the"))
    #expect(text.contains("It also holds after using a display link [link]"))
  }

  @Test func `is told apart from others: each has an answer of its own, and none twice`() throws {
    let failures = reports {
      Laboratory.test { lab in
        let link = lab.link("link", in: .common) { _ in }
        let ball = carousel(lab)
        lab.expect(ball, \.starved == 0)
        lab.expect(ball, \.missed == 0)
        lab.expect(link, \.dropped == 0)
        lab.expect(link, \.dropped <= 0)
      }
    }
    #expect(failures.count == 4)
    let answers = try failures.prefix(3).map { try remedies(in: [$0]) }
    #expect(answers[0].contains("[in common]") && !answers[0].contains("+"))
    #expect(answers[1].contains(" [in common + json "))
    #expect(answers[2].contains(" [json "))
    #expect(!failures[3].contains("What helps?"))
  }

  @Test func `is not asked what helps where no change could`() throws {
    let failures = reports {
      Laboratory.test { lab in
        let ball = blocked(lab)
        lab.expect(ball, \.["dropd"] <= 0)
        lab.expect(lab.timer("other", every: .milliseconds(10)), \.missed == 0)
        lab.expect("nothing", \.missed == 0)
        lab.expect().leavesNothingBehind()
      }
    }
    #expect(failures.count == 4)
    #expect(!failures.contains { $0.contains("What helps?") })
  }

  @Test func `is offered no way to catch up that its timer does not have`() throws {
    func answer(_ catchUp: CatchUp, most: Double) throws -> String {
      try remedies(
        in: reports {
          Laboratory.test { lab in
            let ball = lab.timer(
              "ball", every: .nanoseconds(16_666_666), options: TimerOptions(catchUp: catchUp)
            ) { _ in }
            lab.load("network", at: .milliseconds(312), takes: .milliseconds(60))
            lab.advance(to: .seconds(1))
            lab.expect(ball, \.["fires"] <= most)
          }
        })
    }
    #expect(try !answer(.coalesce, most: 50).contains("catch-up"))
    #expect(try answer(.burst, most: 58).contains("[catch-up coalesce]"))
  }

  @Test func `says that something else fails with a change`() throws {
    let failures = reports {
      Laboratory.test { lab in
        let ball = blocked(lab)
        lab.expect(ball, \.doubleFires == 0)
        lab.expect(ball, \.["fires"] <= 59)
      }
    }
    #expect(try remedies(in: failures).contains("(but something else fails then)"))
  }

  @Test func `runs the body again a limited number of times`() {
    var runs = 0
    let failures = reports {
      Laboratory.test { lab in
        runs += 1
        lab.expect(blocked(lab), \.fires == 0)
      }
    }
    #expect(failures.count == 1)
    #expect((2...1 + 1 + 40 + 500).contains(runs))
    runs = 0
    _ = reports {
      Laboratory.test(repeats: false) { lab in
        runs += 1
        lab.expect(blocked(lab), \.fires == 0)
      }
    }
    #expect(runs == 1)
  }
}
