public import Foundation

/// The files of the checkout that is tested.
public enum Checkout {
  /// The folder that holds Package.swift.
  public static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The experiments that are shipped.
  public static let experiments = root.appending(path: "experiments")

  /// The folder `Fixtures` beside a test.
  public static func fixtures(beside test: String = #filePath) -> URL {
    URL(filePath: test).deletingLastPathComponent().appending(path: "Fixtures")
  }

  /// Whether `LAB_RECORD` asks for files on record to be written anew.
  public static var isRecorded: Bool {
    ProcessInfo.processInfo.environment["LAB_RECORD"] != nil
  }
}
