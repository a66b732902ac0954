extension ImportedTrace {
  /// What a recorder in the app noted of its run loop, beside the tasks.
  public struct Loop: Hashable, Sendable {
    /// The drivers, in order of their first callouts.
    public var drivers: [Driver]
    /// The runs of the loop, by their begin; none if the recording tells no modes.
    public var runs: [Run]
    /// When observers had committed what drivers changed, in nanoseconds from the start of the
    /// window.
    public var commits: [Int64]
    /// When the thread slept, in ascending order, in nanoseconds from the start of the window.
    public var sleeps: [Range<Int64>] = []
    /// How much named work other threads did, by name.
    public var works: [String: Int] = [:]
    /// What the thread had of the machine; `nil` if the file does not say.
    public var machine: Machine?

    /// The nested runs in other modes than the default one, those joined that follow one another at
    /// once.
    ///
    /// An app that tracks a finger may call the loop again and again; pauses of up to a millisecond
    /// belong to that.
    public var runsInOtherModes: [Run] {
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
  public struct Machine: Hashable, Sendable {
    /// How long that was watched.
    public var length: Int64
    /// How long the thread ran.
    public var processor: Int64
    /// How long it was ready and did not run; `nil` where the system does not tell.
    public var waited: Int64?

    /// Creates the numbers of a recording.
    public init(length: Int64, processor: Int64, waited: Int64?) {
      (self.length, self.processor, self.waited) = (length, processor, waited)
    }
  }

  /// A timer or display link of the app, with the callouts that were recorded.
  public struct Driver: Hashable, Sendable {
    /// What called it.
    public enum Kind: String, Hashable, Sendable {
      /// A timer of the run loop.
      case timer
      /// A display link.
      case link
    }

    /// One callout, in nanoseconds from the start of the window.
    public struct Firing: Hashable, Sendable {
      /// The date that it answers; when it began if the file does not say.
      public var due: Int64
      /// When it began.
      public var began: Int64
      /// When it ended.
      public var ended: Int64
      /// The date for which the timer was armed after it, if the file says so.
      public var next: Int64?
      /// Whether the file says that the driver was invalid or paused after it.
      public var isLast = false

      /// Creates a callout.
      public init(due: Int64, began: Int64, ended: Int64) {
        (self.due, self.began, self.ended) = (due, began, ended)
      }
    }

    /// The name.
    public var name: String
    /// What called it.
    public var kind: Kind
    /// From one date to the next in nanoseconds: as the app said, else the median of the recorded
    /// dates; 0 with fewer than two callouts.
    public var interval: Int64
    /// The callouts in order.
    public var firings: [Firing]
  }

  /// A run of the loop, also inside a callout, such as the tracking of a finger.
  public struct Run: Hashable, Sendable {
    /// The mode.
    public var mode: String
    /// How many runs were nested, this one included.
    public var depth: Int
    /// When it began, in nanoseconds from the start of the window.
    public var start: Int64
    /// When it returned.
    public var end: Int64

    /// Whether the mode is the one in which an app's loop mostly runs.
    public var isInDefaultMode: Bool { mode.hasSuffix("DefaultMode") }
  }
}
