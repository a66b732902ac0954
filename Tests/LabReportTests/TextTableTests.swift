import LabReport
import Testing

@Suite struct `A table of text` {
  @Test func `aligns words to the left and numbers to the right`() {
    var table = TextTable([.left, .right, .left])
    table.append(["arm", "fires", "note"])
    table.appendRule()
    table.append(["link", "7", ""])
    table.append(["≤ 5 ms", "120", "late"])
    #expect(
      table.lines == [
        "arm     fires  note",
        "───────────────────",
        "link        7",
        "≤ 5 ms    120  late",
      ])
  }

  @Test func `without rows has no lines`() {
    #expect(TextTable([.left]).lines == [])
  }
}
