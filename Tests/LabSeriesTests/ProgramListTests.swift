import LabSeries
import Testing

@Suite struct `A list of a real program` {
  /// The share of lists that are named right, and of those that are named wrong.
  private func shares(of lists: [ProgramList]) throws -> (right: Double, wrong: Double) {
    var (right, wrong) = (0.0, 0.0)
    for list in lists {
      guard let mechanism = try list.answer.mechanism else { continue }
      if list.mechanisms.contains(mechanism) { right += 1 } else { wrong += 1 }
    }
    let count = Double(lists.count)
    return (right / count, wrong / count)
  }

  @Test func `is one of many`() {
    #expect(ProgramList.all.count == 246)
    #expect(ProgramList.all.allSatisfy { !$0.mechanisms.isEmpty })
  }

  @Test func `of 400 quiet intervals is named right`() throws {
    let shares = try shares(of: ProgramList.all.filter { $0.length == 400 && $0.isQuiet })
    #expect(shares.right >= 0.95)
    #expect(shares.wrong == 0)
  }

  @Test func `of 40 intervals is named right nine times of ten`() throws {
    let shares = try shares(of: ProgramList.all.filter { $0.length == 40 })
    #expect(shares.right >= 0.9)
  }

  @Test func `of 12 intervals is seldom named wrong`() throws {
    let shares = try shares(of: ProgramList.all.filter { $0.length == 12 })
    #expect(shares.wrong <= 0.07)
  }
}
