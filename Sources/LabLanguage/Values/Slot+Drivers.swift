import LabKernel
package import LabWorkload

extension Slot<[Driver.Life]> {
  package static var lives: Slot<[Driver.Life]> {
    Slot(
      "SPANS", "0.2 s until 4 s, 6 s",
      "when it is made, perhaps 'until' it is gone (default: the end of the run); several with commas"
    ) { cursor throws(Mistake) in
      var lives: [Driver.Life] = []
      repeat {
        let place = cursor.place
        let life = try cursor.life()
        if let last = lives.last, last.ends ?? .distantFuture > life.begins {
          throw Mistake(
            place, "this begins before the one above has ended. Write them in order.")
        }
        guard lives.count < Limits.lives else {
          throw Mistake(place, "more than \(Limits.lives) spans.")
        }
        lives.append(life)
      } while cursor.accept(",")
      return lives
    }
  }
}

extension Slot<DurationLaw> {
  /// A law of durations, or those that belong to the dates of a driver.
  package static var cost: Slot<DurationLaw> {
    Slot(
      "COST", "0.5 ms",
      "\(Slot<DurationLaw>.law.words.meaning); or 'recorded FILE', whose columns \(DatedTable.header) say"
        + " how long the callback of each date took: a date takes what the next one in the file did"
    ) { cursor throws(Mistake) in
      guard cursor.accept("recorded") else { return try cursor.read(.law) }
      return .dated(try cursor.datedDurations())
    }
  }
}

extension TokenCursor {
  fileprivate mutating func life() throws(Mistake) -> Driver.Life {
    let begins = try read(.instant)
    guard accept("until") else { return Driver.Life(from: begins) }
    let place = place
    let ends = try read(.instant)
    guard begins < ends else {
      throw Mistake(place, "this is not after the beginning, and nothing would be due.")
    }
    return Driver.Life(from: begins, until: ends)
  }

  fileprivate mutating func datedDurations() throws(Mistake) -> DatedDurations {
    let place = place
    let path = place.source.beside(try path())
    guard let files = scope.files else { preconditionFailure("'\(path)' is read without files") }
    return try files.datedDurations(path, place: place)
  }
}
