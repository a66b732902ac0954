/// What four texts on animation say, and which experiment of the lab shows it.
enum Chapter {
  /// A text, and what it says.
  struct Part: Sendable {
    let title: String
    let source: String
    let claims: [Claim]
  }

  static let parts = [timing, physics, curves, deltaTime, dynamics]

  /// The whole page.
  static func page() throws -> String {
    let sections = try parts.map { part in
      """
      ## \(part.title)

      \(part.source)

      | # | The text says | Verdict | Because | Experiment | Numbers |
      | --- | --- | --- | --- | --- | --- |
      \(try part.claims.map { try $0.row() }.joined(separator: "\n"))

      """
    }
    return """
      # The chapter, claim by claim

      What the texts say that this lab grew from, each with the experiment that shows it.

      ## How to read it

      Every row is measured anew by a test: the experiment is performed at the point that the row names, all
      that the experiment expects must hold there, and the numbers are read from its runs. Of several
      replications they are means. `runlooplab run experiments/*/NAME.lab` shows the rest, and `runlooplab
      explain` says what a metric means.

      Number 10, that every thread has a run loop, has no row: a loop is made when a thread first asks for its
      own, serves nothing until it is run, and the lab has one thread.

      \(sections.joined(separator: "\n"))
      """
  }
}
