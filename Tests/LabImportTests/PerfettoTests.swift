import LabImport
import Testing

@Suite("A Perfetto trace") struct PerfettoTests {
  /// Thread 8 of process 7, named as the main thread of a page.
  private static let thread: [Field] = [
    .number(10, 1), .number(13, 1),
    .message(
      60, [.number(1, 5), .message(4, [.number(1, 7), .number(2, 8), .text(5, "CrRendererMain")])]),
    .message(59, [.number(58, 64), .message(11, [.number(11, 5), .number(31, 6)])]),
    .message(
      6,
      [
        .message(1, [.number(1, 64), .number(2, 1000), .number(3, 1), .number(4, 1000)]),
        .message(1, [.number(1, 6), .number(2, 1_000_000)]),
      ]),
    .message(
      12,
      [
        .message(2, [.number(1, 1), .text(2, "RunTask")]),
        .message(2, [.number(1, 2), .text(2, "Layout")]),
        .message(4, [.number(1, 3), .text(2, "file.cc"), .text(3, "Post")]),
      ]),
  ]

  private static let counter: [Field] = [
    .number(10, 1),
    .message(
      60,
      [
        .number(1, 6), .number(5, 5),
        .message(8, [.number(1, 1), .number(4, 1000), .number(5, 1)]),
      ]),
  ]

  private static func event(_ step: UInt64, _ type: UInt64, _ more: Field...) -> [Field] {
    [
      .number(8, step), .number(10, 1), .number(13, 2), .message(11, [.number(9, type)] + more),
    ]
  }

  /// A file with one task in another.
  static let bytesOfChromium = Field.file([
    thread, counter, event(10, 1, .number(10, 1), .number(12, 100)), event(5, 1, .number(10, 2)),
    event(5, 2), event(10, 2, .number(12, 6)),
    [
      .message(
        1,
        [
          .number(1, 0),
          .message(2, [.number(1, 5), .number(2, 8), .message(3, [.text(2, "B|8|a")])]),
        ])
    ],
  ])

  @Test func `of Chromium has steps of a clock, numbers for names, and a default track`() throws {
    let trace = try read(
      Field.file([
        Self.thread, Self.counter,
        Self.event(10, 1, .number(10, 1), .number(12, 100)),
        Self.event(5, 1, .number(10, 2), .number(12, 3)), Self.event(5, 2, .number(12, 4)),
        Self.event(10, 2, .number(12, 6)),
        Self.event(
          1, 1, .number(10, 1), .number(12, 0), .message(5, [.number(1, 3)])),
        Self.event(9, 2, .number(12, 8)), Self.event(1, 2),
      ]))
    #expect(trace.format == .perfetto)
    #expect(trace.drawn == ["Layout 0+20000", "posted by Post 21000+9000"])
    #expect(trace.tasks.map(\.cpu) == [13_000, 8000])
    #expect(trace.windowStart == 1_010_000)
    #expect(trace.thread.threadName == "CrRendererMain")
    #expect(trace.thread.process == 7)
    #expect(trace.tally.endsWithoutBegin == 1)
  }

  @Test func `leaves out events before a reset and after a loss`() throws {
    let trace = try read(
      Field.file([
        Self.event(10, 1, .text(23, "RunTask")), Self.thread,
        Self.event(10, 1, .number(10, 1)), Self.event(10, 2),
        [.number(10, 1), .number(42, 1)],
        Self.event(10, 1, .number(10, 1)), Self.event(10, 2), Self.thread,
        Self.event(50, 1, .number(10, 2)), Self.event(10, 2),
      ]))
    #expect(trace.tally.found == 1)
    #expect(trace.tally.lost == 3)
  }

  @Test func `with the golden bytes has its one slice`() throws {
    let trace = try read(bytes(Self.golden))
    #expect(trace.drawn == ["timer ball 0+500"])
    #expect(trace.frames.map(\.outcome) == [.late])
    #expect(trace.frames.map(\.layer) == ["ball"])
  }

