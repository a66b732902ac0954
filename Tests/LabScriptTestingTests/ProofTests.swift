import LabScriptTesting
import LabTesting
import Testing

@Suite struct `A proof as a test` {
  @Test func `fails with the smallest case of each statement that does not hold`() {
    let failures = reports { Laboratory.prove(script: "Fixtures/proofs.lab") }
    #expect(failures.count == 1)
    #expect(failures.first?.line == #line - 2)
    let text = failures.first?.text ?? ""
    #expect(text.contains("refuted  run 1, timer.ball\n  prove never *.ball.double_fires"))
    #expect(text.contains("\nball     |"))
    #expect(text.contains("\nexpect timer.ball.double_fires >= 1"))
  }

  @Test func `without a statement says so`() {
    let failures = reports { Laboratory.prove(script: "Fixtures/feed.lab") }
    #expect(failures.first?.text.contains("asks nothing by ‘prove’ or ‘worst’") == true)
  }
}
