/// The package.
package enum RunLoopLab {
  /// The version that manifests and `--version` state.
  package static let version = "0.1.0"
}
