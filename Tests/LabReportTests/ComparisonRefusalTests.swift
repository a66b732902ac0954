import LabText
import TestSupport
import Testing

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
}
