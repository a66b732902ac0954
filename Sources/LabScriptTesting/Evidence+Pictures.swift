import LabExperiment
import LabKernel
import LabPictures
import LabReport
import LabResults
import LabTesting
import LabTrace

/// What shows a failing run at a glance.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Evidence {
  /// The worst moment of the run as it was, and the page of the script among the files that it
  /// leaves.
  func pictures(beside files: [AttachedFile]) -> [AttachedFile] {
    [("svg", lanes), ("html", page(of: files))].compactMap { ending, text in
      text.map { AttachedFile("\(stem).\(ending)", $0) }
    }
  }

  /// What the thread did about the worst moment, and what the screen made of it.
  private var lanes: String? {
    let drivers = DrawnDriver.all(of: "test", at: 0, trace, measurement)
    guard !drivers.isEmpty, let stretch = Stretch.around(moment ?? .start, of: measurement) else {
      return nil
    }
    let origin = PictureOrigin(
      title: headline, fingerprints: [trace.fingerprint],
      command: "runlooplab show \(stem).lab --as lanes")
    return SVGWriter(.file, origin: origin).text(of: Lanes.picture(of: drivers, in: stretch))
  }

  private func page(of files: [AttachedFile]) -> String? {
    guard let script = files.first(where: { $0.name.hasSuffix(".lab") }) else { return nil }
    let experiment = try? Experiment(path: script.name) { name in
      Array((files.first { $0.name == name }?.text ?? "").utf8)
    }
    guard let plan = try? experiment?.plan(),
      let result = try? ExperimentResult(name: stem, performing: plan, jobs: 1)
    else { return nil }
    return try? Page(result, why: nil).text
  }
}
