extension Scenario: CustomStringConvertible {
  /// The scenario in the notation that ``ScenarioParser`` reads, one statement a line.
  package var description: String {
    var lines: [String] = isMain ? ["main thread"] : []
    lines += items.map(\.description)
    lines += events.map(\.description)
    lines += program.map(\.description)
    return lines.joined(separator: "\n")
  }
}

extension Scenario.Item: CustomStringConvertible {
  /// The statement that declares the item.
  package var description: String {
    var words: [String]
    switch kind {
    case .timer(let date, let interval):
      let step = interval == 0 ? "" : "/\(timeText(interval))"
      words = ["timer", name, timeText(date) + step]
    case .source: words = ["source", name]
    case .port: words = ["port", name]
    case .observer(let activities, let once):
      words = name.isEmpty ? ["watch"] : ["observer", name]
      if activities != .all { words.append(activities.text) }
      if once { words.append("once") }
    case .block: words = ["block", name]
    case .mainBlock: words = ["main", name]
    }
    if order != 0 { words.append("order \(order)") }
    switch birth {
    case .added(to: let modes): if modes != ["default"] { words += ["in"] + modes }
    case .unadded: words.append("unadded")
    case .later: if kind != .block, kind != .mainBlock { words.append("later") }
    }
    let text = words.joined(separator: " ")
    guard !reactions.isEmpty else { return text }
    return "\(text): \(reactions.map(\.description).joined(separator: ", "))"
  }
}

extension Scenario.Reaction: CustomStringConvertible {
  /// The action, with the call to which it is restricted in front.
  package var description: String {
    let call = call.map { "#\($0)" } ?? ""
    let filter = (activity?.text ?? "") + call
    return filter.isEmpty ? "\(action)" : "\(filter) \(action)"
  }
}

extension Scenario.Event: CustomStringConvertible {
  /// The statement that schedules the event.
  package var description: String {
    let step = interval == 0 ? "" : "/\(timeText(interval))"
    let actions = actions.map(\.description).joined(separator: ", ")
    return "at \(timeText(date))\(step)\(isEarly ? " early" : ""): \(actions)"
  }
}

extension Action: CustomStringConvertible {
  /// The action as the notation writes it.
  package var description: String {
    switch self {
    case .busy(let duration): "busy \(timeText(duration))"
    case .sleep(let length): "sleep \(timeText(length))"
    case .signal(let name): "signal \(name)"
    case .ring(let name): "ring \(name)"
    case .wake: "wake"
    case .stop: "stop"
    case .stopMode(let mode): "stop \(mode)"
    case .perform(let name, let modes): "perform \(name)\(text(of: modes))"
    case .enqueue(let name): "enqueue \(name)"
    case .setDate(let name, let date): "date \(name) \(timeText(date))"
    case .add(let name, let modes): "add \(name)\(text(of: modes))"
    case .remove(let name, let modes): "remove \(name)\(text(of: modes))"
    case .invalidate(let name): "invalidate \(name)"
    case .makeCommon(let mode): "common \(mode)"
    case .run(let mode, let limit, let returnsAfterSource, let label):
      "run \(mode == "default" ? "" : "\(mode) ")\(limit.map(timeText) ?? "forever")"
        + "\(returnsAfterSource ? " ret" : "")\(label.map { " as \($0)" } ?? "")"
    case .foundation(let call): "\(call)"
    case .log(let property): "log \(property)"
    case .say(let text): "say \(text)"
    }
  }

  private func text(of modes: [String]) -> String {
    modes == ["default"] ? "" : " in " + modes.joined(separator: " ")
  }
}

extension Property: CustomStringConvertible {
  /// The property as the notation writes it.
  package var description: String {
    switch self {
    case .next(let name): "next \(name)"
    case .valid(let name): "valid \(name)"
    case .interval(let name): "interval \(name)"
    case .repeats(let name): "repeats \(name)"
    case .contains(let name, let mode): "in \(name) \(mode)"
    case .modeNext(let mode): "modeNext \(mode)"
    case .wall: "wall"
    case .waiting: "waiting"
    case .mode: "mode"
    case .modes: "modes"
    }
  }
}
