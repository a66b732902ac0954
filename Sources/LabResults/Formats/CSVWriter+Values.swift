import LabKernel
import LabMetrics

extension CSVWriter {
  /// Appends a whole number; `nil` leaves the field empty.
  package mutating func field(_ number: Int?) {
    if let number { field(number) } else { emptyField() }
  }

  /// Appends the value of a metric; `nil` leaves the field empty.
  mutating func value(_ value: MetricValue?) {
    switch value {
    case nil: emptyField()
    case .count(let count): field(count)
    case .time(let time): milliseconds(time.wholeNanoseconds)
    case .number(let number): self.number(number)
    }
  }
}
