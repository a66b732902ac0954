package import LabWorkload

extension Slot<(name: String, ends: Bool, delay: DurationLaw)> {
  package static var leader: Slot<(name: String, ends: Bool, delay: DurationLaw)> {
    Slot(
      "LEADER", "fetch delayed by 5 ms",
      "the name of a load above, each of whose tasks is followed by one; or 'ball ends', a timer, link or"
        + " loop, each of whose ends is; 'delayed by LAW' after that (default: at once)"
    ) { cursor throws(Mistake) in
      let name = try cursor.read(.name)
      let ends = cursor.accept("ends")
      guard cursor.accept("delayed") else { return (name, ends, .constant(.zero)) }
      try cursor.expect("by")
      return (name, ends, try cursor.read(.law))
    }
  }
}

extension Slot<(count: Int, interval: Duration, apart: Duration)> {
  package static var burst: Slot<(count: Int, interval: Duration, apart: Duration)> {
    Slot("BURST", "5 each 100 ms", "how many at a time and how often; 'apart 2 ms' spreads them") {
      cursor throws(Mistake) in
      let count = try cursor.read(.count)
      try cursor.expect("each")
      let interval = try cursor.read(.positiveDuration)
      guard cursor.accept("apart") else { return (count, interval, .zero) }
      let place = cursor.place
      let apart = try cursor.read(.duration)
      guard apart * (count - 1) <= interval else {
        throw Mistake(place, "a burst must be over before the next one begins.")
      }
      return (count, interval, apart)
    }
  }
}

extension Slot<(count: Int, interval: Duration)> {
  package static var repetition: Slot<(count: Int, interval: Duration)> {
    Slot("REPETITION", "3 every 2 s", "how many gestures, and how long from one touch to the next")
    { cursor throws(Mistake) in
      let count = try cursor.count(in: 1...1000)
      try cursor.expect("every")
      return (count, try cursor.read(.positiveDuration))
    }
  }
}

extension Slot<(isLargest: Bool, sweep: Token)> {
  package static var bound: Slot<(isLargest: Bool, sweep: Token)> {
    Slot("BOUND", "largest hiccup", "largest or smallest, and the name of a sweep") {
      cursor throws(Mistake) in
      let isLargest = try cursor.word(among: [("largest", true), ("smallest", false)])
      return (isLargest, try cursor.take("the name of a sweep"))
    }
  }
}

extension Slot<(Quantity, Quantity)> {
  package static var range: Slot<(Quantity, Quantity)> {
    Slot("RANGE", "0 ms .. 40 ms", "two quantities, the smaller first") {
      cursor throws(Mistake) in try cursor.range()
    }
  }
}

extension Slot<Quantity> {
  package static var quantity: Slot<Quantity> {
    Slot("QUANTITY", "10 us", "a number with its unit") {
      cursor throws(Mistake) in try cursor.quantity()
    }
  }
}
