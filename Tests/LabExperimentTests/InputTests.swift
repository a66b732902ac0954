import LabExperiment
import LabLoop
import LabMetrics
import LabWorkload
import Testing

@Suite struct `An input in a script` {
  private func script(_ lines: String, arms: String = "arm a\n  link ball in common") -> String {
    "display 60 Hz\nrun 2 s\n\(lines)\n\(arms)"
  }

  private func message(_ lines: String, arms: String = "arm a\n  link ball in common") -> String {
    Fixture.messages(path: "test.lab") { _ in Array(script(lines, arms: arms).utf8) }
  }

  @Test func `is a load whose tasks answer the user`() throws {
    let experiment = try Fixture.experiment(
      script("input click at 1 s, 1.5 s takes 30 ms shown through ball"))
    let load = try #require(experiment.plan()[0].scenario.loads.first)
    #expect(load.isInput && load.delivery == .source && load.driver == "ball")
    #expect(load.modes == [.common])
    #expect(try experiment.plan()[0].scenario.measuresTasks)
  }

  @Test func `measures tasks only if they are asked for`() throws {
    let line = "load page at 1 s takes 30 ms as port"
    #expect(try !Fixture.experiment(script(line)).plan()[0].scenario.measuresTasks)
    for asking in [
      line + " shown through ball", line + "\nexpect page.wait_max <= 1 ms",
      line + "\nexpect a.page.work_max == 30 ms", "input tap at 1 s takes 1 ms",
    ] {
      let all = script(asking.split(separator: "\n")[0].description)
      let rest = asking.split(separator: "\n").dropFirst().joined(separator: "\n")
      let experiment = try Fixture.experiment(all + "\n" + rest)
      #expect(try experiment.plan()[0].scenario.measuresTasks, "\(asking)")
    }
  }

  /// 30 ms at 1 s, behind 20 ms of work, and shown by the link's frame after that.
  @Test func `is expected to be shown soon`() throws {
    let lines = """
      load page at 990 ms takes 20 ms as main-queue
      input click at 1 s takes 30 ms shown through ball
      """
    let claims = """
      expect click.wait_max == 10 ms
      expect click.work_max == 30 ms
      expect click.response_max == 40 ms
      expect a.click.shown_max <= 200 ms
      expect a.click.waits_tasks == 10 ms
      expect a.click.inp - a.click.shown_max == 0 ms
      expect a.click.wait_p98 - a.page.work_max in -10 ms .. -9 ms
      """
    let experiment = try Fixture.experiment(script(lines) + "\n" + claims)
    let plan = try experiment.plan()
    let result = try Runner(jobs: 1).result(of: plan[0])
    let verdicts = plan.verdicts { _, name, metric in result.value(of: metric, driver: name) }
    #expect(verdicts.map(\.outcome) == verdicts.map { _ in .holds }, "\(verdicts)")
    let click = try #require(result.loads.first { $0.name == "click" })
    // Ended at 1,040 ms; the link calls back at the vsync of 1,050 and shows at the next.
    let shown = try #require(click[.shown]?.max)
    #expect(shown > .microseconds(66_666) && shown < .microseconds(66_667))
  }

  @Test func `names a driver that there is`() {
    let told = message("input click at 1 s takes 1 ms shown through bell")
    #expect(told.contains("no arm has a driver 'bell'.") && told.contains("'ball'"), "\(told)")
  }

  @Test func `comes before the end of the run`() {
    let told = message("input click at 1 s, 2 s takes 1 ms shown through ball")
    #expect(
      told.contains("the input at 2000 ms comes after the end of the run, at 2000 ms."), "\(told)")
    #expect(message("input click at 1 s, 1.999 s takes 1 ms shown through ball").isEmpty)
  }

  @Test func `is served in a mode of the driver that shows it`() {
    let arms = "arm a\n  timer ball every 16 ms in default"
    let told = message("input drag at 1 s takes 1 ms in tracking shown through ball", arms: arms)
    #expect(told.contains("'ball' calls back in default alone"), "\(told)")
    #expect(
      message("input drag at 1 s takes 1 ms in common shown through ball", arms: arms).isEmpty)
  }

  @Test func `is not shown by a driver that has ended`() {
    let arms = "arm a\n  timer ball every 16 ms in common from 0 s until 500 ms"
    let told = message("input click at 1 s takes 1 ms shown through ball", arms: arms)
    #expect(told.contains("'ball' has ended when 'click' comes"), "\(told)")
  }

  @Test func `has metrics, and a driver has others`() {
    let line = "input click at 1 s takes 1 ms"
    func told(_ claim: String) -> String {
      Fixture.messages(path: "test.lab") { _ in Array("\(script(line))\n\(claim)".utf8) }
    }
    #expect(told("expect click.wait_max == 0 ms").isEmpty)
    #expect(told("expect clack.wait_max == 0 ms").contains("there is no load 'clack'."))
    #expect(told("expect a.ball.wait_max == 0 ms").contains("the arm 'a' has no load 'ball'."))
    #expect(told("expect a.click.dropped == 0").contains("the arm 'a' has no driver 'click'."))
    #expect(told("expect click.wait_max == 0").contains("0"))
  }
}
