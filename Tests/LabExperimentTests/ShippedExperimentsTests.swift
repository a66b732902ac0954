import Foundation
import LabExperiment
import TestSupport
import Testing

@Suite struct `A shipped experiment` {
  @Test(arguments: Checkout.experimentNames)
  func `is free of mistakes and says what it asks and expects`(name: String) throws {
    let path = Checkout.experiment(name).path
    let experiment = try Experiment(path: path)
    #expect(experiment.title != nil && experiment.question != nil && experiment.because != nil)
    #expect(!experiment.expectationTexts.isEmpty)
  }
}
