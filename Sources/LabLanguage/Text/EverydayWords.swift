/// What people write by the habits of other languages and tools, and the word of a script for it.
package enum EverydayWords {
  /// The statements; behind some stands the kind that is meant.
  package static let statements = [
    "nstimer": "timer", "cfrunlooptimer": "timer", "cadisplaylink": "link", "displaylink": "link",
    "display-link": "link", "driver": "timer", "setinterval": "timer", "settimeout": "timer",
    "requestanimationframe": "link", "variant": "arm", "case": "arm", "assert": "expect",
    "check": "expect", "require": "expect", "task": "load", "work": "load", "block": "load",
    "touch": "gesture scroll", "drag": "gesture drag", "scroll": "gesture scroll",
    "user": "gesture scroll", "finger": "gesture scroll", "scrolls": "gesture scroll",
    "scrolling": "gesture scroll", "swipe": "gesture scroll", "fling": "gesture fling",
    "pan": "gesture scroll",
    "track": "gesture scroll", "tracking": "gesture scroll", "tap": "input tap", "key": "input key",
    "click": "input click", "duration": "run", "length": "run", "for": "sweep",
    "cvdisplaylink": "link", "raf": "link", "dispatchsourcetimer": "timer", "xctassert": "expect",
    "#expect": "expect", "parameter": "sweep", "param": "sweep", "var": "sweep", "const": "let",
    "define": "let", "dispatch": "load", "async": "load", "job": "load", "times": "repeat",
    "refresh": "display", "screen": "display",
    "refresh-rate": "display", "refreshrate": "display", "monitor": "display", "time": "run",
    "scenario": "arm", "should": "expect", "expects": "expect", "must": "expect",
    "background": "load", "hang": "load", "noise": "load", "vsync": "link",
    "animationframe": "link",
    "fps": "display", "presents": "display", "depth": "display", "guard": "display",
    "vary": "sweep", "replications": "repeat", "animation": "animate", "import": "include",
    "sleep": "load", "gc": "load", "usleep": "load", "thread": "load", "dispatchqueue": "load",
    "promise": "load", "runnable": "load", "choreographer": "link", "timelineview": "link",
    "mtkview": "link", "handler": "timer", "scheduledtimer": "timer", "dispatchsource": "timer",
    "valueanimator": "animate", "cabasicanimation": "animate", "uiview": "animate",
    "withanimation": "animate", "scrollview": "gesture scroll", "uiscrollview": "gesture scroll",
    "button": "input tap", "rate": "display", "seconds": "run", "cpu": "stretch",
    "thermal": "stretch",
    "body": "box", "description": "question", "name": "title", "experiment": "title",
  ]

  /// The words with which clauses and actions begin.
  static let clauses = [
    "interval": "every", "per": "every", "once": "at", "period": "every", "each": "every",
    "repeating": "every",
    "cost": "takes", "costs": "takes", "lasting": "takes", "lasts": "takes", "duration": "takes",
    "for": "takes", "length": "takes", "work": "takes", "mode": "in", "modes": "in", "on": "in",
    "leeway": "tolerance", "slack": "tolerance", "offset": "phase", "stop": "pause",
    "suspend": "pause", "start": "resume", "continue": "resume", "unpause": "resume",
    "remove": "invalidate", "cancel": "invalidate", "kill": "invalidate", "end": "until",
    "velocity": "speed", "via": "as", "through": "as", "throttled": "acts", "throttle": "acts",
    "capped": "acts",
  ]

  /// One of some words; what is meant depends on where it stands.
  static let choices = [
    "chrome": ["chromium"], "edge": ["chromium"], "blink": ["chromium"],
    "browser": ["chromium"], "node": ["chromium"], "gecko": ["firefox-esr153"],
    "cfrunloop": ["run-loop"], "runloop": ["run-loop"], "nsrunloop": ["run-loop"],
    "ios": ["run-loop"], "macos": ["run-loop"], "uikit": ["run-loop"], "app": ["run-loop"],
    "swipe": ["scroll"], "pan": ["scroll"], "touch": ["tap"], "press": ["tap"], "click": ["tap"],
    "dispatch": ["main-queue"], "gcd": ["main-queue"], "async": ["main-queue"],
    "dispatchqueue.main": ["main-queue"], "queue": ["main-queue"], "message": ["port"],
    "flick": ["fling"], "middle": ["anywhere"], "random": ["anywhere"], "nstimer": ["timer"],
  ]

  /// The units.
  static let units = [
    "fps": "Hz", "p": "Hz", "hertz": "Hz", "sec": "s", "secs": "s", "second": "s",
    "seconds": "s", "msec": "ms", "msecs": "ms", "millis": "ms", "millisecond": "ms",
    "milliseconds": "ms", "usec": "us", "usecs": "us", "micros": "us", "microsecond": "us",
    "microseconds": "us", "nsec": "ns", "nanos": "ns", "nanosecond": "ns", "nanoseconds": "ns",
    "mins": "min", "minute": "min", "minutes": "min", "hour": "h", "hours": "h", "px": "pt",
    "points": "pt", "percent": "%", "pct": "%",
    "frame": "refreshes", "frames": "refreshes", "refresh": "refreshes", "vsync": "refreshes",
    "vsyncs": "refreshes",
  ]

  /// The numbers.
  static let numbers = [
    "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6",
    "seven": "7", "eight": "8", "nine": "9", "ten": "10", "twelve": "12", "twenty": "20",
    "thirty": "30", "fifty": "50", "sixty": "60", "hundred": "100",
  ]

  /// Returns the word of a clause or an action that is meant by another, if it is among some.
  static func clause(_ word: String, among words: [String]) -> String? {
    clauses[word.lowercased()].flatMap { words.contains($0) ? $0 : nil }
  }
}
