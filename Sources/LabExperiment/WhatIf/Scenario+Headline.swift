package import LabMetrics
package import LabWorkload

extension Headline {
  /// Judges a run: what all reports say of it first.
  ///
  /// - Parameters:
  ///   - measurement: What was measured of it, with its tasks.
  ///   - scenario: What was performed.
  ///   - trouble: What is asked.
  ///   - culprits: Who held the thread, as the end of a sentence; `nil` for those on the record.
  ///
  /// The result is `nil` if the run has nothing that is asked about.
  package init?(
    _ measurement: RunMeasurement, of scenario: Scenario, about trouble: Plan.Trouble,
    culprits: @escaping (BlameCause) -> String? = { _ in nil }
  ) {
    var words = scenario.words(asked: trouble.asked)
    words.culprits = culprits
    self.init(measurement, trouble.question, words)
  }
}

extension Plan.Trouble {
  /// The question that it is.
  fileprivate var question: Headline.Question {
    Headline.Question(
      about: subject, by: metric, besideFailure: isFailing, asked: asked)
  }

  /// Who is asked about; `nil` for the one that is worst off.
  var subject: Headline.Subject? {
    if let tasks { return .tasks(tasks) }
    return driver == nil && metric == nil ? nil : .driver(driver)
  }
}

extension Scenario {
  /// The awaited loads: inputs, those that a driver shows, and those that are asked about.
  package func waiters(asked: [String] = []) -> [Waiter] {
    loads.filter { $0.isInput || $0.driver != nil || asked.contains($0.name) }
      .map { Waiter($0.name, isInput: $0.isInput) }
  }

  /// What is known of a run beyond its trace.
  fileprivate func words(asked: [String]) -> Headline.Words {
    var words = Headline.Words()
    words.motion = { driver, symptom in
      drivers.first { $0.name == driver }?.motion?.reason(for: symptom)
    }
    words.idle = { driver in drivers.first { $0.name == driver }?.idleReason }
    words.task = { load, number in
      recordedTask(number, of: load).flatMap { task in
        task.name == load ? nil : task.words(offset: recordingStart)
      }
    }
    words.waiters = waiters(asked: asked)
    let others = loads.filter { load in !words.waiters.contains { $0.load == load.name } }
    words.others = others.map { $0.name }
    words.recorded = others.filter { $0.isRecorded }.map { $0.name }
    return words
  }
}
