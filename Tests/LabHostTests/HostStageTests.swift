#if os(Linux)
  import TestSupport
  import Testing

  /// `LAB_FUZZ_COUNT` says how many scenarios are performed in virtual time.
  @Suite struct `A stage on the host` {
    @Test(arguments: FuzzBatch.all("random scenario"))
    func `does in virtual time what the simulation does`(_ batch: FuzzBatch) throws {
      #expect(try LiveStageProcess.perform("virtual", batch) == batch.numbers.map(String.init))
    }

    @Test func `leaves traces in real time that keep the contract and can be measured`() throws {
      let batch = FuzzBatch(numbers: 0..<12, seed: 1)
      #expect(try LiveStageProcess.perform("real", batch) == batch.numbers.map(String.init))
    }
  }
#endif
