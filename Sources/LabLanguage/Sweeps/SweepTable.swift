/// The sweeps of a script in order, found by their names at once.
package struct SweepTable: RandomAccessCollection, Sendable {
  /// The sweeps, in the order in which they were added.
  package private(set) var all: [Sweep] = []
  private var positions: [String: Int] = [:]

  package init(_ sweeps: [Sweep] = []) {
    for sweep in sweeps { append(sweep) }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { all.count }
  package subscript(index: Int) -> Sweep { all[index] }

  /// Returns the sweep of a name, or `nil` if there is none.
  package subscript(name: String) -> Sweep? { positions[name].map { all[$0] } }

  /// Adds a sweep; of two with one name the later one counts.
  package mutating func append(_ sweep: Sweep) {
    positions[sweep.name] = all.count
    all.append(sweep)
  }

  /// Returns the index of the sweep that a `{name}` names.
  package func index(named token: Token) throws(Mistake) -> Int {
    if let index = positions[token.text] { return index }
    let sweeps = all
    throw Mistake(
      token.place, "there is no sweep '\(token.text)'.", isAboutName: true,
      hint: Hint(token.text, otherwise: " Write 'sweep \(token.text) = …' with its values.") {
        sweeps.map { $0.name }
      })
  }
}
