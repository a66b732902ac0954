// swift-tools-version: 6.3

import PackageDescription

/// An outside package: a program for each library, and tests of an application.
let package = Package(
  name: "Outside",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "RunLoopLab", path: "../../../..")],
  targets: [
    client("KernelClient", of: "LabLoop"),
    client("LoopClient", of: "LabLoop"),
    client("DisplayClient", of: "LabLoop"),
    client("TicksClient", of: "LabTicks"),
    client("SchedulerClient", of: "LabLoop"),
    .testTarget(
      name: "BallTests",
      dependencies: [.product(name: "LabTesting", package: "RunLoopLab")]),
    tests("SpinnerTests"),
    tests("AppTests"),
    tests(
      "NonsendingAppTests", settings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
  ]
)

/// A program that links a product alone.
func client(_ name: String, of product: String) -> Target {
  .executableTarget(
    name: name, dependencies: [.product(name: product, package: "RunLoopLab")])
}

func tests(_ name: String, settings: [SwiftSetting] = []) -> Target {
  .testTarget(
    name: name,
    dependencies: [
      .product(name: "LabTicks", package: "RunLoopLab"),
      .product(name: "LabTesting", package: "RunLoopLab"),
    ],
    swiftSettings: settings)
}
