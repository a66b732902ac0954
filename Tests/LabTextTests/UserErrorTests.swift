import LabText
import Testing

@Suite struct `A mistake of the user` {
  private static let errors: [any UserError] = [UsageError("u"), InputError("u")]

  @Test(arguments: zip(errors, [2, 3]))
  func `is a sentence and the status of the command`(_ error: any UserError, _ status: Int32) {
    #expect(error.status.rawValue == status)
    #expect("\(error)" == "u")
  }
}
