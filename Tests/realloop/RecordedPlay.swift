#if os(Linux)
  import CoreFoundation
  import Foundation
  import LabRecorder
  import LoopScenarios

  /// What the app of the library's article does; its state is the main actor's, as that of an app.
  @MainActor
  private final class Feed {
    private(set) var parsed = 0
    private(set) var steps = 0
    func parse() { parsed += 1 }
    func step() { steps += 1 }
  }

  /// A recorder on the loop of a play.
  final class RecordedPlay {
    private let recorder: LoopRecorder
    private let offset: UInt64
    private var slots: [UInt32] = []

    /// Starts to record the loop of the calling thread, whose clock shows `now`.
    init(from now: UInt64) {
      do {
        recorder = try LoopRecorder.start(
          onLoop: CFRunLoopGetCurrent(), inFile: nil, 1 << 18, nil)
      } catch {
        fatalError("\(error)")
      }
      for mode in Scenario.watchedModes where mode != "default" {
        recorder.observe(RunLoop.Mode(mode))
      }
      offset = recorder.recording.begin &- now
    }

    @MainActor
    private static func startAsTheArticleShows(_ feed: Feed) -> LoopRecorder {
      let recorder = LoopRecorder.start(refreshRate: 60)  // on the main thread
      recorder.async("parse") { feed.parse() }  // instead of DispatchQueue.main.async
      let ball = recorder.timer("ball", every: .seconds(1) / 60) { feed.step() }
      recorder.onHang(over: .milliseconds(250)) { print("a hang of \($0.duration)") }
      guard ball.isValid else { fatalError("the timer was not added") }
      return recorder
    }

    /// Runs the app of the article until its timer has fired three times, and says what was done.
    @MainActor
    static func playArticle() {
      let feed = Feed()
      let recorder = startAsTheArticleShows(feed)
      while feed.steps < 3 { RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.02)) }
      recorder.stop()
      print("\(feed.steps) steps, \(feed.parsed) parsed")
    }

    /// Records a timer in a file until the process is killed.
    @MainActor
    static func goOnForever(in file: String) -> Never {
      let other = startAsTheArticleShows(Feed())
      do {
        let recorder = try LoopRecorder.start(
          inFile: URL(filePath: file), records: 1 << 10, refreshRate: 60)
        let timer = recorder.timer("ball", every: .microseconds(50)) { recorder.task("step") {} }
        while timer.isValid, other.recording.lostCount >= 0 {
          RunLoop.current.run(until: .distantFuture)
        }
      } catch {
        fatalError("\(error)")
      }
      exit(0)
    }

    func see(_ sight: WatchedHost.Sight) {
      switch sight {
      case .began(let name): slots.append(recorder.begin(.task, recorder.slot(of: name)))
      case .ended: if let slot = slots.popLast() { recorder.end(slot) }
      case .activity: break
      }
    }

    /// What the recorder tells, in the words of ``SightLog``.
    var timeline: Timeline {
      let recording = recorder.recording
      var timeline = Timeline()
      for event in recording.events where event.what != .committed {
        timeline.append(text(of: event, in: recording), at: Int64(event.instant &- offset))
      }
      return timeline
    }

    private func text(of event: RecordedEvent, in recording: LoopRecording) -> String {
      switch event.what {
      case .activity(let number, let isLast, let timerFired):
        let mode = recording.modes[event.mode]
        return SightLog.text(
          Activities(rawValue: 1 << UInt(number)), isLast: isLast, timerFired: timerFired,
          mode: mode == "kCFRunLoopDefaultMode" ? "default" : mode, depth: event.depth)
      case .began(_, let name, _, _, _): return SightLog.began(recording.names[name].text)
      case .committed: return "commit"
      case .input: return "input"
      case .ended(let name, _): return SightLog.ended(recording.names[name].text)
      }
    }
  }
#endif
