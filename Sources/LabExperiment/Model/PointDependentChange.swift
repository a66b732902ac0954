import LabLanguage
import LabWorkload

/// One of the changes of a statement, which may differ from sweep point to sweep point.
struct PointDependentChange: Sendable {
  let setting: PointDependent<[Change]>
  let number: Int

  func value(at point: [Int]) -> Change { setting.value(at: point)[number] }
}
