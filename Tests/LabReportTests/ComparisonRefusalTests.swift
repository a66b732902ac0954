import LabText
import TestSupport
import Testing

@testable import LabResults

extension `A comparison of two results` {
  @Test func `is refused without a pair`() throws {
    let paths = (try write(script(), to: "a"), try write(script(seed: 4), to: "b"))
    #expect(throws: InputError.self) { try compare(paths.0, paths.1) }
  }

  @Test func `is refused where there is no result`() throws {
    let path = try write(script(), to: "a")
    try folder.write("{}", to: "b/manifest.json")
    #expect(throws: InputError.self) { try compare(path, folder.path("b")) }
    #expect(throws: InputError.self) { try compare(path, folder.path("c")) }
  }

  @Test func `lists an arm of another name`() throws {
    let paths = (try write(script(), to: "a"), try write(script(arm: "clock"), to: "b"))
    let (comparison, _) = try compare(paths.0, paths.1)
    #expect(!comparison.isIdentical)
    #expect(comparison.unpaired.map { $0.labels[1] } == ["timer", "clock", "timer", "clock"])
    #expect(comparison.unpaired.map(\.side) == [0, 1, 0, 1])
  }

  @Test func `says of one pair of runs that there is no interval`() throws {
    let scripts = [script(), script(cost: "2 ms")].map {
      $0.replacing("repeat    4", with: "repeat    1")
    }
    let text = try report((try write(scripts[0], to: "a"), try write(scripts[1], to: "b")))
    #expect(text.contains("One pair of runs, so without a confidence interval:"))
    #expect(!text.contains("ignificant") && !text.contains("95 %"))
  }
}
