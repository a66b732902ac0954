/// What a page's main thread has to do in a run, in nanoseconds.
struct PageProgram {
  /// A timer that sets itself again, by `setInterval` or, if it is a chain, by `setTimeout`.
  struct Timer {
    let name: String
    let interval: Int
    let first: Int
    var isChain = false
    var takes = 0
  }

  /// A worker that posts a message at every point of a grid, unless its last one is not done.
  struct Worker {
    let name: String
    let interval: Int
    let first: Int
  }

  /// Tasks that arrive one after the other, all by the same worker.
  struct Tasks {
    let name: String
    let list: [(arrives: Int, takes: Int)]
  }

  let period: Int
  /// When the first vsync is.
  var phase = 0
  let duration: Int
  var timers: [Timer] = []
  var workers: [Worker] = []
  var tasks: [Tasks] = []

  /// A callback that began, and for a frame its time.
  struct Begin: Hashable {
    let name: String
    let at: Int
    var stamp: Int?
  }
}

/// The rules of a browser, stated apart from those of the laboratory.
struct PageRules {
  var remembers = true
  var framesFirst = false
  var promotion: Int?
  /// F5: the grace is so many parts of a refresh.
  var grace: Int?
  /// Whether timers join the line when the thread looks, not when they are due.
  var timersJoinLate = true
  /// Whether each timer has an alarm of its own.
  var alarmEach = true
  var batch: Int?
  var inARow: Int?
  var intervalsDrift = false
  var guardParts: Int?
  var relays = false

  var post = 320_000
  var again = 60_000
  var wake = 55_000
  var frame = 460_000
  var timer = 35_000
  var message = 35_000
  var between = 20_000

  static let chromium = PageRules(promotion: 100_000_000, inARow: 3, guardParts: 20)
  static let firefox = PageRules(
    remembers: false, framesFirst: true, grace: 20, timersJoinLate: false, alarmEach: false,
    batch: 4_000_000, intervalsDrift: true, relays: true, post: 230_000, again: 0, wake: 60_000)
}
