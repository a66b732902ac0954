import LabText
import Testing

@Suite struct `A misspelt word` {
  private static let words = ["timer", "tolerance", "link", "load"]

  @Test(arguments: [
    ("tiemr", "timer"), ("tolerence", "tolerance"), ("lnk", "link"), ("laod", "load"),
    ("TIMER", nil), ("arm", nil), ("", nil),
  ])
  func `gets the nearest legal one`(_ word: String, _ meant: String?) {
    #expect(Spelling.nearest(to: word, among: Self.words) == meant)
    #expect(
      Spelling.hint(for: word, among: Self.words) == (meant.map { " Did you mean '\($0)'?" } ?? ""))
  }

  @Test func `gets all legal ones if they are few and none is near`() {
    #expect(
      Spelling.choice(for: "xyz", among: Self.words)
        == " Write 'timer', 'tolerance', 'link' or 'load'.")
    #expect(Spelling.choice(for: "xyz", among: Self.words + ["arm"]) == "")
  }
}
