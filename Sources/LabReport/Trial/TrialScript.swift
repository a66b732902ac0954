/// The script of a trial.
struct TrialScript {
  let name: String
  let source: String
  let length: Int64
  let display: TrialDisplay

  var text: String {
    """
    # The main thread of \(Self.plain(source)), beside a timer and two display links.
    title     \(Self.plain(source))
    question  What do a timer and a display link make of this main thread?

    \(stage)
    run       \(milliseconds) ms
    load      page recorded \(name).csv as main-queue

    arm timer
      timer ball every \(interval) in common takes 0.5 ms
    arm link
      link  ball in common takes 0.5 ms
    arm link-skip
      link  ball in common policy skip takes 0.5 ms

    # What must hold? Write for example:
    # expect link.ball.hitch_ratio < timer.ball.hitch_ratio

    """
  }

  private var stage: String {
    if display.vsyncs != nil { return "display   recorded \(name).vsyncs.csv" }
    guard display.rates.count > 1 else { return "display   \(display.rates[0])" }
    return """
      sweep     rate = \(display.rates.joined(separator: ", "))
      let       period = 1 / {rate}
      display   {rate}
      """
  }

  private var interval: String {
    guard display.vsyncs != nil || display.rates.count == 1 else { return "{period}" }
    return "1/\(display.rates[0].dropLast(3)) s"
  }

  /// Whole milliseconds, and some more, so that the end of the last task is seen on the display.
  private var milliseconds: Int64 { (length + 999_999) / 1_000_000 + 100 }

  /// Returns a name without what begins a comment or a reference.
  private static func plain(_ text: String) -> String {
    String(text.map { "#{}".contains($0) ? "_" : $0 })
  }
}
