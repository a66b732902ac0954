import Foundation
import LabKernel
import LabMetrics
import LabStudy
import Testing

/// Every number of a capture against the columns in which PresentMon states it.
///
/// `LAB_CAPTURES=FOLDER swift test --filter 'columns of PresentMon'` reads further captures.
@Suite struct `The numbers of a capture` {
  /// Frames of which the second was displayed before the first, and the sixth not at all.
  private static let outOfOrder = """
    Application,ProcessID,SwapChainAddress,TimeInQPC,MsBetweenPresents,MsBetweenDisplayChange,\
    MsUntilDisplayed,CPUStartQPC,MsCPUBusy,MsAnimationError,AnimationTime
    a.exe,1,0x1,10000100,NA,NA,22.4442,10000000,0.0100,NA,2268.3023
    a.exe,1,0x1,10157657,15.7557,NA,5.5007,10140100,1.7557,NA,2283.8616
    a.exe,1,0x1,10312516,15.4859,10.2946,0.3094,10300000,1.2516,3.2485,2297.4047
    a.exe,1,0x1,10469473,15.6957,15.6223,0.2360,10460000,0.9473,-0.0719,2312.9551
    a.exe,1,0x1,10625241,15.5768,15.8218,0.4810,10620000,0.5241,-0.2307,2328.5462
    a.exe,1,0x1,10700000,7.4759,NA,NA,10690000,1.0000,NA,NA
    a.exe,1,0x1,10781879,8.1879,15.4013,0.2185,10770000,1.1879,0.4186,2344.3661

    """

  private static func captures() throws -> [(name: String, text: String)] {
    let path = ProcessInfo.processInfo.environment["LAB_CAPTURES"]
    let folder = path.map { URL(fileURLWithPath: $0) }
    let files = try folder.map {
      try FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == "csv" }
    }
    let others = try (files ?? []).map {
      ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8))
    }
    return [("out of order", outOfOrder)] + others
  }

  /// The rows of each swap chain by column names, in the order of the presents.
  private static func tables(_ text: String) -> [[[String: String]]] {
    let lines = text.split(whereSeparator: \.isNewline).map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let names = lines[0].map { $0.filter { $0 != "\u{feff}" } }
    var chains: [String: [[String: String]]] = [:]
    var order: [String] = []
    for line in lines.dropFirst() {
      let row = Dictionary(uniqueKeysWithValues: zip(names, line))
      let owner = line[0] + (row["ProcessID"] ?? "") + (row["SwapChainAddress"] ?? "")
      if chains[owner] == nil { order.append(owner) }
      chains[owner, default: []].append(row)
    }
    return order.map { owner in
      (chains[owner] ?? []).sorted {
        Int($0["TimeInQPC"] ?? "") ?? 0 < Int($1["TimeInQPC"] ?? "") ?? 0
      }
    }
  }

  private static func near(_ time: Duration?, _ milliseconds: Double?) -> Bool {
    guard let time, let milliseconds else { return time == nil && milliseconds == nil }
    // Two roundings to a ten-thousandth of a millisecond.
    return abs(Double(time.wholeNanoseconds) / 1e6 - milliseconds) < 0.000_21
  }

  @Test func `are the columns of PresentMon`() throws {
    for (name, text) in try Self.captures() {
      let chains = try FrameCapture(path: name, bytes: Array(text.utf8)).swapChains
      let tables = Self.tables(text)
      #expect(chains.count == tables.count)
      for (chain, rows) in zip(chains, tables) {
        func column(_ name: String, of rows: [[String: String]]) -> [Double?] {
          rows.map { $0[name].flatMap(Double.init) }
        }
        let judged = rows.filter { Double($0["MsAnimationError"] ?? "") != nil }
        let shown = FrameSeries(chain.updates).frames
        #expect(shown.count == judged.count, "\(name)")
        for (frame, change) in zip(shown, column("MsBetweenDisplayChange", of: judged)) {
          #expect(Self.near(frame.duration, change), "\(name)")
        }
        for (frame, error) in zip(shown, column("MsAnimationError", of: judged)) {
          #expect(Self.near(frame.animationError, error), "\(name)")
        }
        let displayed = column("MsUntilDisplayed", of: rows)
        #expect(chain.updates.count == rows.count)
        for (update, wait) in zip(chain.updates, displayed) {
          #expect(
            Self.near(update.photon.map { update.ended.duration(to: $0) }, wait == 0 ? nil : wait),
            "\(name)")
        }
      }
    }
  }

  @Test func `between presents are a column of PresentMon`() throws {
    for (name, text) in try Self.captures() {
      let chains = try FrameCapture(path: name, bytes: Array(text.utf8)).swapChains
      for (chain, rows) in zip(chains, Self.tables(text)) {
        let ended = chain.updates.map(\.ended)
        for (index, row) in rows.enumerated().dropFirst() {
          let between = row["MsBetweenPresents"].flatMap(Double.init)
          #expect(Self.near(ended[index - 1].duration(to: ended[index]), between), "\(name)")
        }
      }
    }
  }
}
