/// The script of a trial.
struct TrialScript {
  let name: String
  let source: String
  let length: Int64
  let display: TrialDisplay
  let loop: TrialLoop?

  var text: String {
    """
    # The main thread of \(Self.plain(source)), beside a timer and two display links.
    title     \(Self.plain(source))
    question  What do a timer and a display link make of this main thread?

    \(stage)
    run       \(milliseconds) ms
    \(statements)

    # What must hold? Write for example:
    # expect link.ball.hitch_ratio < timer.ball.hitch_ratio

    """
  }

  private var statements: String {
    let cost = loop == nil ? "0.5 ms" : "sequence \(costs)"
    let modes = loop?.modes ?? "common"
    let others = loop?.otherLines ?? []
    var lines = ["load      page recorded \(name).csv as main-queue"] + (loop?.stage ?? []) + [""]
    func add(_ arm: String, _ driver: String) {
      lines += ["arm \(arm)", "  \(driver)"] + others.map { "  \($0)" }
    }
    if let loop { add("recorded", loop.line(costs: costs)) }
    add("timer", "timer ball every \(interval) in \(modes) takes \(cost)")
    add("link", "link  ball in \(modes) takes \(cost)")
    add("link-skip", "link  ball in \(modes) policy skip takes \(cost)")
    return lines.joined(separator: "\n")
  }

  private var costs: String { "\(name).costs.csv" }

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
