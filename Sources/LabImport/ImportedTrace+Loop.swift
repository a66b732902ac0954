extension ImportedTrace {
  /// What a recorder in the app noted of its run loop, beside the tasks.
  package struct Loop: Hashable, Sendable {
    /// The drivers, in order of their first callouts.
    package var drivers: [Driver]
    /// The runs of the loop, by their begin; none if the recording tells no modes.
    package var runs: [Run]
    /// When observers had committed what drivers changed, in nanoseconds from the start of the
    /// window.
    package var commits: [Int64]
    /// When the thread slept, in ascending order, in nanoseconds from the start of the window.
    package var sleeps: [Range<Int64>] = []
    /// How much named work other threads did, by name.
    package var works: [String: Int] = [:]
    /// What the thread had of the machine; `nil` if the file does not say.
    package var machine: Machine?

    /// The nested runs in other modes than the default one, those joined that follow one another at
    /// once.
    ///
    /// An app that tracks a finger may call the loop again and again; pauses of up to a millisecond
    /// belong to that.
    package var runsInOtherModes: [Run] {
      var others: [Run] = []
      // The first run of the loop, at depth 1, holds all the others.
      for run in runs where run.depth > 1 && !run.isInDefaultMode && run.start < run.end {
        if let last = others.last, run.start - last.end <= 1_000_000 {
          others[others.count - 1].end = max(last.end, run.end)
        } else {
          others.append(run)
        }
      }
      return others
    }
  }

  /// What a thread had of the machine during a recording, in nanoseconds.
  package struct Machine: Hashable, Sendable {
    /// How long that was watched.
    package var length: Int64
    /// How long the thread ran.
    package var processor: Int64
    /// How long it was ready and did not run; `nil` where the system does not tell.
    package var waited: Int64?

    /// Creates the numbers of a recording.
    package init(length: Int64, processor: Int64, waited: Int64?) {
      (self.length, self.processor, self.waited) = (length, processor, waited)
    }
  }

  /// A timer or display link of the app, with the callouts that were recorded.
  package struct Driver: Hashable, Sendable {
    /// What called it.
    package enum Kind: String, Hashable, Sendable {
      /// A timer of the run loop.
      case timer
      /// A display link.
      case link
    }

    /// One callout, in nanoseconds from the start of the window.
    package struct Firing: Hashable, Sendable {
      /// The date that it answers; when it began if the file does not say.
      package var due: Int64
      /// When it began.
      package var began: Int64
      /// When it ended.
      package var ended: Int64
      /// The date for which the timer was armed after it, if the file says so.
      package var next: Int64?
      /// Whether the file says that the driver was invalid or paused after it.
      package var isLast = false

      /// Creates a callout.
      package init(due: Int64, began: Int64, ended: Int64) {
        (self.due, self.began, self.ended) = (due, began, ended)
      }
    }

    /// The name.
    package var name: String
    /// What called it.
    package var kind: Kind
    /// From one date to the next in nanoseconds: as the app said, else the median of the recorded
    /// dates; 0 with fewer than two callouts.
    package var interval: Int64
    /// The callouts in order.
    package var firings: [Firing]
  }

  /// A run of the loop, also inside a callout, such as the tracking of a finger.
  package struct Run: Hashable, Sendable {
    /// The mode.
    package var mode: String
    /// How many runs were nested, this one included.
    package var depth: Int
    /// When it began, in nanoseconds from the start of the window.
    package var start: Int64
    /// When it returned.
    package var end: Int64

    /// Whether the mode is the one in which an app's loop mostly runs.
    package var isInDefaultMode: Bool { mode.hasSuffix("DefaultMode") }
  }
}
