import Foundation
import TestSupport
import Testing

@Suite struct `A killed writer` {
  private let tool: Tool

  init() throws { tool = try Tool() }

  /// Kills a command, which writes a file below `o`, at random times: whatever lies there then is
  /// whole, and the command that goes on, with more words, ends with the bytes of one that nothing
  /// kills and leaves nothing hidden.
  private func kill(_ words: String, more: String = "", _ place: String) throws {
    let outcome = try tool.shell(
      """
      mkdir -p o; "$0" \(words) > /dev/null; s=$?; [ $s -le 1 ] || exit 9
      cp \(place) whole; rm -r o; mkdir o; killed=0
      for n in $(seq \(Count("killed writer").value)); do
        [ $((n % 4)) = 0 ] && { rm -r o; mkdir o; }
        "$0" \(words) \(more) > /dev/null 2>&1 & run=$!
        r=$(od -An -N2 -tu2 /dev/urandom | tr -d ' ')
        sleep $(printf '%d.%03d' $((r % \(Self.seconds))) $((r / 64 % 1000)))
        kill -KILL $run 2> /dev/null; wait $run 2> /dev/null
        [ $? -gt 128 ] && killed=$((killed + 1))
        test -e \(place) && { cmp \(place) whole || exit 8; }
      done
      "$0" \(words) \(more) > /dev/null; s=$?; [ $s -le 1 ] || exit 7
      cmp \(place) whole || exit 6
      find o -name '.*' -mindepth 1
      echo killed $killed
      """)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("killed "), "\(outcome.output)")
  }

  /// How many seconds pass before a kill, at most.
  private static let seconds = Count("killed writer").value > 1 ? 2 : 1

  @Test func `of a ranking of recordings leaves it whole or not there, and is resumed`() throws {
    try FileManager.default.createDirectory(
      at: tool.folder.appending(path: "fleet"), withIntermediateDirectories: true)
    for task in [40_000, 60_000] {
      try tool.write(ShortRecording.app(task: task), to: "fleet/\(task).json")
    }
    try kill("why fleet --all -o o", more: "--resume", "o/fleet.whatif/whatif.csv")
  }

  @Test func `of the ranking of a script leaves it whole or not there`() throws {
    try kill("why good.lab --all -o o", "o/good.whatif/whatif.csv")
  }

  @Test func `of a page leaves it whole or not there`() throws {
    #expect(try tool.run("run", "good.lab", "-q", "--out", "r").status == 0)
    #expect(try tool.run("run", "good.lab", "-q", "--repeat", "2", "--out", "q").status == 0)
    try kill("compare r/good q/good --html o/x.html", "o/x.html")
  }
}
