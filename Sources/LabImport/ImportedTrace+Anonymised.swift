extension ImportedTrace {
  /// Returns the trace with names replaced by numbers, given in order of first appearance.
  ///
  /// Processes, threads and layers lose their names as well, and facts their values but for those
  /// that are numbers.
  package func anonymised() -> ImportedTrace {
    var copy = self
    var numbers: [String: Int] = [:]
    for index in copy.tasks.indices {
      let number = numbers[copy.tasks[index].name] ?? numbers.count + 1
      numbers[copy.tasks[index].name] = number
      copy.tasks[index].name = "task \(number)"
    }
    for index in (copy.loop?.drivers ?? []).indices {
      copy.loop?.drivers[index].name = "driver \(index + 1)"
    }
    for index in copy.inputs.indices { copy.inputs[index].name = "input" }
    copy.thread.forgetNames()
    for index in copy.candidates.indices { copy.candidates[index].forgetNames() }
    for index in copy.frames.indices { copy.frames[index].layer = "" }
    if copy.vsyncSource != nil { copy.vsyncSource = "the trace" }
    copy.provenance = copy.provenance.filter { fact in
      fact.name == "clock" || fact.value.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2e }
    }
    if copy.rule.contains("requested") { copy.rule = "it was requested" }
    return copy
  }
}

extension ImportedTrace.Thread {
  fileprivate mutating func forgetNames() { (processName, threadName) = ("", "") }
}
