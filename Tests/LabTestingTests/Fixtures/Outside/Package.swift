// swift-tools-version: 6.3

import PackageDescription

/// A package of somebody else, who tests an animation in the laboratory.
let package = Package(
  name: "Outside",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "RunLoopLab", path: "../../../..")],
  targets: [
    .testTarget(
      name: "SpinnerTests",
      dependencies: [
        .product(name: "LabTicks", package: "RunLoopLab"),
        .product(name: "LabTesting", package: "RunLoopLab"),
      ])
  ]
)
