import LabMetrics
import LabTesting
import LabTrace
import Testing

@Suite struct `The ticks of a display as a sequence` {
  @Test func `end the picture before, and skip what passed meanwhile`() {
    let lab = Laboratory(display: .hertz(100))
    var ticks: [Duration] = []
    let frames = lab.frames("ball", takes: .milliseconds(2))
    lab.load("network", at: .milliseconds(15), takes: .milliseconds(32))
    lab.task {
      for await tick in frames {
        ticks.append(tick.timestamp)
        if tick.timestamp >= .milliseconds(60) { break }
      }
    }
    lab.advance(to: .milliseconds(100))
    #expect(ticks == [0, 10, 20, 40, 50, 60].map { .milliseconds($0) })
    let rows = lab.measurement.firingRows(of: "ball")
    #expect(rows.map(\.began) == [0, 10, 47, 49, 51, 60].map { .milliseconds($0) })
    lab.expect("ball", \.missed == 1)
    lab.expect().satisfiesConservation()
    lab.expect().leavesNothingBehind()
    #expect(TraceContract.violations(of: lab.trace).isEmpty)
  }

  @Test func `drop what a display link of the same cost drops`() {
    func dropped(_ drive: (Laboratory) -> Void) -> Int? {
      let lab = Laboratory(display: .hertz(60))
      lab.load("network", .poisson(perSecond: 20), takes: .uniform(.zero ... .milliseconds(30)))
      drive(lab)
      lab.advance(to: .seconds(3))
      return lab["ball"].dropped.value
    }
    let ofLink = dropped { lab in
      lab.link("ball", in: .common, options: LinkOptions(takes: .milliseconds(2))) { _ in }
    }
    let ofFrames = dropped { lab in
      let frames = lab.frames("ball", takes: .milliseconds(2))
      lab.task { for await _ in frames {} }
    }
    #expect(ofFrames == ofLink)
    #expect(ofLink != 0)
  }
}

@Suite struct `A ticker that feeds a stream` {
  private func warnings(
    _ body: (Laboratory, AsyncStream<Tick>, AsyncStream<Tick>.Continuation) -> Void
  ) -> [IssueReporter.Report] {
    allReports {
      Laboratory.test { lab in
        let (ticks, end) = AsyncStream.makeStream(of: Tick.self)
        body(lab, ticks, end)
        lab.advance(to: .milliseconds(200))
        lab.expect("ball", \.missed == 0)
      }
    }
  }

  @Test func `is warned of code that draws after the commit, once`() {
    let reports = warnings { lab, ticks, end in
      lab.link("ball", in: .common) { end.yield($0) }
      lab.task { for await _ in ticks { lab.spend(.milliseconds(3)) } }
    }
    #expect(reports.map(\.isWarning) == [true])
    #expect(reports.first?.text.contains("‘ball’ hands its ticks over to async code") == true)
    #expect(reports.first?.text.contains("lab.frames(\"ball\")") == true)
    #expect(reports.first?.line == #line - 6)
  }

  @Test func `is not warned if it draws itself, or the code only listens`() {
    let drawing = warnings { lab, ticks, end in
      lab.link("ball", in: .common, options: LinkOptions(takes: .milliseconds(1))) { end.yield($0) }
      lab.task { for await _ in ticks { lab.spend(.milliseconds(3)) } }
    }
    #expect(drawing.isEmpty)
    let listening = warnings { lab, ticks, end in
      lab.link("ball", in: .common) { end.yield($0) }
      lab.task { for await _ in ticks {} }
      lab.task {
        try await lab.clock.sleep(for: .milliseconds(50))
        lab.spend(.milliseconds(3))
      }
    }
    #expect(listening.isEmpty)
  }
}
