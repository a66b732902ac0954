import LoopScenarios

/// What holds in every arrangement if the rules of the loop are right.
enum Statement: String, CaseIterable {
  case linkOncePerRefresh = "a link fires at most once in a refresh"
  case linkLateByWork = "a link is late by the work there is at most"
  case timerLateByWork = "a timer is late by the work there is at most"
  case timerOncePerDate = "a timer fires once for a date, and never before it"
  case timerSkipsOwnDates = "a timer skips the dates until its callback is over"
  case wakesForSomething = "without wake-ups from outside the thread never wakes for nothing"
  case wakesForRings = "the thread wakes only when something rings"
  case idleBeforeWaiting = "idle is announced before waiting alone"
  case neverWaitsWhileReady = "the thread never sleeps while something is ready"
  case onePortPerPass = "a pass serves one port"
  case turnsAreKept = "a link and the only timer are served in the order in which they are due"
  case turnsBesideMainQueue = "a link waits for one round of the main queue at most"
  case mainQueueFirst = "in one run a task of the main queue waits for one other port at most"
  case roundsAreClosed = "a round of the main queue has what was in line as it began"
  case mainQueueOnce = "a task of the main queue never begins inside another"
  case limitsArePassed = "a run with a limit lasts longer than it"
  case returnsForSources = "a run that returns after a source has called one"
  case stopEndsOneRun = "a stop ends one run"

  /// The statements that do not hold in an arrangement.
  static func refuted(by timeline: Timeline, in arrangement: Arrangement) -> [Statement] {
    let course = Course(arrangement, timeline)
    return allCases.filter { !$0.holds(in: course) }
  }

  /// Whether it holds in a course.
  func holds(in course: Course) -> Bool {
    switch self {
    case .linkOncePerRefresh:
      zip(course.links, course.links.dropFirst()).allSatisfy {
        course.refresh(of: $0) != course.refresh(of: $1)
      }
    case .linkLateByWork: course.linkLateness.allSatisfy { $0 <= course.work }
    case .timerLateByWork: course.timerLateness.allSatisfy { $0 <= course.work }
    case .timerOncePerDate:
      course.fires.enumerated().allSatisfy { course.dates(upTo: $0.element.began) > $0.offset }
    case .timerSkipsOwnDates: course.timerLateness.allSatisfy { $0 >= 0 }
    case .wakesForSomething: course.hasWakeUps || course.wakes.allSatisfy(\.hasCallout)
    case .wakesForRings: course.wakes.allSatisfy { $0.slept == 0 || course.rings($0.time) }
    case .idleBeforeWaiting: course.isIdleBeforeWaiting
    case .neverWaitsWhileReady: course.wakes.allSatisfy { $0.slept == 0 || !$0.wasReady }
    case .onePortPerPass: course.mostPortsInAPass <= 1
    case .turnsAreKept: !course.isOneTimer || course.isEveryTurnKept
    case .turnsBesideMainQueue: course.roundsBesideLink <= 1
    case .mainQueueFirst: !course.isOneRun || course.mostPortsBesideMain <= 1
    case .roundsAreClosed: course.isEveryRoundClosed
    case .mainQueueOnce: course.mainDepth <= 1
    case .limitsArePassed: course.isEveryRunLongEnough
    case .returnsForSources: course.isEveryReturnEarned
    case .stopEndsOneRun: course.stops <= 1
    }
  }
}
