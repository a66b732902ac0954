extension LanguageWords {
  /// The values that are words of motions, scenes and studies.
  static let motions = words(
    of: "‘animate’ or ‘step’",
    [
      (
        "linear",
        "A curve of even speed. Example: animate ball along linear from 0 to 300 over 1 s by now"
      ),
      (
        "ease-in",
        "A curve that begins slowly. Example: animate ball along ease-in from 0 to 300 over 1 s"
          + " by now"
      ),
      (
        "ease-out",
        "A curve that ends slowly. Example: animate ball along ease-out from 0 to 300 over 1 s by"
          + " now"
      ),
      (
        "ease-in-out",
        "A curve that begins and ends slowly. Example: animate ball along ease-in-out from 0 to"
          + " 300 over 1 s by now"
      ),
      (
        "bounce",
        "A curve that meets its end three times. Example: animate ball along bounce from 0 to 300"
          + " over 1 s by now"
      ),
      (
        "quadratic",
        "A curve of even acceleration. Example: animate ball along quadratic from 0 to 300 over 1"
          + " s by now"
      ),
      (
        "cubic",
        "A curve of two control points. Example: animate ball along cubic(0.25, 0.1, 0.25, 1)"
          + " from 0 to 300 over 1 s by now"
      ),
      (
        "spring",
        "A curve of so many swings with a damping. Example: animate ball along spring(3, 0.2)"
          + " from 0 to 300 over 1 s by now"
      ),
      (
        "solved",
        "A cubic curve solved by Newton and bisection to an error. Example: animate ball along"
          + " ease-in solved within 0.001 from 0 to 300 over 1 s by now"
      ),
      (
        "now",
        "A frame shows the motion at the instant at which its callback begins. Example: animate"
          + " ball along linear from 0 to 300 over 1 s by now"
      ),
      (
        "timestamp",
        "A frame shows the motion at the vsync of its callback, however late that begins."
          + " Example: animate"
          + " ball along linear from 0 to 300 over 1 s by timestamp"
      ),
      (
        "duration",
        "Each frame goes on by the duration of a refresh, whatever time passed. Example: animate"
          + " ball along"
          + " linear from 0 to 300 over 1 s by duration"
      ),
      (
        "book",
        "A motion that draws its end and can start again. Example: animate ball along linear from"
          + " 0 to 300 over 1 s by now as book"
      ),
      (
        "article",
        "A motion that counts from its first callback, never draws its end and starts once."
          + " Example: animate ball along linear from 0 to 300 over 1 s by now as article"
      ),
      (
        "repaired",
        "The article's motion without its defects. Example: animate ball along linear from 0 to"
          + " 300 over 1 s by now as repaired"
      ),
      ("euler", "A step by the velocity before it. Example: step ball velocity 50 pt/s by euler"),
      (
        "midpoint",
        "A step by the velocity in its middle. Example: step ball velocity 50 pt/s by midpoint"
      ),
      (
        "since-start",
        "The first difference of time counts from the start. Example: step ball velocity 50 pt/s"
          + " first since-start"
      ),
      ("zero", "The first difference of time is 0. Example: step ball velocity 50 pt/s first zero"),
      (
        "skipped",
        "The first callback moves nothing. Example: step ball velocity 50 pt/s first skipped"
      ),
      (
        "since-boot",
        "The first difference of time is as long as the machine runs. Example: step ball velocity"
          + " 50 pt/s first since-boot 1 h"
      ),
      (
        "strongly",
        "The timer or link keeps its target. Example: step ball velocity 50 pt/s held strongly"
      ),
      (
        "weakly",
        "The timer or link does not keep its target. Example: step ball velocity 50 pt/s held"
          + " weakly"
      ),
      (
        "listener",
        "The views let go of by their owner. Example: step ball velocity 50 pt/s drops listener"
          + " at 1 s"
      ),
      (
        "notifier",
        "What tells the views, let go of by its owner. Example: step ball velocity 50 pt/s drops"
          + " notifier at 1 s"
      ),
    ])

  static let scenes = words(
    of: "‘simulate’, ‘scene’ or a behavior",
    [
      (
        "variable",
        "One step as long as the time since the last callback. Example: simulate ball scene crate"
          + " steps variable"
      ),
      (
        "capped",
        "One step, no longer than this. Example: simulate ball scene crate steps capped 20 ms"
      ),
      (
        "semi-fixed",
        "As many steps as it takes, none longer than this. Example: simulate ball scene crate"
          + " steps semi-fixed 8 ms"
      ),
      (
        "fixed",
        "Equal steps: of a scene until the callback is caught up with, of a motion one a"
          + " callback. Example: simulate ball scene crate steps fixed 1/120 s"
      ),
      (
        "interpolated",
        "A scene is drawn between its last two steps. Example: simulate ball scene crate steps"
          + " fixed 1/120 s interpolated"
      ),
      (
        "clamped",
        "So many steps in a callback at most. Example: simulate ball scene crate steps fixed"
          + " 1/120 s clamped 5"
      ),
      (
        "owed",
        "The steps that a callback may not make are made by those that follow, so that the scene"
          + " runs fast until it has caught up. Example: simulate ball scene crate steps fixed 1/120 s"
          + " clamped 5 owed"
      ),
      (
        "position-first",
        "A step moves a body, then changes its speed. Example: simulate ball scene crate steps"
          + " variable order position-first"
      ),
      (
        "velocity-first",
        "A step changes the speed of a body, then moves it. Example: simulate ball scene crate"
          + " steps variable order velocity-first"
      ),
      (
        "angle",
        "The coordinate that a body turns by. Example: simulate ball scene crate steps variable"
          + " shows angle"
      ),
      (
        "tilt",
        "An input that turns gravity to the side at 2 s and back at 4 s. Example: simulate ball"
          + " scene crate steps variable input tilt from motion"
      ),
      ("bodies", "A scene whose bodies move by themselves. Example: scene room as bodies"),
      (
        "items",
        "A scene in which nothing acts on an item but behaviors. Example: scene room as items"
      ),
      (
        "boundaries",
        "Items collide with the bounds and the path alone. Example: collide all in view with"
          + " boundaries"
      ),
      (
        "everything",
        "Items collide with each other, with the bounds and with the path. Example: collide all"
          + " in view with everything"
      ),
      ("continuous", "A push that goes on. Example: push ball in view by 1, 0 as continuous"),
      (
        "instantaneous",
        "A push in the first step alone. Example: push ball in view by 1, 0 as instantaneous"
      ),
    ])

  static let counts = words(
    of: "a study",
    [
      (
        "all",
        "All items of a scene, or, of --metrics, all metrics. Example: gravity all in view"
      ),
      (
        "least",
        "The shortest time that a pareto law draws. Example: load a every 90 ms takes pareto least 1 ms"
          + " shape 2.5 as port"
      ),
      (
        "chunks",
        "A change: a task, or the work of a callback, is done in parts, and what is left waits behind"
          + " others. Example: what if page in chunks of 4 ms"
      ),
      (
        "threads",
        "A change: each task runs on a thread of its own, and a block of 0.1 ms brings back what came of"
          + " it. Example: what if page elsewhere on threads"
      ),
      (
        "largest",
        "The largest value for which an expectation holds. Example: find largest block where"
          + " link.ball.dropped <= 2"
      ),
      (
        "smallest",
        "The smallest value for which an expectation holds. Example: find smallest block where"
          + " link.ball.dropped >= 2"
      ),
      (
        "ends",
        "Of ‘after’: a task follows each end of a driver, which is that of its motion or of ‘from’, its one"
          + " callback, or ‘invalidate’. So does the completion handler of an animation. Example: load"
          + " completion after ball ends takes 4 ms as main-queue"
      ),
      (
        "sheet",
        "A change: a panel is shown without a loop of its own, so that the main queue goes on. Example:"
          + " what if alert as a sheet"
      ),
      (
        "halved",
        "A change: each task or callback takes half of its time. Example: what if page halved"
      ),
      (
        "without",
        "A change: the tasks of a load, or a driver, are not there. Example: what if without page"
      ),
      (
        "apart",
        "How long after one another the tasks of a burst arrive. Example: load a burst 5 each 100"
          + " ms apart 2 ms takes 1 ms as port"
      ),
      (
        "never",
        "A claim that an event happens for no value of what is open. Example: prove never"
          + " link.ball.double_fires over phase 0 .. 1"
      ),
      (
        "always",
        "A claim that a limit holds for every value of what is open. Example: prove always"
          + " link.ball.lateness <= 20 ms over phase 0 .. 1"
      ),
    ])
}
