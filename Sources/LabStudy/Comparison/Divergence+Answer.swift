package import LabAnswer
package import LabResults

extension TraceDivergence {
  /// The first event in which two traces differ; columns that are empty are left out, and those
  /// that are equal as far as a screen is too narrow.
  package var paragraphs: [[Answer.Part]] {
    let events = [events.0, events.1]
    let differing = columns.indices.filter { column in
      events.allSatisfy { $0 != nil } && events[0]?[column] != events[1]?[column]
    }
    let rows =
      context.map { ("both", $0) }
      + zip(["first", "second"], events).map { ($0, $1 ?? columns.map { _ in "–" }) }
    let shown = columns.indices.filter { column in rows.contains { !$1[column].isEmpty } }
    let table = Table(
      "divergence",
      [.words("side", [""])]
        + shown.map { differing.contains($0) ? .words(columns[$0]) : .words(columns[$0]).spare },
      rows.map { name, row in
        [.text(name)] + shown.map { row[$0].isEmpty ? .blank : .text(row[$0]) }
      })
    let held = underWay.map { "\($0.who) since \($0.since) ms" }
    let reason =
      differing.isEmpty
      ? "one of them has no further event in this run"
      : "in " + differing.map { columns[$0] }.joined(separator: ", ")
    return [
      [
        .sentences([
          Answer.Sentence(
            "The traces diverge in run \(run), arm \(arm), \(reason):", as: "divergence")
        ])
      ], [.table(table)],
      [
        .sentences([
          Answer.Sentence(
            "Under way: \(held.isEmpty ? "nothing" : held.joined(separator: ", ")).",
            as: "under way")
        ])
      ],
    ]
  }
}
