import CoreFoundation
import Foundation
import LabRecorder

/// An app with known work, which records itself.
///
/// `sampleapp SECONDS FILE.json [taps] [default]`. A timer of 60 Hz moves a ball, each callback
/// 3 ms of work; another thread orders the parsing of JSON on the main queue; in the middle the
/// loop runs for a second in the tracking mode, as under a finger. With `taps` a third thread taps.
@main
enum SampleApp {
  static let tracking = RunLoop.Mode("UITrackingRunLoopMode")

  static func main() throws {
    let words = CommandLine.arguments.dropFirst()
    guard words.count >= 2, let seconds = Double(words.first ?? ""),
      let path = words.dropFirst().first
    else {
      print("sampleapp SECONDS FILE.json [taps] [default]")
      exit(2)
    }
    let isCommon = words.last != "default"
    let mode = unsafe CFStringCreateWithCString(
      nil, tracking.rawValue, CFStringBuiltInEncodings.UTF8.rawValue)
    CFRunLoopAddCommonMode(CFRunLoopGetMain(), mode)
    let recorder = LoopRecorder.start(refreshRate: 60)
    let timer = recorder.timer(
      "ball", every: .nanoseconds(16_666_667), in: isCommon ? .common : .default
    ) {
      spin(for: 0.003)
    }
    order(until: Date(timeIntervalSinceNow: seconds - 0.2), recorder)
    if words.contains("taps") { tap(until: Date(timeIntervalSinceNow: seconds - 0.2), recorder) }
    let touch = Timer(
      fire: Date(timeIntervalSinceNow: seconds / 2), interval: 0, repeats: false
    ) { _ in
      let lift = Date(timeIntervalSinceNow: 1)
      while Date() < lift { _ = RunLoop.current.run(mode: tracking, before: lift) }
    }
    RunLoop.main.add(touch, forMode: .default)
    RunLoop.main.run(until: Date(timeIntervalSinceNow: seconds))
    timer.invalidate()
    recorder.stop()
    try recorder.write(to: URL(filePath: path))
  }

  private static func spin(for seconds: TimeInterval) {
    let end = DispatchTime.now().uptimeNanoseconds + UInt64(seconds * 1e9)
    while DispatchTime.now().uptimeNanoseconds < end {}
  }

  /// Taps at pauses that repeat; the app learns of a tap in the next pass of its loop.
  private static func tap(until end: Date, _ recorder: LoopRecorder) {
    Thread {
      var number = 0
      while Date() < end {
        Thread.sleep(forTimeInterval: 0.031 + 0.0017 * Double(number * 11 % 23))
        let timestamp = ProcessInfo.processInfo.systemUptime
        RunLoop.main.perform(inModes: [.common]) { recorder.input("tap", at: timestamp) }
        CFRunLoopWakeUp(CFRunLoopGetMain())
        number += 1
      }
    }.start()
  }

  /// Orders texts of several sizes from another thread, at pauses that repeat.
  private static func order(until end: Date, _ recorder: LoopRecorder) {
    Thread {
      let row = "{\"name\": \"a row of the feed\", \"values\": [1, 2.5, -3, true, null]}"
      let texts = [1, 2, 3].map { size in
        Data("[\(Array(repeating: row, count: 3_000 * size).joined(separator: ","))]".utf8)
      }
      var number = 0
      while Date() < end {
        Thread.sleep(forTimeInterval: 0.11 + 0.013 * Double(number * 7 % 17))
        let text = texts[number % texts.count]
        recorder.async("parse") { _ = try? JSONSerialization.jsonObject(with: text) }
        number += 1
      }
    }.start()
  }
}
