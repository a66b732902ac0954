import LabText
import Testing

@Suite struct `A misspelt word` {
  private static let words = ["timer", "tolerance", "link", "load"]

  @Test(arguments: [
    ("tiemr", "timer"), ("tolerence", "tolerance"), ("lnk", "link"), ("laod", "load"),
    ("TIMER", "timer"), ("arm", nil), ("", nil), ("tim", "timer"), ("ti", nil), ("itmer", "timer"),
    ("lode", nil), ("toler", "tolerance"),
  ])
  func `gets the nearest legal one`(_ word: String, _ meant: String?) {
    #expect(Spelling.nearest(to: word, among: Self.words) == meant)
    #expect(
      Spelling.hint(for: word, among: Self.words) == (meant.map { " Did you mean '\($0)'?" } ?? ""))
  }

  /// Of words that people type, the one that they mean or none, never a comic one.
  @Test(arguments: [
    ("dropd", "dropped"), ("dispaly", "display"), ("jank", nil), ("dropp", "dropped"),
    ("hich", "hitch"), ("bank", nil), ("rnak", "rank"), ("ranks", "rank"), ("own", "owner"),
  ])
  func `gets no word that only sounds alike`(_ word: String, _ meant: String?) {
    let words = ["dropped", "display", "rank", "hitch", "owner"]
    #expect(Spelling.nearest(to: word, among: words) == meant)
  }

  @Test func `gets all legal ones if they are few and none is near`() {
    #expect(
      Spelling.choice(for: "xyz", among: Self.words)
        == " Write 'timer', 'tolerance', 'link' or 'load'.")
    #expect(Spelling.choice(for: "xyz", among: Self.words + ["arm"]) == "")
  }
}
