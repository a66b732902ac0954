package import LabLanguage

/// A script that could not be read, as reports tell it.
package struct MistakenScript {
  /// The experiment's short name.
  let name: String
  /// The file.
  let path: String
  /// What is wrong with it.
  let error: ScriptError

  /// Creates what is told of a script.
  ///
  /// - Parameters:
  ///   - name: The short name of its experiment.
  ///   - path: The file.
  ///   - error: What is wrong with it.
  package init(name: String, path: String, _ error: ScriptError) {
    (self.name, self.path, self.error) = (name, path, error)
  }
}
