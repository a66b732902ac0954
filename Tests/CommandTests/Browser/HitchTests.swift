import Foundation
import TestSupport
import Testing

/// The list of the worst hitches leads to each of them.
@Suite(.serialized, .enabled(if: Browser.url != nil, "no browser is installed"))
struct `A listed hitch` {
  /// Presses every row of the list of every arm, at all points or at the first one, and tells what
  /// is not as it should be: the hitch in the window, now in the hitch, its drops red in the
  /// lanes, and a command for what the page does not have.
  ///
  /// Beside that how many rows there are, and by how much the longest frame of each driver stays
  /// longer than one refresh, in milliseconds.
  private static func walk(everyPoint: Bool) -> String {
    """
    (() => {
      const data = JSON.parse(document.querySelector("#data").textContent);
      const found = { faults: [], rows: 0, longest: [] };
      data.points.forEach((point, number) => {
        if (!\(everyPoint) && number !== data.first) return;
        lab.point(number);
        point.runs.forEach((packed, row) => {
          if (!packed || !packed.h.length) return;
          lab.list(row);
          const run = lab.run(row), own = run.hitches.map(h => run.times[h.next] - run.times[h.first + 1]);
          if (point.run.length) found.longest.push([point.run[0] + data.ai[row], data.arms[row], Math.max(...own) / 1e3]);
          const buttons = [...document.querySelectorAll("#worst tr.go button")];
          if (buttons.length !== packed.h.length) found.faults.push(`${number}.${row}: rows`);
          buttons.forEach((_, index) => {
            found.rows++;
            document.querySelectorAll("#worst tr.go button")[index].click();
            const { begin, end, now } = lab.state(), [from, until] = run.span(run.hitches[index]);
            const red = [...document.querySelectorAll("#lanes .dropped")]
              .map(path => (path.getAttribute("d").match(/M/g) || []).length);
            const words = document.querySelector("#command").textContent;
            // A run that no result has is found by the command that counts it.
            const leads = point.run.length ? words.includes("--from '") : words === point.cmd;
            const known = from >= begin && until <= end && now > from && now < until
              && Math.max(0, ...red) >= packed.h[index][2] && leads;
            if (!known) found.faults.push(`${number}.${row}.${index}: ${from} in ${begin} to ${end}`);
          });
        });
      });
      return found;
    })()
    """
  }

  @Test func `is shown by a press on its row, and stays for a refresh beyond hitch_max at most`()
    throws
  {
    let browser = try Browser()
    try browser.resize(width: 1_280)
    try browser.reduceMotion(true)
    var rows = 0
    for file in try PageFiles.alive {
      try browser.open(file)
      let found = try #require(
        try browser.value(Self.walk(everyPoint: Count.isComplete)) as? [String: Any])
      #expect(found["faults"] as? [String] == [], "\(file.lastPathComponent)")
      rows += found["rows"] as? Int ?? 0
      let table = file.deletingPathExtension().appending(path: "runs.csv")
      guard let text = try? String(contentsOf: table, encoding: .utf8) else { continue }
      let known = try Self.longest(in: text)
      for case let longest as [Any] in found["longest"] as? [Any] ?? [] {
        let name = "\(longest[0]) \(longest[1])"
        guard let run = longest[0] as? Int, let own = longest[2] as? Double else { continue }
        let limit = known.filter { $0.run == run && "\(longest[1])".hasPrefix($0.arm) }.map(\.most)
        guard let most = limit.max() else { continue }
        #expect(own <= most + 0.01, "\(file.lastPathComponent) \(name)")
      }
    }
    print("\(rows) hitches were pressed")
    #expect(rows >= (Count.isComplete ? 8_124 : 50))
  }

  /// The longest hitch of each driver of a result, in milliseconds.
  private static func longest(in text: String) throws -> [(run: Int, arm: String, most: Double)] {
    let lines = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let head = try #require(lines.first)
    guard let run = head.firstIndex(of: "run"), let arm = head.firstIndex(of: "arm"),
      let most = head.firstIndex(of: "hitch_max_ms")
    else { return [] }
    return lines.dropFirst().compactMap { line in
      guard line.count == head.count, let run = Int(line[run]), let most = Double(line[most])
      else { return nil }
      return (run, line[arm].trimmingCharacters(in: ["\""]), most)
    }
  }
}
