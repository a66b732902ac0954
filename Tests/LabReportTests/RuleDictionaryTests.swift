import LabMetrics
import LabReport
import Testing

@Suite struct `The dictionary of columns` {
  @Test(arguments: FrameRules.rules.map(\.name))
  func `explains each rule`(name: String) throws {
    let text = try #require(ColumnDictionary.explanation(of: name))
    #expect(text.contains("Source   "))
  }
}
