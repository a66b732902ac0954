import LabText
import Testing

@Suite struct `The folder of a path` {
  @Test(arguments: [
    ("a", ""), ("-", ""), ("a.svg", ""), ("a/b", "a"), ("a/b/", "a"), ("a//b", "a"), ("/a", "/"),
    ("//a", "/"), ("/", "/"), ("", ""), ("a/b/c.csv", "a/b"), ("./a", "."), ("../a", ".."),
  ])
  func `is all before its last name`(path: String, folder: String) {
    #expect(path.parentPath == folder)
  }
}
