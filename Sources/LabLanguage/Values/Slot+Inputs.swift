extension Slot<String> {
  package static var driver: Slot<String> {
    Slot("DRIVER", "ball", "the name of a timer or display link") { cursor throws(Mistake) in
      try cursor.read(.name)
    }
  }
}
