import Foundation
import LabExperiment
import LabLanguage
import TestSupport
import Testing

@testable import runlooplab

/// What people type that is wrong: each answer names what to type, and what it names works.
///
/// The part that is wrong stands in double brackets. What an answer names is put in its place, each
/// of several, and is accepted.
@Suite struct `A wrong input` {
  /// Lines of a script: the number of the line that each replaces, 6 for one more, and the line.
  static let lines = [
    // Rates, durations and numbers.
    "0 display [[60 fps]]", "0 display [[60 FPS]]", "0 display [[60 hertz]]", "0 display [[60hz]]",
    "0 display [[60 HZ]]", "0 display [[60-Hz]]", "0 display [[60p]]", "0 display [[60]]",
    "0 display [[6e1 Hz]]", "0 display [[16.7 ms]]", "0 display [[59,94 Hz]]",
    "0 display [[60..120 Hz]]", "0 display [[60-120 Hz]]", "0 display [[at]] 60 Hz",
    "0 display [[=]] 60 Hz", "0 display[[:]] 60 Hz", "0 display [[vsync]] 60 Hz",
    "0 display 60 Hz phase [[50%]]", "1 run [[1 sec]]", "1 run [[2 secs]]", "1 run [[1000 msec]]",
    "1 run [[1e3 ms]]", "1 run [[1 S]]", "1 run [[1,5 s]]", "1 run [[2]]", "1 run [[60 Hz]]",
    "1 run [[ten]] s", "1 run [[.5]] s", "1 run [[1 minute]]", "1 run [[for]] 2 s",
    "1 run 2 s[[.]]", "1 run 2 s[[;]]", "1 run [[1:30]]", "1 run [[-1 s]]", "1 run [[0 s]]",
    "1 run [[1'000 ms]]", "1 run [[1_000 ms]]", "1 run [[1.000,5 ms]]", "1 run [[1s500ms]]",
    // Statements by other names.
    "0 [[dispaly]] 60 Hz", "0 [[Display]] 60 Hz", "0 [[screen]] 60 Hz", "1 [[duration]] 2 s",
    "1 [[Run]] 2 s", "1 [[length]] 2 s", "2 [[ram]] timer", "2 [[variant]] timer",
    "2 [[case]] timer", "3   [[NSTimer]] ball every 16 ms in default",
    "3   [[Timer]] ball every 16 ms in default", "3   [[setInterval]] ball every 16 ms in default",
    "5   [[CADisplayLink]] ball in default", "5   [[displaylink]] ball in default",
    "5   [[requestAnimationFrame]] ball in default", "6 [[assert]] timer.ball.dropped == 0",
    "6 [[expct]] timer.ball.dropped == 0", "6 [[check]] timer.ball.dropped == 0",
    "6 [[XCTAssert]] timer.ball.dropped == 0", "6 [[timer.ball.dropped]] == 0",
    "6 [[task]] parse at 1 s takes 5 ms as port", "6 [[work]] parse at 1 s takes 5 ms as port",
    "6 [[touch]] at 100 ms for 1 s", "6 [[scroll]] at 100 ms for 1 s",
    "6 [[tap]] at 500 ms takes 5 ms",
    "6 [[vary]] block = 0 ms, 10 ms", "6 [[parameter]] block = 0 ms, 10 ms",
    "6 [[//]] a comment", "6 [[--]] a comment",
    // Names, in marks of any language.
    "2 arm [[\"timer\"]]", "2 arm timer[[:]]", "3   timer [[\"ball\"]] every 16 ms in default",
    "3   timer [[„ball“]] every 16 ms in default", "3   timer [[“ball”]] every 16 ms in default",
    "3   timer [[‘ball’]] every 16 ms in default", "3   timer [[«ball»]] every 16 ms in default",
    "3   timer [['ball']] every 16 ms in default", "3   timer [[`ball`]] every 16 ms in default",
    "3   timer [[Bälle]] every 16 ms in default", "3   timer [[my ball]] every 16 ms in default",
    "3   timer [[2ball]] every 16 ms in default", "3   timer [[ball1.x]] every 16 ms in default",
    "6 load [[at]] 1 s takes 5 ms as port", "6 expect timer.ball.dropped == [[\"0\"]]",
    "6 expect [[\"timer.ball.dropped\"]] == 0",
    // Intervals of a timer, rates of a link.
    "3   timer ball every [[60 fps]] in default", "3   timer ball every [[60 Hz]] in default",
    "3   timer ball [[60 Hz]] in default", "3   timer ball [[at 60 Hz]] in default",
    "3   timer ball [[16 ms]] in default", "3   timer ball every [[16]] in default",
    "3   timer ball every [[16,7 ms]] in default", "3   timer ball every [[16.7]] in default",
    "3   timer ball every [[frame]] in default", "3   timer ball every [[refresh]] in default",
    "3   timer ball [[interval]] 16 ms in default", "3   timer ball every[[:]] 16 ms in default",
    "3   timer ball every[[=]] 16 ms in default", "5   link ball [[every 60 Hz]] in default",
    "5   link ball [[every 2 frames]] in default", "5   link ball [[60 fps]] in default",
    "5   link ball prefers [[60]] in default", "5   link ball [[every 16 ms]] in default",
    "5   link ball [[preferredFramesPerSecond 30]] in default", "5   link ball [[]]",
    // Modes and the thread.
    "3   timer ball every 16 ms in [[comon]]", "3   timer ball every 16 ms in [[.common]]",
    "3   timer ball every 16 ms in [[.default]]", "3   timer ball every 16 ms in [[.tracking]]",
    "3   timer ball every 16 ms in [[commonModes]]", "3   timer ball every 16 ms in [[Common]]",
    "3   timer ball every 16 ms in [[NSRunLoopCommonModes]]",
    "3   timer ball every 16 ms in [[kCFRunLoopCommonModes]]",
    "3   timer ball every 16 ms in [[NSDefaultRunLoopMode]]",
    "3   timer ball every 16 ms in [[kCFRunLoopDefaultMode]]",
    "3   timer ball every 16 ms in [[UITrackingRunLoopMode]]",
    "3   timer ball every 16 ms in [[NSEventTrackingRunLoopMode]]",
    "3   timer ball every 16 ms in [[RunLoop.Mode.common]]",
    "3   timer ball every 16 ms in [[common modes]]",
    "3   timer ball every 16 ms in [[default mode]]", "3   timer ball every 16 ms in [[scrolling]]",
    "3   timer ball every 16 ms in [[default and tracking]]",
    "3   timer ball every 16 ms [[mode default]]", "3   timer ball every 16 ms [[forMode common]]",
    "3   timer ball every 16 ms [[on default]]", "3   timer ball every 16 ms [[on main]]",
    "3   timer ball every 16 ms [[on the main thread]]", "3   timer ball every 16 ms [[in main]]",
    "3   timer ball every 16 ms in common [[on main]]", "3   timer ball every 16 ms [[]]",
    "6 load parse at 1 ms takes 2 ms [[as mainqueue]]",
    "6 load parse at 1 ms takes 2 ms [[as main queue]]",
    "6 load parse at 1 ms takes 2 ms [[as DispatchQueue.main]]",
    "6 load parse at 1 ms takes 2 ms [[as main]]", "6 load parse at 1 ms takes 2 ms [[on main]]",
    "6 load parse at 1 ms takes 2 ms [[on the main queue]]", "6 load parse at 1 ms takes 2 ms [[]]",
    "6 load parse at 1 s takes 5 ms as port in [[.common]]",
    // What something takes.
    "3   timer ball every 16 ms in default [[take]] 1 ms",
    "3   timer ball every 16 ms in default [[costs]] 1 ms",
    "3   timer ball every 16 ms in default [[duration]] 1 ms",
    "3   timer ball every 16 ms in default [[leeway]] 1 ms",
    "3   timer ball every 16 ms in default tolerance [[10%]]",
    "3   timer ball every 16 ms in default takes [[500 micros]]",
    "3   timer ball every 16 ms in default takes [[1.5e-3 s]]",
    "3   timer ball every 16 ms in default takes [[1 milliseconds]]",
    "3   timer ball every 16 ms in default takes [[12-40 ms]]",
    "3   timer ball every 16 ms in default takes [[12 - 40 ms]]",
    "3   timer ball every 16 ms in default takes [[12–40 ms]]",
    "3   timer ball every 16 ms in default takes [[12..40 ms]]",
    "3   timer ball every 16 ms in default takes [[12 ms to 40 ms]]",
    "3   timer ball every 16 ms in default takes [[between 12 ms and 40 ms]]",
    "3   timer ball every 16 ms in default takes [[random 1 ms .. 5 ms]]",
    "3   timer ball every 16 ms in default takes [[5 ms ± 1 ms]]",
    "3   timer ball every 16 ms in default takes [[normal 5 ms 1 ms]]",
    "3   timer ball every 16 ms in default takes [[~]] 5 ms",
    "3   timer ball every 16 ms in default takes [[about]] 5 ms",
    "3   timer ball every 16 ms in default takes [[<]] 5 ms",
    "6 load parse at 1 s takes [[5 ms .. 22 ms]] as port",
    "6 load parse at 1 s [[lasting]] 5 ms as port",
    "6 load parse at 1 s [[for]] 5 ms as port", "6 wake-up [[0.5 ms]]",
    "6 render-server [[0.5 ms]]",
    "6 wake-up [[delayed 0.5 ms]]",
    // When something comes.
    "6 load parse at [[100]] takes 2 ms as port", "6 load parse [[100 ms]] takes 2 ms as port",
    "6 load parse [[each]] 100 ms takes 2 ms as port",
    "6 load parse every [[10 Hz]] takes 2 ms as port",
    "6 load parse poisson [[20]] takes 2 ms as port",
    "6 load parse poisson [[20 ms]] takes 2 ms as port",
    "6 load parse [[after 1]] s takes 5 ms as port",
    "6 load parse at 1 s [[and]] 2 s takes 5 ms as port",
    "6 gesture [[swipe]] at 1 s for 1 s", "6 gesture [[scrolling]] at 1 s for 1 s",
    "6 gesture scroll at 1 s [[every 3 s]] for 1 s", "6 gesture scroll at 1 s [[, 5 s]] for 1 s",
    "6 gesture scroll at 1 s [[until 2 s]]", "6 gesture scroll [[from 1 s to 2 s]]",
    "6 at 300 ms pause [[link]]", "6 at 300 ms [[stop]] link.ball", "6 at 300 ms display [[60]]",
    // Sweeps and repetitions.
    "6 sweep block [[0 ms, 10 ms]]", "6 sweep block[[:]] 0 ms, 10 ms",
    "6 sweep block = [[[0 ms, 10 ms]]]", "6 sweep block = 0 ms[[;]] 10 ms",
    "6 sweep block = [[0 to 50 ms]]", "6 sweep block = [[0 ms .. 50 ms]]",
    "6 sweep block = [[0 ms .. 50 ms by 10 ms]]", "6 sweep [[{block}]] = 0 ms, 10 ms",
    "6 where [[block]] < 10 ms", "6 repeat [[ten]]", "6 repeat 10 [[times]]", "6 repeat 10[[x]]",
    "6 repeat [[0]]", "6 seed [[random]]", "6 seed [[0x1F]]", "6 seed [[-1]]",
    "6 stretch [[120 %]]",
    "6 alarms land [[middle]]", "6 like [[chrome]]", "6 like [[firefox]]",
    "6 what if link [[instead]]",
    // Expectations.
    "6 expect timer.ball.[[dropd]] == 0",
    "6 expect timer.ball.[[lateness]] < 2 ms", "6 expect timer.ball.[[jitter]] < 1 ms",
    "6 expect timer.ball.[[latency]] < 20 ms", "6 expect timer.ball.[[doubleFires]] == 0",
    "6 expect timer.ball.dropped [[=]] 0", "6 expect timer.ball.dropped [[=<]] 3",
    "6 expect timer.ball.dropped [[=>]] 3", "6 expect timer.ball.dropped [[<>]] 3",
    "6 expect timer.ball.dropped [[===]] 3", "6 expect timer.ball.dropped [[is]] 3",
    "6 expect timer.ball.dropped [[equals]] 3", "6 expect timer.ball.dropped [[less than]] 3",
    "6 expect timer.ball.dropped [[at most]] 3", "6 expect [[timer.ball.dropped]] < 3%",
    "6 expect timer.ball.dropped < [[3 ms]]", "6 expect timer.ball.dropped_share < [[3]]",
    "6 expect timer.ball.lateness_max < [[3 %]]", "6 expect timer.ball.fps_avg > [[50 %]]",
    "6 expect timer.ball.lateness_max < [[20]]", "6 expect timer.ball.lateness_max < [[2e1 ms]]",
    "6 expect timer.ball.fps_avg > [[50 fps]]", "6 expect timer.[[bal]].dropped == 0",
    "6 expect [[tmier]].ball.dropped == 0", "6 expect [[left]].ball.dropped == 0",
    "6 expect timer.[[disc]].dropped == 0", "6 expect [[ball.dropped]] == 0",
    "6 expect [[dropped]] == 0", "6 expect [[timer.ball]] == 0",
    "6 expect [[timer/ball/dropped]] == 0", "6 expect [[timer ball dropped]] == 0",
    "6 expect timer.ball.dropped == [[zero]]", "6 expect[[:]] timer.ball.dropped == 0",
    "6 expect timer.ball.dropped == 0 [[and link.ball.dropped == 0]]",
    "6 expect timer.ball.dropped == 0 [[&& link.ball.dropped == 0]]",
    "6 expect timer.ball.dropped >= 0 [[if]] {block} >= 2 ms",
    // What others tried.
    "0 display [[ProMotion]]", "0 display [[iphone]]", "0 display [[sixty]] Hz",
    "0 display [[60fps]]", "0 display [[60 cycles]]", "0 display 60 Hz[[.]]",
    "0 display [[0 Hz]]", "0 display [[-60 Hz]]", "0 display 60 Hz presents [[vsync]]",
    "0 display 60 Hz presents [[triple]]", "0 display 60 Hz depth [[1.5]]", "0 [[refresh]] 60 Hz",
    "0 [[refresh-rate]] 60 Hz", "0 [[monitor]] 60 Hz", "1 run [[2 s 500 ms]]", "1 run 2[[m]]",
    "1 run [[120 frames]]", "1 run [[half]] s", "1 run [[∞]]", "1 run [[long]]", "1 [[time]] 2 s",
    "2 [[Arm]] timer", "2 [[scenario]] timer", "2 arm [[my timer]]",
    "3   [[CFRunLoopTimer]] ball every 16 ms in default",
    "3   [[DispatchSourceTimer]] ball every 16 ms in default",
    "3   [[tiemr]] ball every 16 ms in default", "3   [[driver]] ball every 16 ms in default",
    "3   timer ball every [[1/60]] in default", "3   timer ball every 16ms[[.]] in default",
    "3   timer ball every [[0 ms]] in default", "3   timer ball every [[-16 ms]] in default",
    "3   timer ball every [[16 milliseconds]] in default",
    "3   timer ball every [[16.67 msec]] in default", "3   timer ball every [[soon]] in default",
    "3   timer ball [[withTimeInterval 16 ms]] in default",
    "3   timer ball every 16 ms in [[\"common\"]]",
    "3   timer ball every 16 ms in [[UITracking]]",
    "3   timer ball every 16 ms in [[eventTracking]]",
    "3   timer ball every 16 ms in [[.commonModes]]", "3   timer ball every 16 ms [[common]]",
    "3   timer ball every 16 ms in default takes [[1]]",
    "3   timer ball every 16 ms in default takes [[ms]]",
    "3   timer ball every 16 ms in default takes [[-1 ms]]",
    "3   timer ball every 16 ms in default takes [[5ms-10ms]]",
    "3   timer ball every 16 ms in default takes [[1..5]]",
    "3   timer ball every 16 ms in default takes [[5 ms +- 1 ms]]",
    "3   timer ball every 16 ms in default takes [[max 5 ms]]",
    "3   timer ball every 16 ms in default takes [[1 ms 500 us]]",
    "3   timer ball every 16 ms [[phase 8 ms]] in default",
    "3   timer ball every 16 ms phase [[1.5]] in default",
    "3   timer ball every 16 ms [[offset 8 ms]] in default",
    "3   timer ball every 16 ms [[start 8 ms]] in default",
    "3   timer ball every 16 ms [[delay 8 ms]] in default",
    "3   timer ball every 16 ms tolerance [[1.6]] in default",
    "3   timer ball every 16 ms [[tolerence]] 1 ms in default",
    "3   timer ball every 16 ms catch-up [[none]] in default",
    "5   [[displayLink]] ball in default", "5   [[CVDisplayLink]] ball in default",
    "5   [[vsync]] ball in default", "5   [[raf]] ball in default",
    "5   link ball [[every 2]] in default", "5   link ball [[at 30 Hz]] in default",
    "5   link ball [[preferredFrameRate 30]] in default",
    "5   link ball policy [[drop]] in default", "6 load parse at 1 s takes [[20]] as port",
    "6 load parse at 1 s [[duration]] 20 ms as port",
    "6 load parse at 1 s takes 20 ms [[as GCD]]", "6 load parse at 1 s takes 20 ms as [[thread]]",
    "6 load parse at 1s[[,]] takes 20 ms as port", "6 load parse at [[0.5]] takes 20 ms as port",
    "6 load parse [[once]] 1 s takes 20 ms as port",
    "6 load parse [[per]] 700 ms takes 20 ms as port",
    "6 load parse every [[700]] takes 20 ms as port",
    "6 load parse at [[later]] takes 20 ms as port", "6 gesture scroll at [[1]] for 1 s",
    "6 gesture scroll at 1 s for [[1]]", "6 gesture [[pan]] at 1 s for 1 s",
    "6 gesture [[flick]] at 1 s for 100 ms speed 900 pt/s", "6 gesture scroll [[1 s]] for 1 s",
    "6 [[background]] parse at 1 s takes 5 ms as port",
    "6 [[block]] parse at 1 s takes 5 ms as port", "6 [[hang]] parse at 1 s takes 5 ms as port",
    "6 sweep block [[==]] 0 ms, 10 ms", "6 sweep block = [[0 ms 10 ms]]",
    "6 sweep block = 10 ms[[,]]", "6 [[for]] block = 0 ms, 10 ms",
    "6 [[param]] block = 0 ms, 10 ms", "6 expect timer.ball.dropped [[!<]] 3",
    "6 expect timer.ball.dropped [[less]] 3", "6 expect timer.ball.dropped [[to be]] 3",
    "6 expect timer.ball.dropped < [[three]]",
    "6 expect timer.ball.[[droppedFrames]] == 0", "6 expect timer.ball.[[hitchRatio]] < 5 ms/s",
    "6 expect timer.ball.hitch_ratio < [[5]]", "6 expect timer.ball.hitch_ratio < [[5 ms]]",
    "6 expect timer.ball.[[double_fire]] == 0", "6 expect [[timer.ball.lateness.max]] < 2 ms",
    "6 expect [[timer,ball,dropped]] == 0", "6 expect timer.[[Ball]].dropped == 0",
    "6 expect [[Timer]].ball.dropped == 0",
    "6 expect timer.ball.dropped == 0 [[or link.ball.dropped == 0]]",
    "6 expect timer.ball.dropped == 0 [[!]]", "6 [[require]] timer.ball.dropped == 0",
    "6 [[should]] timer.ball.dropped == 0", "6 at 300 ms [[cancel]] link.ball",
    "6 at 300 ms invalidate [[ball]]", "6 at [[300]] pause link.ball", "6 repeat [[2.5]]",
    "6 seed [[1.5]]", "6 stretch 1.3[[x]]", "6 stretch [[0]]",
  ]

