/// The package.
public enum RunLoopLab {
  /// The version that manifests and `--version` state.
  public static let version = "0.1.0"
}
