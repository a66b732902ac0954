// swift-tools-version: 6.3

import PackageDescription

/// The libraries in their one-way order: each may import only libraries named before it.
let package = Package(
  name: "RunLoopLab",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    // A scheduler of one's own: its loop and display, and what measures them.
    .library(
      name: "LabLoop",
      targets: ["LabKernel", "LabTrace", "LabLoop", "LabDisplay", "LabBrowser", "LabMetrics"]),
    .library(name: "LabTicks", targets: ["LabTicks"]),
    .library(name: "LabRecorder", targets: ["LabRecorder"]),
    .library(name: "LabTesting", targets: ["LabTesting"]),
    .library(name: "LabScriptTesting", targets: ["LabScriptTesting"]),
    .executable(name: "runlooplab", targets: ["runlooplab"]),
    .executable(name: "labbench", targets: ["labbench"]),
  ],
  targets: [
    .target(name: "CLabAtomics"),
    .target(name: "LabText"),
    .target(name: "LabKernel", dependencies: ["CLabAtomics", "LabText"]),
    .target(name: "LabPhysics", dependencies: ["LabKernel", "LabText"]),
    .target(name: "LabMotion", dependencies: ["LabKernel"]),
    .target(name: "LabTrace", dependencies: ["LabKernel", "LabMotion"]),
    .target(name: "LabLoop", dependencies: ["LabKernel", "LabTrace"]),
    .target(name: "LabDisplay", dependencies: ["LabKernel", "LabTrace", "LabLoop"]),
    // The main thread of a browser: another order of work over the same ports, timers and links.
    .target(
      name: "LabBrowser", dependencies: ["LabKernel", "LabTrace", "LabLoop", "LabDisplay"]),
    .target(
      name: "LabWorkload",
      dependencies: [
        "LabText", "LabKernel", "LabPhysics", "LabMotion", "LabTrace", "LabLoop", "LabDisplay",
        "LabBrowser",
      ]),
    // Its roots and roundings are those of the C library, which a program without Foundation does not
    // link by itself on Linux.
    .target(
      name: "LabMetrics", dependencies: ["LabText", "LabKernel", "LabMotion", "LabTrace"],
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    // What a pasted list of intervals tells.
    .target(name: "LabSeries", dependencies: ["LabText", "LabKernel", "LabMetrics"]),
    .target(
      name: "LabProof",
      dependencies: [
        "LabKernel", "LabTrace", "LabLoop", "LabDisplay", "LabWorkload", "LabMetrics",
      ]),
    .target(
      name: "LabPictures",
      dependencies: ["LabText", "LabKernel", "LabPhysics", "LabTrace", "LabMetrics"]),
    // What a study found, as values.
    .target(
      name: "LabAnswer", dependencies: ["LabText", "LabKernel", "LabMetrics", "LabPictures"]),
    .target(
      name: "LabLanguage",
      dependencies: [
        "LabText", "LabKernel", "LabPhysics", "LabMotion", "LabTrace", "LabLoop", "LabDisplay",
        "LabBrowser",
        "LabWorkload", "LabImport",
      ]),
    .target(
      name: "LabExperiment",
      dependencies: [
        "LabText", "LabKernel", "LabPhysics", "LabMotion", "LabTrace", "LabLoop", "LabDisplay",
        "LabBrowser",
        "LabWorkload", "LabMetrics", "LabProof", "LabLanguage",
      ]),
    .target(
      name: "LabResults",
      dependencies: [
        "LabText", "LabKernel", "LabTrace", "LabWorkload", "LabMetrics", "LabAnswer",
        "LabLanguage", "LabExperiment",
      ]),
    .target(name: "LabImport"),
    .target(name: "CHostPorts"),
    // Performs scenarios on the real run loop of the host.
    .target(
      name: "LabHost",
      dependencies: ["CHostPorts", "LabKernel", "LabTrace", "LabLoop", "LabDisplay", "LabWorkload"]),
    // Files that are part of the program: words of the dictionary, scripts of pages, lessons.
    .target(name: "CTexts"),
    // Questions to subjects: it knows no terminal and no width.
    .target(
      name: "LabStudy",
      dependencies: [
        "LabText", "LabKernel", "LabTrace", "LabLoop", "LabDisplay", "LabBrowser", "LabWorkload",
        "LabMetrics",
        "LabProof", "LabPictures", "LabAnswer", "LabLanguage", "LabExperiment", "LabResults",
        "LabImport", "LabHost", "LabSeries",
      ]),
    .target(
      name: "LabReport",
      dependencies: [
        "LabText", "LabKernel", "LabTrace", "LabWorkload", "LabMetrics", "LabProof", "LabPictures",
        "LabAnswer", "LabLanguage", "LabExperiment", "LabResults", "LabStudy", "CTexts",
      ],
      exclude: ["Dictionary/Words", "Reports/Schema", "HTML/Browser", "HTML/Lessons"]),
    // Recordings beside recordings: did a change of an app help, and whom?
    .target(
      name: "LabCompare",
      dependencies: [
        "LabText", "LabKernel", "LabTrace", "LabWorkload", "LabMetrics", "LabAnswer",
        "LabExperiment", "LabResults", "LabImport", "LabStudy",
      ]),
    // What a page in a browser calls; `.ci/playground` makes it, and what it needs, for wasm.
    .target(
      name: "LabPlay",
      dependencies: [
        "LabMetrics", "LabAnswer", "LabLanguage", "LabExperiment", "LabResults", "LabStudy",
        "LabReport",
      ]),
    .target(name: "LabTicks"),
    // Records real run loops in apps: it imports nothing of the lab.
    .target(name: "LabRecorder", dependencies: ["CLabAtomics"]),
    .target(name: "CTaskHooks"),
    .target(
      name: "LabTesting",
      dependencies: [
        "LabText", "LabKernel", "LabTrace", "LabLoop", "LabDisplay", "LabWorkload", "LabMetrics",
        "LabTicks", "CTaskHooks",
      ]),
    // Apart from LabTesting, since a test without scripts need not build the language.
    .target(
      name: "LabScriptTesting",
      dependencies: [
        "LabKernel", "LabTrace", "LabWorkload", "LabMetrics", "LabProof", "LabPictures",
        "LabLanguage",
        "LabExperiment", "LabResults", "LabReport", "LabImport", "LabTesting",
      ]),
    .executableTarget(
      name: "runlooplab",
      dependencies: [
        "LabText", "LabKernel", "LabBrowser", "LabMetrics", "LabPictures", "LabAnswer",
        "LabLanguage",
        "LabExperiment", "LabResults", "LabStudy", "LabReport", "LabPlay", "LabImport",
        "LabCompare", "LabSeries", "LabHost",
      ],
      exclude: ["Tour/Scripts"]),
    .target(name: "CBenchLimits"),
    .executableTarget(
      name: "labbench",
      dependencies: [
        "LabKernel", "LabPhysics", "LabTrace", "LabLoop", "LabDisplay", "LabWorkload", "LabMetrics",
        "LabProof", "LabExperiment", "LabResults", "LabRecorder", "CBenchLimits",
      ],
      exclude: ["Peers"]),
    // Tests start `labbench` and `realloop` and do not link them: they would get the allocator of
    // the one and the clock of the other.
    .testTarget(name: "BenchmarkTests", dependencies: ["TestSupport"]),
    .testTarget(name: "LabTextTests", dependencies: ["LabText", "TestSupport"]),
    .testTarget(
      name: "LabKernelTests", dependencies: ["LabKernel", "TestSupport"]),
    .testTarget(
      name: "LabSeriesTests",
      dependencies: [
        "LabText", "LabKernel", "LabTrace", "LabExperiment", "LabSeries", "TestSupport",
      ],
      exclude: ["Fixtures"]),
    .testTarget(name: "LabTraceTests", dependencies: ["LabKernel", "LabMotion", "LabTrace"]),
    .testTarget(name: "LabLoopTests", dependencies: ["LabKernel", "LabTrace", "LabLoop"]),
    .testTarget(
      name: "LabDisplayTests", dependencies: ["LabKernel", "LabTrace", "LabLoop", "LabDisplay"]),
    .testTarget(
      name: "LabMotionTests", dependencies: ["LabKernel", "LabMotion", "TestSupport"],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "LabWorkloadTests",
      dependencies: [
        "LabKernel", "LabPhysics", "LabMotion", "LabTrace", "LabLoop", "LabDisplay", "LabBrowser",
        "LabWorkload",
        "LabMetrics", "TestSupport",
      ],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "LabBrowserTests",
      dependencies: [
        "LabKernel", "LabTrace", "LabLoop", "LabDisplay", "LabBrowser", "LabWorkload", "LabMetrics",
        "TestSupport",
      ],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "LabMetricsTests", dependencies: ["LabKernel", "LabMotion", "LabTrace", "LabMetrics"]),
    .testTarget(
      name: "LabProofTests",
      dependencies: [
        "LabKernel", "LabLoop", "LabDisplay", "LabWorkload", "LabMetrics", "LabProof",
        "TestSupport",
      ]),
    .testTarget(
      name: "LabPicturesTests",
      dependencies: ["LabKernel", "LabMetrics", "LabPictures", "LabExperiment", "TestSupport"],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "LabExperimentTests",
      dependencies: [
        "LabKernel", "LabPhysics", "LabMotion", "LabTrace", "LabLoop", "LabDisplay", "LabBrowser",
        "LabWorkload",
        "LabMetrics", "LabProof", "LabLanguage", "LabExperiment", "TestSupport",
      ],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "LabKernel", "LabMetrics", "LabLanguage", "LabExperiment", "LabResults", "LabReport",
        "TestSupport",
      ]),
    .testTarget(
      name: "LabResultsTests",
      dependencies: [
        "LabText", "LabKernel", "LabTrace", "LabWorkload", "LabMetrics", "LabExperiment",
        "LabResults", "ResultSupport", "TestSupport",
      ],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "LabStudyTests",
      dependencies: [
        "LabText", "LabKernel", "LabPhysics", "LabMotion", "LabTrace", "LabDisplay", "LabWorkload",
        "LabImport", "LabMetrics", "LabPictures", "LabAnswer", "LabExperiment", "LabResults",
        "LabHost", "LabSeries", "LabStudy", "ResultSupport", "TestSupport",
      ],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "LabReportTests",
      dependencies: [
        "LabText", "LabKernel", "LabTrace", "LabBrowser", "LabWorkload", "LabMetrics",
        "LabPictures", "LabAnswer",
        "LabImport", "LabLanguage", "LabExperiment", "LabResults", "LabSeries", "LabStudy",
        "LabReport", "ResultSupport", "TestSupport",
      ],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "LabPlayTests",
      dependencies: [
        "LabAnswer", "LabExperiment", "LabLanguage", "LabMetrics", "LabPlay", "LabReport",
        "LabResults", "LabStudy", "TestSupport",
      ]),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "runlooplab", "LabKernel", "LabTrace", "LabHost", "LabMetrics", "LabAnswer",
        "LabExperiment", "LabPictures", "LabReport", "LabResults", "LabScriptTesting", "LabStudy",
        "LabTesting", "ResultSupport", "TestSupport",
      ],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "LabKernel", "LabTrace", "LabWorkload", "LabMetrics", "LabLanguage", "LabExperiment",
        "LabResults", "LabReport", "TestSupport",
      ]),
    .testTarget(
      name: "LabTestingTests",
      dependencies: [
        "LabKernel", "LabTrace", "LabPhysics", "LabWorkload", "LabMetrics", "LabExperiment",
        "LabTicks", "LabTesting", "TestSupport",
      ],
      exclude: ["Fixtures", "Recordings"]),
    .testTarget(
      name: "LabScriptTestingTests",
      dependencies: [
        "LabKernel", "LabMetrics", "LabExperiment", "LabWorkload", "LabTicks", "LabTesting",
        "LabScriptTesting",
        "TestSupport",
      ],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "LabConservationTests",
      dependencies: [
        "LabKernel", "LabPhysics", "LabMotion", "LabTrace", "LabLoop", "LabDisplay", "LabBrowser",
        "LabWorkload", "LabMetrics", "LabPictures", "LabExperiment", "TestSupport",
      ]),
    .testTarget(
      name: "SecondStatementTests",
      dependencies: [
        "LabKernel", "LabPhysics", "LabMotion", "LabTrace", "LabDisplay", "LabWorkload",
        "LabMetrics", "LabAnswer", "LabLanguage", "LabExperiment", "LabResults", "LabStudy",
        "LabReport", "ResultSupport", "TestSupport",
      ]),
    .testTarget(
      name: "LabPhysicsTests", dependencies: ["LabKernel", "LabPhysics", "TestSupport"],
      exclude: ["Fixtures"]),
    .testTarget(name: "LabImportTests", dependencies: ["LabImport", "TestSupport"]),
    .testTarget(
      name: "LabHostTests",
      dependencies: [
        "LabDisplay", "LabHost", "LabImport", "LabKernel", "LabLoop", "LabMetrics", "LabStudy",
        "LabTrace", "LabWorkload", "TestSupport",
      ]),
    .testTarget(
      name: "LabCompareTests",
      dependencies: [
        "LabText", "LabKernel", "LabWorkload", "LabMetrics", "LabImport", "LabAnswer",
        "LabExperiment", "LabStudy", "LabCompare", "LabResults", "ResultSupport", "TestSupport",
      ]),
    .testTarget(name: "LabRecorderTests", dependencies: ["LabRecorder"]),
    .testTarget(name: "TidyTests", dependencies: ["TestSupport"], exclude: ["Fixtures"]),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .target(
      name: "ResultSupport", dependencies: ["LabExperiment", "LabResults", "TestSupport"],
      path: "Tests/ResultSupport"),
    .target(name: "CVirtualTime", path: "Tests/CVirtualTime"),
    .target(name: "LoopScenarios", dependencies: ["LabKernel"], path: "Tests/LoopScenarios"),
    .executableTarget(
      name: "realloop", dependencies: ["CVirtualTime", "LabRecorder", "LoopScenarios"],
      path: "Tests/realloop"),
    .executableTarget(
      name: "livestage",
      dependencies: [
        "CVirtualTime", "LabHost", "LabKernel", "LabTrace", "LabLoop", "LabDisplay", "LabWorkload",
        "LabMetrics", "LabRecorder",
      ],
      path: "Tests/livestage"),
    .executableTarget(
      name: "sampleapp", dependencies: ["LabRecorder"], path: "Tests/sampleapp"),
    .testTarget(
      name: "LoopOracleTests",
      dependencies: [
        "LabKernel", "LabTrace", "LabLoop", "LabDisplay", "LabWorkload", "LabRecorder",
        "LoopScenarios", "TestSupport",
      ],
      exclude: ["Fixtures"]),
  ],
  swiftLanguageModes: [.v6]
)

// Where tests spend their time: with LAB_OPTIMIZED these are optimized in debug builds too, with their
// assertions. A package that depends on this one is built without such flags.
let optimized: Set =
  Context.environment["LAB_OPTIMIZED"] == nil
  ? []
  : [
    "LabText", "LabKernel", "LabPhysics", "LabMotion", "LabTrace", "LabLoop", "LabDisplay",
    "LabBrowser", "LabWorkload", "LabMetrics",
  ]

for target in package.targets {
  target.swiftSettings = [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
  if optimized.contains(target.name) {
    target.swiftSettings? += [
      .unsafeFlags(["-O", "-wmo", "-num-threads", "2", "-assert-config", "Debug"])
    ]
  }
}
