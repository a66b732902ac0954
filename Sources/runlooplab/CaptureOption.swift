import Foundation
import LabLanguage
import LabMetrics
import LabResults
import LabStudy
import LabText

/// How captures of other tools are measured, as options name it.
struct CaptureOption {
  static let options = [
    Option(
      "--refresh", "HZ", "refresh rate of the display (default: as the median frame lasts)"),
    Option("--cadence", "N", "a new frame is wanted every N refreshes (default: 1)"),
    Option(
      "--times", "TIMES",
      "take frame times from display to display (displayed, the default) or from present to"
        + " present (presented, as CapFrameX and FrameView do)"),
  ].map { $0.about(.frames) }

  private let period: Duration?
  private let cadence: Int
  private let basis: FrameSeries.Basis?

  init(_ arguments: Arguments) throws(UsageError) {
    period = try Self.period(arguments.text("--refresh"))
    cadence = try arguments.number("--cadence", in: 1...1000) ?? 1
    guard let text = arguments.text("--times") else {
      basis = nil
      return
    }
    guard let basis = FrameSeries.Basis(rawValue: text) else {
      let words = FrameSeries.Basis.allCases.map(\.rawValue)
      throw UsageError(
        "'--times \(text)' is not possible." + Spelling.hint(for: text, among: words)
          + " Write \(Spelling.list(words)).")
    }
    self.basis = basis
  }

  private static func period(_ text: String?) throws(UsageError) -> Duration? {
    guard let text else { return nil }
    guard let rate = Double(text), (1...1000).contains(rate) else {
      throw UsageError(
        "'--refresh \(text)' is not a rate from 1 to 1000, in hertz without the unit. Write for"
          + " example '60'.")
    }
    return .nanoseconds(Int64((1_000_000_000 / rate).rounded()))
  }

  /// Reads a capture, and lets the rules judge each of its swap chains.
  ///
  /// - Returns: The chains with their titles.
  /// - Throws: What is wrong with the file.
  func chains(of operand: String) throws -> [CaptureComparison.Chain] {
    let path = FileBytes.title(of: operand)
    let bytes: [UInt8]
    do {
      let isPiped = operand == Scripts.standardInput
      bytes = try isPiped ? FileBytes(operand).all() : InputFile.read(operand)
    } catch {
      throw InputError(path: path, "the file cannot be read: \(error).")
    }
    return try FrameCapture(path: path, bytes: bytes)
      .chains(of: path, refreshPeriod: period, cadence: cadence, by: basis)
  }
}
