import Foundation
import LabCompare
import LabImport
import TestSupport

/// The recordings of real apps that `experiments/reality` holds.
enum RealRecordings {
  static let folder = Checkout.root.appending(path: "experiments/reality")

  /// Those on a quiet machine.
  static let quiet = [
    "chart-before-2", "chart-before-4", "chart-link2-1", "chart-link2-3", "ended-before",
    "ended-elsewhere", "feed-before-1", "feed-before-5", "feed-chunks-1", "feed-common-1",
    "feed-common-6", "feed-elsewhere-1", "game-before-1", "game-chunks-1", "game-half30-1",
    "game-noclock-4", "pause", "stop",
  ]

  private static let traces = Once<String, ImportedTrace> { name in
    let file = folder.appending(path: "recordings/\(name).json.gz")
    return try TraceImporter.read(ByteSource(Array(Data(contentsOf: file))))
  }

  private static let comparable = Once<String, ComparedRecording> { name in
    try ComparedRecording(trace(name), named: name)
  }

  static func trace(_ name: String) throws -> ImportedTrace { try traces.value(of: name) }

  static func compared(_ name: String) throws -> ComparedRecording {
    try comparable.value(of: name)
  }
}
