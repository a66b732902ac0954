extension Scenario {
  /// Every scenario that lacks one thing that this one has, the largest things first.
  package var simpler: [Scenario] {
    var all: [Scenario] = []
    func add(_ change: (inout Scenario) -> Void) {
      var copy = self
      change(&copy)
      if copy != self { all.append(copy) }
    }
    for index in items.indices { add { $0.items.remove(at: index) } }
    for index in events.indices { add { $0.events.remove(at: index) } }
    // A scenario without a program has no text.
    for index in program.indices where program.count > 1 { add { $0.program.remove(at: index) } }
    for (index, item) in items.enumerated() {
      for reaction in item.reactions.indices {
        add { $0.items[index].reactions.remove(at: reaction) }
      }
    }
    for (index, event) in events.enumerated() {
      for action in event.actions.indices where event.actions.count > 1 {
        add { $0.events[index].actions.remove(at: action) }
      }
      add { $0.events[index].interval = 0 }
      add { $0.events[index].isEarly = false }
    }
    for (index, item) in items.enumerated() {
      add { $0.items[index].order = 0 }
      if case .added(to: let modes) = item.birth, modes.count > 1 {
        for mode in modes { add { $0.items[index].birth = .added(to: [mode]) } }
      }
      for reaction in item.reactions.indices where item.reactions[reaction].call != 1 {
        add { $0.items[index].reactions[reaction].call = 1 }
      }
    }
    add { $0.isMain = false }
    return all
  }
}
