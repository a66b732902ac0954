extension LanguageWords {
  /// The values that are words, each with what it does to a date, a task or a frame.
  static let values: [(name: String, place: String, meaning: String)] =
    catchUps + queues + alarms + displays + policies + caps + hops + deliveries + modes + gestures
    + threads + laws + rules + motions + scenes + counts

  static func words(
    of place: String, _ words: [(String, String)]
  ) -> [(name: String, place: String, meaning: String)] {
    words.map { ($0, "a value of \(place)", $1) }
  }

  private static let catchUps = words(
    of: "‘catch-up’",
    [
      (
        "coalesce",
        "All fire dates that passed while the loop was busy have one callback together, and the grid"
          + " stays:"
          + " after a block of 35 ms a timer of 10 ms is called once, then at the next date of"
          + " its grid."
          + " So does a timer of CFRunLoop. Example: timer ball every 10 ms catch-up coalesce in"
          + " default"
      ),
      (
        "burst",
        "Each fire date that passed has its callback, one right after the other: after a pause of 1 s"
          + " a timer"
          + " of 10 ms is called a hundred times at once. Example: timer ball every 10 ms"
          + " catch-up burst in"
          + " default"
      ),
      (
        "skip",
        "Fire dates that passed have no callback at all; the next one is on the grid. Example: timer"
          + " ball every"
          + " 10 ms catch-up skip in default"
      ),
      (
        "delay",
        "The next fire date is one interval after the beginning of the callback, so that lateness adds"
          + " up: a"
          + " chain of setTimeout. Example: timer ball every 10 ms catch-up delay in default"
      ),
      (
        "rearm",
        "The next fire date is one interval after the end of the callback, so that its work adds up:"
          + " with"
          + " 50 ms of work 300 ms become 350. Example: timer tick every 300 ms catch-up rearm in"
          + " common"
          + " takes 50 ms"
      ),
      (
        "isochronous",
        "One callback stands for all fire dates that passed, and is for the newest of them: it is late"
          + " by less than an interval, where 'coalesce' counts from the oldest."
          + " Example: timer ball every 10 ms catch-up isochronous in default"
      ),
    ])

  private static let queues = words(
    of: "‘presents’",
    [
      (
        "mailbox",
        "A newer frame replaces one that waits for the display, so that of two frames in one"
          + " refresh the first is never seen. Example: display 60 Hz presents mailbox"
      ),
      (
        "fifo",
        "Frames wait for the display in order, so many at most; one that finds the queue full"
          + " is dropped. Two frames in one refresh are both shown, the second a refresh later."
          + " Example: display 60 Hz presents fifo 2"
      ),
      (
        "blocking",
        "A callback ends with present, and one that finds the queue full holds the thread until"
          + " the display has taken a frame, as eglSwapBuffers and nextDrawable do: no frame is"
          + " dropped, and with N frames each is taken N + 1 refreshes after its callback began."
          + " Example: display 60 Hz presents fifo 2 blocking"
      ),
      (
        "at target",
        "A frame carries the time for which it was made, the target of a link or the next fire"
          + " date of a timer, and is shown by the first vsync at or after it; one that is late is"
          + " shown at once, and one that finds three waiting is dropped. So a link of 30 Hz on a"
          + " display of 120 Hz may work for 33 ms. Example: display 120 Hz presents at target"
      ),
    ])

  private static let alarms = words(
    of: "‘alarms’",
    [
      (
        "early",
        "The alarm goes off at the fire date itself, whatever the tolerance. Example: alarms"
          + " land early"
      ),
      (
        "anywhere",
        "The alarm goes off at random between the fire date and the end of the tolerance."
          + " Example: alarms land anywhere"
      ),
      (
        "land on",
        "The alarm goes off at the next tick of a clock, whose ticks count from the start of the run: on"
          + " Windows every 15.625 ms, so that a timer of 10 ms is called 64 times a second. A display link"
          + " does not need it. Example: alarms land on 15.625 ms"
      ),
    ])

  private static let displays = words(
    of: "‘display’",
    [
      (
        "promotion-phone",
        "The display of a phone that refreshes at 120 Hz or a whole fraction of it, as its"
          + " links prefer. A link that prefers nothing has 60 Hz. Example: display promotion-phone"
      ),
      (
        "key",
        "CADisableMinimumFrameDurationOnPhone in the Info.plist of an app: without it a phone"
          + " of 120 Hz holds every link at 60. Example: display promotion-phone without its key"
      ),
      (
        "promotion-pad",
        "The display of a tablet that refreshes at 120 Hz or a whole fraction of it, as its"
          + " links prefer. Example: display promotion-pad"
      ),
      (
        "adaptive",
        "The display waits for a frame, between its fastest and its slowest rate. Example:"
          + " display adaptive 40..120 Hz"
      ),
      (
        "desktop",
        "A rate by name: 60 Hz. Example: display desktop"
      ),
      (
        "phone",
        "A rate by name: 60 Hz. Example: display phone"
      ),
      (
        "ntsc",
        "A rate by name: 60000/1001 Hz. Example: display ntsc"
      ),
    ])

  private static let policies = words(
    of: "‘policy’",
    [
      (
        "pending",
        "A vsync that comes while the callback is under way waits, one at most, and is answered"
          + " as soon as the thread is free. Example: link ball in common policy pending"
      ),
      (
        "latest",
        "The callback is told of the newest vsync, not of the one for which it was called."
          + " Example: link ball in common policy latest"
      ),
      (
        "queue",
        "Each vsync waits for a callback of its own, so many at most. Example: link ball in"
          + " common policy queue 3"
      ),
      (
        "keep-phase",
        "A link of every n-th refresh counts the refreshes that it missed, so that its phase"
          + " stays. Example: link ball every 2 refreshes in common policy pending keep-phase"
      ),
      (
        "zero-on-resume",
        "The first timestamp after a pause is 0. Example: link ball in common policy pending"
          + " zero-on-resume"
      ),
    ])

  private static let caps = words(
    of: "‘acts at most every’",
    [
      (
        "slack",
        "A callback that acts at most so often acts so much early, too. Example: link ball in"
          + " common acts at most every 16.7 ms slack 1 ms"
      ),
      (
        "keep-rest",
        "What is left over of the time since a callback acted counts for the next time, as with"
          + " then = now - elapsed % interval. Example: link ball in common acts at most every 33"
          + " ms keep-rest"
      ),
    ])

  private static let hops = words(
    of: "‘link’, ‘as’ or ‘via’",
    [
      (
        "main-queue",
        "With 'as', a task is a block of the main queue, as DispatchQueue.main.async makes one."
          + " With 'via', a link on a thread of its own begins its callbacks by such blocks: with"
          + " 'coalesced' a block that waits stands for the vsyncs that follow, with 'once' also"
          + " while it runs. Examples: load page every 700 ms takes 2 ms as main-queue; link ball"
          + " off-main via main-queue once"
      ),
      (
        "selector",
        "By a selector that is performed on the main thread, a source of its own for each"
          + " vsync. Example: link ball off-main via selector"
      ),
      (
        "off-main",
        "A link runs on a thread of its own, and hands its vsyncs to the main loop. Example:"
          + " link ball off-main via main-queue"
      ),
    ])

  private static let deliveries = words(
    of: "‘as’",
    [
      (
        "source",
        "A task is a signalled source (version 0), as touches are; one callback serves all that"
          + " wait. Example: load touch every 8 ms takes 1 ms as source"
      ),
      (
        "block",
        "A task is a block that the run loop runs (CFRunLoopPerformBlock), with a wake-up."
          + " Example: load page at 1 s takes 80 ms as block"
      ),
      (
        "relay",
        "A task is a message of a port, of which only one stands in line at a time under 'like"
          + " firefox-esr153'. Example: load worker every 5 ms takes 1 ms as relay"
      ),
    ])

  private static let modes = words(
    of: "‘in’",
    [
      (
        "default",
        "The mode in which the loop runs while no finger is tracked: a timer that is in no"
          + " other stands while the user scrolls. Of a curve, that of Core Animation. Example:"
          + " timer ball every 16 ms in default"
      ),
      (
        "tracking",
        "The mode in which the loop runs while a finger scrolls: only what was added to it, or"
          + " to the common modes, is called. Example: timer ball every 16 ms in default, tracking"
      ),
      (
        "common",
        "Common modes: the callback comes in the default mode, and while a finger scrolls, too."
          + " Example: timer ball every 16 ms in common"
      ),
    ])

  private static let gestures = words(
    of: "‘gesture’",
    [
      (
        "scroll",
        "A gesture that is tracked from the touch until the finger lifts. Example: gesture"
          + " scroll at 1 s for 2 s"
      ),
      (
        "drag",
        "A gesture that is tracked once the finger has moved by the slop. Example: gesture drag"
          + " at 1 s for 2 s speed 300 pt/s"
      ),
      (
        "fling",
        "A gesture that is tracked from the slop on until the view has come to rest. Example:"
          + " gesture fling at 1 s for 100 ms speed 900 pt/s"
      ),
      (
        "tap",
        "A gesture that is not tracked: touch and lift are handled. Example: gesture tap at 1 s"
          + " for 50 ms"
      ),
      (
        "slop",
        "How far a finger moves before it is tracked: until then the loop stays in the default"
          + " mode, and its timers are called. Example: gesture drag at 1 s for 2 s speed 300 pt/s"
          + " slop 10"
      ),
    ])

  private static let threads = words(
    of: "‘like’",
    [
      (
        "run-loop",
        "The rules of CFRunLoop, the default. Example: like run-loop"
      )
    ])

  private static let laws = words(
    of: "‘takes’",
    [
      (
        "uniform",
        "A time that is drawn evenly between two. Example: load a every 9 ms takes uniform 0..6"
          + " ms as port"
      ),
      (
        "normal",
        "A time that is drawn around a mean. Example: load a every 9 ms takes normal mean 3 ms"
          + " sd 1 ms as port"
      ),
      (
        "exponential",
        "A time whose chance to end is always the same. Example: load a every 9 ms takes"
          + " exponential mean 3 ms as port"
      ),
      (
        "lognormal",
        "A time with few long ones. Example: load a every 9 ms takes lognormal mean 3 ms sd 2"
          + " ms as port"
      ),
      (
        "pareto",
        "A time with very few very long ones. Example: load a every 90 ms takes pareto least 1"
          + " ms shape 2.5 as port"
      ),
      (
        "empirical",
        "A time that is drawn from those of a file, of one column duration_us. Example: load a"
          + " every 9 ms takes empirical tasks.csv as port"
      ),
      (
        "sequence",
        "The times of a file, one after the other. Example: load a every 9 ms takes sequence"
          + " tasks.csv as port"
      ),
    ])
}
