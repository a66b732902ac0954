// What became of a physics scene, from the rows after its last start; from all rows of one that a
// resume lets go on before it starts.
extension Account {
  mutating func scene() {
    guard let looks = situation.scenes[driver.name] else { return }
    let begin = driver.motions.last?.row ?? 0
    let own = story.rows[begin..<story.count].filter { $0.who == driver.name }
    func rows(_ detail: String) -> [Row] {
      own.filter { $0.what == "scene" && $0.detail == detail }
    }
    let steps = rows("steps")
    guard !steps.isEmpty else { return }
    let made = steps.map(\.number)
    count("steps", made.reduce(0, +))
    count("steps_per_frame_min", made.min())
    count("steps_per_frame_max", made.max())
    number("steps_per_frame_mean", Double(made.reduce(0, +)) / Double(made.count))
    time("lead_max", steps.map(\.second).max())
    count("steps_dropped", rows("dropped").reduce(0) { $0 + $1.number })
    time("time_dropped", rows("dropped").reduce(0) { $0 + $1.second })
    time("step_max", rows("lengths").map(\.number).max())
    let simulated = own.last { $0.what == "content" }?.second ?? 0
    time("simulated", simulated)
    let squares = rows("lengths").reduce(0) { $0 + ($1.secondReal ?? 0) }
    if simulated > 0 {
      time("step_weighted", Int((squares * 1e18 / Double(simulated)).rounded()))
    }
    let energies = rows("energy").compactMap(\.place)
    if let first = energies.first, first != 0 {
      let most = energies.map { abs($0 - first) }.max() ?? 0
      number("energy_drift", 100 * most / abs(first))
    }
    let speeds = rows("energy").compactMap(\.secondReal)
    number("speed_max", speeds.max())
    number("speed_end", speeds.last)
    let departures = rows("departure").compactMap(\.place)
    number("departure_max", departures.max())
    number("departure_end", departures.last)
    count("contacts_began", rows("contact_began").count)
    count("contacts_ended", rows("contact_ended").count)
    let ages = rows("sample").map { $0.time - $0.number }
    if !ages.isEmpty {
      let mean = Double(ages.reduce(0, +)) / Double(ages.count)
      time("input_age_mean", Int(mean.rounded()))
    }
    time("input_age_max", ages.max())
    count("layouts", rows("layout").count)
    count("notifications", rows("layout").reduce(0) { $0 + $1.number })
    guard let room = looks.room else { return }
    let gone = rows("pose").enumerated().filter { _, row in
      guard let x = row.place, let y = row.secondReal else { return false }
      return !(room.x.contains(x) && room.y.contains(y))
    }
    count("escapes", Set(gone.map { $0.offset % looks.bodies }).count)
  }
}
