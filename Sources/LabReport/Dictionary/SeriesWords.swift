import LabSeries

/// The words about a pasted list.
enum SeriesWords {
  /// Every word with its meaning.
  static let all: [(word: String, meaning: String)] =
    SeriesMechanism.allCases.map { ($0.rawValue, $0.meaning) }
    + SeriesMechanism.allCases.filter { $0.phrase != $0.rawValue }.map { ($0.phrase, $0.meaning) }
    + SeriesFinding.Name.allCases.map { ($0.rawValue, $0.meaning) } + [
      (
        "description length",
        "How many bits it takes to write the list down if a mechanism is known: its parameters, and how"
          + " far each number is from what the mechanism says. The mechanism with the fewest bits is"
          + " named; each bit that another one takes more halves its odds."
      ),
      (
        "undecided",
        "The best two mechanisms describe the list in lengths that differ by less than three bits."
          + " Paste more numbers, or say what was asked: --every 16ms."
      ),
      (
        "sure", "The second candidate takes ten bits or more beyond the first: odds of 1000 to 1."
      ),
      ("likely", "The second candidate takes three to ten bits beyond the first."),
      (
        "certainty",
        "How sure the mechanism of a list is: sure, likely or undecided, by the bits to the second."
      ),
      ("rest", "What the intervals of a list do apart from its one long gap."),
      (
        "behind_bits",
        "How many bits longer a mechanism describes the list than the shortest does; each halves its"
          + " odds."
      ),
      ("alike", "No list can tell this mechanism from the one that is named."),
      ("resolution_ms", "The step to which the numbers of a list are told."),
      (
        "paces",
        "The rates of what is locked to refreshes, in turn: callbacks that mostly follow every n-th"
          + " refresh, for so long that a change of rate takes fewer bits than the exceptions would."
      ),
    ]
}