  @Test func `of Android has marks, switches and a timeline of frames`() throws {
    func event(_ time: UInt64, _ thread: UInt64, _ more: Field) -> Field {
      .message(2, [.number(1, time), .number(2, thread), more])
    }
    func mark(_ time: UInt64, _ text: String) -> Field {
      event(time, 77, .message(3, [.text(2, text)]))
    }
    func change(_ time: UInt64, _ from: UInt64, _ state: UInt64, _ to: UInt64) -> Field {
      event(
        time, from,
        .message(4, [.text(1, "a"), .number(2, from), .number(4, state), .number(6, to)]))
    }
    let trace = try read(
      Field.file([
        [
          .message(
            1,
            [
              .number(1, 0), change(100, 0, 0, 77), mark(200, "B|77|Choreographer#doFrame 5\n"),
              change(300, 77, 0, 9), change(500, 9, 1, 77), mark(600, "E|77\n"),
              change(700, 77, 1, 0), mark(250, "C|77|VSYNC-app|1"),
            ])
        ],
        [.message(2, [.message(1, [.number(1, 77), .text(3, "/bin/com.app --x")])])],
        [
          .number(8, 150),
          .message(76, [.message(4, [.number(1, 3), .number(4, 77), .number(6, 4)])]),
        ],
        [.number(8, 650), .message(76, [.message(5, [.number(1, 3)])])],
      ]))
    #expect(trace.drawn == ["Choreographer#doFrame 100+400"])
    #expect(trace.tasks[0].cpu == 200)
    #expect(trace.thread.processName == "com.app")
    #expect(trace.vsyncs == [150])
    #expect(trace.frames.map(\.outcome) == [.dropped])
    #expect(trace.frames.map(\.tasks) == [0..<1])
  }

  /// As the lab writes runs: each as a track, and its frames in a process of the same name.
  @Test func `of several runs has the frames of the chosen one`() throws {
    func track(_ id: UInt64, in parent: UInt64, _ name: String) -> [Field] {
      [.message(60, [.number(1, id), .number(5, parent), .text(2, name)])]
    }
    func frame(_ cookie: UInt64, of process: UInt64, _ outcome: UInt64) -> [[Field]] {
      let begin: [Field] = [.number(1, cookie), .number(4, process), .number(6, outcome)]
      return [
        [.number(8, 100 * cookie), .message(76, [.message(4, begin)])],
        [.number(8, 100 * cookie + 50), .message(76, [.message(5, [.number(1, cookie)])])],
      ]
    }
    func run(_ id: UInt64, _ name: String, _ outcome: UInt64) -> [[Field]] {
      let process: [Field] = [.number(1, id + 2), .text(6, name)]
      return [
        track(id, in: 1, name), track(id + 1, in: id, "main thread"),
        [.number(8, 100), .message(11, [.number(9, 1), .number(11, id + 1), .text(23, "a")])],
        [.number(8, 400), .message(11, [.number(9, 2), .number(11, id + 1)])],
        [.message(60, [.number(1, id + 2), .message(3, process)])],
      ] + frame(id / 10, of: id + 2, outcome)
    }
    let file = Field.file([track(1, in: 0, "runs")] + run(10, "one", 4) + run(20, "other", 1))
    for (name, outcome) in [("one", ImportedTrace.Frame.Outcome.dropped), ("other", .presented)] {
      let trace = try read(file, options: ImportOptions(process: name, least: 0))
      #expect(trace.frames.map(\.outcome) == [outcome])
      #expect(trace.thread.processName == name)
    }
  }

  @Test func `may have compressed packets, and be cut`() throws {
    let packed = Field.raw(50, [0x78, 0x01] + stored(Field.file([Self.thread])))
    let file = Field.file([
      [packed], Self.event(10, 1, .number(10, 1)), Self.event(10, 2),
      Self.event(10, 1, .number(10, 2)),
    ])
    let trace = try read(Array(file.dropLast(3)), pieces: 7)
    #expect(trace.tally.found == 1)
    #expect(trace.tally.isTruncated)
  }

  /// Returns bytes as zlib holds them uncompressed, after its first two.
  private func stored(_ bytes: [UInt8]) -> [UInt8] {
    let (low, high) = (UInt8(bytes.count & 0xff), UInt8(bytes.count >> 8))
    var (first, second): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      first = (first + UInt32(byte)) % 65521
      second = (second + first) % 65521
    }
    let sum = second << 16 | first
    return [1, low, high, ~low, ~high] + bytes
      + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> UInt32($0)) }
  }

  /// Packets that a real Perfetto reads without an error.
  static let golden = """
    0a10e20309080112036c61625803680150010a13e2030e080228011206746872656164600050010a13e2030e0803
    2801120673637265656e600150010a18e20313080428011205706c616365420432027074600250010a2b40e8075a
    10480158025001f902070000000000000068026210120e0801120a74696d65722062616c6c50010a0d40dc0b5a04
    48025802680250010a3040dc0b5a0c48035802500222040801200168026219120a08021206636f6d6d69741a0b08
    0112077570646174657350010a2440d00f5a1048015803500381030700000000000000680262091207080312036e
    657750010a1540d00f5a0e48045804e102000000000010684050010a0d40b8175a0448025803680250010a1840e8
    07e204101a0e08011005180520092a0462616c6c50010a0c40d00fe204042a02080150010a2040e807e204182216
    08021005180520092a0462616c6c300238004840500150010a0c40b817e204042a0208025001
    """
}
