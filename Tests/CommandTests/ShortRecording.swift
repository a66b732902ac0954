import Foundation
import TestSupport

/// Recordings of a second or two, of which all changes are tried in a fifth of the time.
enum ShortRecording {
  /// Returns what `LabRecorder` writes of a timer, after some of whose callbacks a task holds the
  /// thread for so many microseconds.
  static func app(task length: Int) -> String {
    let interval = 16_667
    var events: [String] = []
    var (date, free) = (0, 0)
    while date < 90 {
      let due = 5_000 + interval * date
      let began = max(due + 90, free + 20)
      events.append(
        #"{"name": "ball", "cat": "driver", "ph": "X", "pid": 2, "tid": 2, "ts": \#(began), "#
          + #""dur": 2000, "args": {"kind": "timer", "due": \#(due), "interval": \#(interval)}}"#)
      if date % 25 == 24 {
        events.append(
          #"{"name": "page", "cat": "loop", "ph": "X", "pid": 1, "tid": 1, "ts": \#(began + 4_000), "#
            + #""dur": \#(length)}"#)
        free = began + 4_000 + length
      }
      // A timer that was held up skips the dates that it missed.
      let next = (began - 5_000) / interval + 1
      events += (date..<next).map {
        #"{"name": "vsync", "ph": "i", "pid": 1, "ts": \#(interval * $0)}"#
      }
      date = next
    }
    return #"{"metadata": {"source": "LabRecorder"}, "traceEvents": ["# + "\n"
      + events.joined(separator: ",\n") + "\n]}\n"
  }

  /// The first two seconds of the recording of an editor.
  static func editor() throws -> String {
    let recording = Checkout.root.appending(path: "experiments/work/recordings/codemirror.csv")
    let lines = try String(contentsOf: recording, encoding: .utf8).split(separator: "\n")
    return lines.prefix(60).joined(separator: "\n") + "\n"
  }
}
