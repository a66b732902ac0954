package import LabAnswer
import LabExperiment
import LabKernel
import LabMetrics
import LabPictures
import LabResults
import LabText
import LabTrace

/// A stretch of a run as a timeline or a picture, or the values over the sweeps as plots.
package struct PictureStudy: Study {
  /// What is drawn.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Refreshes and callbacks in text.
    case timeline
    /// Frames, one beside the other.
    case strip
    /// The bodies of a physics scene.
    case scene
    /// What held the thread.
    case lanes
    /// Values over a sweep.
    case plot
    /// Values over two sweeps.
    case heat

    /// What its words and signs mean.
    package var legend: [Answer.Term] {
      let name = self == .strip ? "replay" : self == .heat ? "heat map" : rawValue
      let chapter = PictureWords.chapters.first { $0.name.lowercased() == name }
      return chapter?.words.map { Answer.Term($0.word, $0.meaning) } ?? []
    }

    /// Why there may be none, and what to do.
    fileprivate var emptiness: String {
      switch self {
      case .timeline, .strip, .lanes: "the run has no refresh."
      case .scene: "no driver steps a physics scene there. Write 'simulate' in the script."
      case .plot: "the script has no sweep with numbers and no 'plot' statement."
      case .heat: "a map needs two sweeps of 2 to 40 values each."
      }
    }
  }

  /// On what it is drawn.
  package enum RenderTarget: Hashable, Sendable {
    /// Signs of a terminal.
    case text
    /// A picture as wide as a page, or of so many millimeters, with letters 2.2 mm high.
    case sheet(millimeters: Int?)

    /// How wide it is, in pixels of which letters have 12.
    fileprivate var width: Int {
      switch self {
      case .text: 640
      case .sheet(let millimeters): millimeters.map { $0 * 11 / 2 } ?? 960
      }
    }

    /// How many refreshes it shows if no length is asked for.
    fileprivate func refreshes(_ kind: Kind) -> Int {
      kind == .timeline ? 12 : self == .text ? 11 : Stretch.usualRefreshes
    }
  }

  package var subject: String { source.path }

  private let kind: Kind
  private let source: RunSubject
  private let asked: ChosenCase.Question
  private let number: Int?
  private let paper: RenderTarget
  private let jobs: Int

  /// Asks to see something.
  ///
  /// - Parameters:
  ///   - kind: What is drawn.
  ///   - source: The runs.
  ///   - asked: Which of them, and which stretch; what is not asked for is chosen.
  ///   - number: Which of several pictures, from 1; `nil` for all, and for the first as a file.
  ///   - paper: On what it is drawn.
  ///   - jobs: How many runs are performed at a time; no result depends on it.
  package init(
    _ kind: Kind, of source: RunSubject, _ asked: ChosenCase.Question = ChosenCase.Question(),
    number: Int? = nil, on paper: RenderTarget = .text, jobs: Int = 1
  ) {
    (self.kind, self.source, self.asked) = (kind, source, asked)
    (self.number, self.paper, self.jobs) = (number, paper, jobs)
  }

  /// Draws it.
  ///
  /// - Throws: `UsageError` if there is nothing to draw, or no such run or stretch; what a run
  ///   throws.
  package func answer(_ watch: Watch) throws -> Answer {
    if kind == .plot || kind == .heat { return try drawn(try sweeps, nil) }
    let chosen = try ChosenCase(source, asked, refreshes: paper.refreshes(kind), watch)
    if kind == .timeline { return timelines(of: chosen) }
    return try drawn([picture(of: chosen)].compactMap(\.self), chosen)
  }

  /// The values over the sweeps.
  private var sweeps: [Picture] {
    get throws {
      let result = try source.result(jobs: jobs)
      guard kind == .plot else { return HeatMaps(result).maps.map(\.picture) }
      return SweepPlots(result).plots.map {
        $0.picture(width: min(paper.width, 640), height: paper == .text ? 256 : 304)
      }
    }
  }

  private func picture(of chosen: ChosenCase) -> Picture? {
    let (drivers, stretch) = (chosen.runs.drivers, chosen.stretch)
    return switch kind {
    case .strip: Replay.picture(of: drivers, in: stretch, width: paper.width)
    case .scene: SceneFrames.picture(of: drivers, in: stretch, width: paper.width)
    case .lanes, .timeline, .plot, .heat:
      Lanes.picture(of: drivers, in: stretch, width: paper.width)
    }
  }

  private func drawn(_ pictures: [Picture], _ chosen: ChosenCase?) throws -> Answer {
    guard !pictures.isEmpty else {
      throw UsageError("there is nothing to draw: \(kind.emptiness)")
    }
    guard (1...pictures.count).contains(number ?? 1) else {
      throw UsageError(
        "'--number \(number ?? 1)' is not a whole number from 1 to \(pictures.count).")
    }
    let shown = number.map { [pictures[$0 - 1]] } ?? pictures
    return Answer(
      "show", of: subject, shown.map { [.figure(.picture($0))] } + [[.terms(kind.legend)]],
      data: chosen.map { [table($0)] } ?? [], picture: shown[0], origin: origin(chosen))
  }

  /// What a picture says of itself: the script, the runs and their hashes, the command.
  private func origin(_ chosen: ChosenCase?) -> PictureOrigin {
    let runs = chosen?.runs.runs ?? []
    let command = source.plan.commandLine("show", run: runs.first?.spec.index)
    return PictureOrigin(
      title: source.plan.experiment.title ?? source.name,
      point: runs.map { $0.spec.words() }.joined(separator: "; "),
      fingerprints: runs.map(\.trace.fingerprint), command: "\(command) --as \(kind.rawValue)")
  }

  private func timelines(of chosen: ChosenCase) -> Answer {
    var paragraphs = chosen.runs.runs.compactMap { run -> [Answer.Part]? in
      let refreshes = run.measurement.refreshes(
        from: chosen.stretch.lowerBound,
        for: chosen.stretch.lowerBound.duration(to: chosen.stretch.upperBound))
      return run.measurement.timeline(of: run.trace, refreshes: refreshes).map {
        [.heading(run.spec.words(), isRun: true), .figure(.timeline($0))]
      }
    }
    if let reason = chosen.reason, !paragraphs.isEmpty {
      paragraphs[0].insert(.heading("chosen: \(reason)", isRun: true), at: 0)
    }
    return Answer("show", of: subject, paragraphs + [[.key]], data: [table(chosen)])
  }

  /// What is shown: the runs and the stretch.
  private func table(_ chosen: ChosenCase) -> Table {
    let (begin, end) = (chosen.stretch.lowerBound, chosen.stretch.upperBound)
    return Table(
      "shown", [.number("run"), .words("arm"), .number("from_ns"), .number("to_ns")],
      chosen.runs.runs.map {
        [
          .count($0.spec.index), .text($0.spec.arm), .count(begin.nanoseconds),
          .count(end.nanoseconds),
        ]
      })
  }
}