  /// A script to which the lines belong.
  private static let script = [
    "display 60 Hz", "run 1 s", "arm timer", "  timer ball every 16 ms in default", "arm link",
    "  link ball in default",
  ]

  /// Words of a command, with bars between them.
  static let commands = [
    "[[rn]]|good.lab",
    "[[good.lab]]",
    "run|[[god.lab]]",
    "run|good.lab|[[--htlm]]",
    "run|good.lab|--metric|[[hich_ratio]]",
    "run|good.lab|--metrics|[[drop]]",
    "run|good.lab|--report|[[junti]]",
    "run|good.lab|--set|[[dispaly]]=60 Hz",
    "run|good.lab|--set|display=[[120 fps]]",
    "run|good.lab|--set|run=[[2 secs]]",
    "run|good.lab|--set|timer.ball.[[phsae]]=0.2",
    "run|good.lab|--set|timer.ball.in=[[.common]]",
    "run|good.lab|--set|timer.ball.in=[[UITrackingRunLoopMode]]",
    "run|good.lab|--set|[[display 120 Hz]]",
    "run|good.lab|--seed|[[abc]]",
    "run|good.lab|--repeat|[[0]]",
    "run|good.lab|--jobs|[[many]]",
    "run|good.lab|--presentmon|[[v3]]",
    "run|good.lab|--trace=[[firing]]",
    "run|good.lab|--color|[[no]]",
    "run|good.lab|--only|arm == [[lnk]]",
    "run|good.lab|--only|arm [[=]] link",
    "explain|[[dropd]]",
    "explain|[[latness]]",
    "explain|[[trackng]]",
    "show|good.lab|--worst|[[dropd]]",
    "show|good.lab|--worst|[[jank]]",
    "show|good.lab|--arm|[[tiemr]]",
    "show|good.lab|--as|[[strips]]",
    "why|good.lab|--driver|[[disc]]",
    "why|good.lab|--by|[[jnak]]",
    "tour|[[99]]",
    "completion|[[bsh]]",
    "help|[[rnu]]",
    "help|[[langauge]]",
    "help|language|[[laod]]",
    "check|good.lab|--only|arm == [[tiemr]]",
    "measure|good.lab|--driver|[[disc]]",
    "measure|good.lab|--arm|[[tmer]]",
    "measure|f.csv|--refresh|[[60Hz]]",
    "measure|f.csv|--times|[[display]]",
    "compare|results/good|results/good|--metric|[[dropd]]",
    "check|[[--pln]]|good.lab",
    "[[start]]|good.lab",
    "[[simulate]]|good.lab",
    "[[test]]|good.lab",
    "[[diff]]|results/good|results/good",
    "[[view]]|good.lab",
    "[[--run]]|good.lab",
    "[[Check]]|good.lab",
    "run|good.lab|[[-html]]",
    "run|good.lab|[[--output]]|x",
    "run|good.lab|[[--quite]]",
    "run|good.lab|[[--silent]]",
    "run|good.lab|--set|[[display:60 Hz]]",
    "run|good.lab|--set|[[ball.takes]]=2 ms",
    "run|good.lab|--report|[[junits]]",
    "run|good.lab|--jobs|[[0]]",
    "run|good.lab|--repeat|[[two]]",
    "run|good.lab|--only|arm == [['link']]",
    "show|good.lab|--run|[[99]]",
    "show|good.lab|--arm|[[Timer]]",
    "show|good.lab|[[--time]]|100 ms",
    "why|good.lab|--driver|[[bal]]",
    "compare|results/good|results/good|--worse-than|[[5 percent]]",
    "compare|results/good|results/good|[[--strict]]",
    "compare|results/good|results/good|[[--identicall]]",
    "tour|[[0]]",
    "explain|[[hitchratio]]",
    "help|[[scripts]]",
    "help|language|[[timers]]",
  ]

