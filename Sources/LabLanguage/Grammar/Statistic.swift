/// What an expectation can ask of the replications of a sweep point.
package enum Statistic: String, CaseIterable, Sendable {
  case min
  case max
  case mean
  case median
  case p90
  case p99
  case sd
  case se
  case count
}
