import LabKernel

/// Where the vsyncs of a display come from.
enum VsyncSource {
  case rate(RefreshRate)
  /// The path of a recording.
  case recorded(String)
}

extension ValueReader<VsyncSource> {
  /// A rate, or `recorded` and a path.
  static var vsyncs: Self {
    ValueReader { cursor throws(Mistake) in
      guard cursor.accept("recorded") else { return .rate(try cursor.read(.rate)) }
      return .recorded(try cursor.read(.path))
    }
  }
}