  @Test func `has four hundred rows`() {
    #expect(Self.lines.count + Self.commands.count >= 400)
    #expect(Set(Self.lines + Self.commands).count == Self.lines.count + Self.commands.count)
  }

  @Test(arguments: lines)
  func `in a script is answered with what to write`(row: String) throws {
    let (before, wrong, after) = try parts(row)
    let line = try #require(Int(before.prefix(1)))
    func script(_ words: String) -> String {
      var lines = Self.script
      var start = before.dropFirst(2) + (words.hasPrefix("\n") ? "" : words)
      if words.isEmpty, start.last == " " { start.removeLast() }
      if row.contains("block") {
        if !row.contains("sweep"), !row.contains("] block") {
          lines.append("sweep block = 1 ms, 2 ms")
        }
        lines.append("load page at 100 ms takes {block} as port")
      }
      if line == 6 { lines.append(start + after) } else { lines[line] = start + after }
      if words.hasPrefix("\n") { lines.append(String(words.dropFirst())) }
      return lines.joined(separator: "\n") + "\n"
    }
    let error = try #require(mistake(in: script(wrong)), "accepted: \(row)")
    let message = error.diagnostics[0].message
    let answers = remedies(in: message)
    #expect(!answers.isEmpty, "\(row): \(message)")
    for answer in answers {
      let left = mistake(in: script(answer))
      #expect(left == nil, "\(row): \(message)\n\(answer): \(left.map { "\($0)" } ?? "")")
    }
  }

  @Test(arguments: commands)
  func `on the command line is answered with what to type`(row: String) throws {
    let (before, wrong, after) = try parts(row)
    func words(_ answer: String) -> [String] {
      // A whole command stands for the line, an option with its value for the value.
      if answer.hasPrefix("runlooplab ") {
        return answer.split(separator: " ").dropFirst().map(String.init)
      }
      let isValue = answer.hasPrefix("--") && answer.contains(" ")
      let value = isValue ? String(answer.split(separator: " ")[1]) : answer
      return (before + value + after).split(separator: "|").map(String.init)
    }
    let tool = try Tool()
    _ = try tool.run("run", "good.lab", "-q", "--presentmon", "v1")
    try tool.write(tool.data(of: "results/good/presentmon.csv"), to: "f.csv")
    let outcome = try tool.run(words(wrong))
    #expect(outcome.status == 2 || outcome.status == 3, "\(row): \(outcome)")
    let answers = remedies(in: outcome.errors)
    #expect(!answers.isEmpty, "\(row): \(outcome.errors)")
    for answer in answers {
      let right = try tool.run(words(answer))
      #expect(
        right.status == 0 || right.status == 1,
        "\(row): \(outcome.errors)\(answer): \(right.errors)")
    }
  }

  /// A shipped line is right, and no habit explains it away.
  @Test func `is never seen in a line that can be read`() throws {
    for name in Checkout.experimentNames {
      let bytes = try Data(contentsOf: Checkout.experiment(name))
      let source = try SourceText(path: "x.lab", bytes: Array(bytes), limit: 1 << 20)
      for line in source.lines.indices {
        guard let place = Lexer.tokens(of: source, line: line + 1).first?.place else { continue }
        let mistake = Mistake(place, "something is missing.")
        #expect(
          mistake.diagnostic(path: "x.lab").message == "something is missing.",
          "\(source.lines[line])")
      }
    }
  }

  private func parts(_ row: String) throws -> (before: String, wrong: String, after: String) {
    let start = try #require(row.range(of: "[["))
    // A list in brackets of its own ends with three.
    let end = try #require(row.range(of: "]]", options: .backwards))
    return (
      String(row[..<start.lowerBound]), String(row[start.upperBound..<end.lowerBound]),
      String(row[end.upperBound...])
    )
  }

  private func mistake(in script: String) -> ScriptError? {
    do throws(ScriptError) {
      _ = try Experiment(
        inputs: [Experiment.Input(path: "x.lab", bytes: Array(script.utf8))], overriding: [])
      return nil
    } catch {
      return error
    }
  }

  /// What an answer names: nothing where something is to be left out.
  private func remedies(in message: String) -> [String] {
    if message.contains(/Leave '.+?' out\./) { return [""] }
    if let line = message.firstMatch(of: /on a line of its own: '(.+)'\./) {
      return ["\n\(line.1)"]
    }
    let words =
      /(?:Did you mean|Write for example|Write|such as|for example|but) (?:--set )?'(.*?)'(?:[.?]| for | is there)/
    guard let found = message.firstMatch(of: words) else { return [] }
    return found.1.split(separator: /', '|' or '/).map(String.init)
  }
}
