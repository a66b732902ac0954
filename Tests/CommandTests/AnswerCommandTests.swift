import Foundation
import TestSupport
import Testing

@Suite struct `An answer of the command` {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.write(Self.script, to: "a.lab")
  }

  private static let script = """
    title   Proofs
    display 60 Hz
    run     100 ms
    arm timer
      timer ball every 16.666666 ms in common takes 0.5 ms
    arm link
      link  ball in common takes 0.5 ms
    prove never timer.ball.double_fires over phase 0.4 .. 0.6, up to 2 tasks of 20 ms every 1 ms \
    within 50 ms

    """

  /// The keys of each table: within one schema they are added to, never changed.
  private static let keys: [String: [String: Set<String>]] = [
    "map": [
      "coverage": [
        "run", "arm", "open", "from_ns", "to_ns", "covered_to_ns", "regions", "runs", "duration_ns",
      ],
      "shares": ["driver", "metric", "count", "width_ns", "share_pct"],
      "best": ["driver", "metric", "count", "from_ns", "to_ns", "middle_ns", "above_pct"],
      "regions": [
        "driver", "from_ns", "to_ns", "width_ns", "fires", "missed", "double_fires",
        "empty_refreshes", "dropped",
      ],
    ],
    "prove": [
      "questions": [
        "run", "arm", "driver", "quantity", "answer", "limit", "most", "runs", "covered_tasks",
      ],
      "case": ["what", "name", "at_ns", "takes_ns"],
    ],
  ]

  @Test(arguments: ["map", "prove"])
  func `is JSON of known keys, an object on a line`(name: String) throws {
    let outcome = try tool.run(name, "a.lab", "--json")
    let line = try #require(outcome.output.split(separator: "\n").first)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(object["study"] as? String == name && object["subject"] as? String == "a.lab")
    let tables = try #require(object["tables"] as? [String: [[String: Any]]])
    for (table, rows) in tables {
      let known = try #require(Self.keys[name]?[table], "the table '\(table)' is new")
      #expect(rows.allSatisfy { known.isSuperset(of: $0.keys) }, "\(table)")
    }
    #expect(outcome.status == (name == "prove" ? 1 : 0))
  }

  /// PyPI's jsonschema is the judge where it is there.
  @Test func `fulfills the schema that help prints`() throws {
    try tool.write(Data(try tool.run("help", "json").output.utf8), to: "schema.json")
    let lines = try ["map", "prove"].map { try tool.run($0, "a.lab", "--json").output }.joined()
    try tool.write(Data(lines.utf8), to: "lines.json")
    let checked = try tool.shell(
      """
      python3 -c 'import jsonschema' 2> /dev/null || exit 77
      python3 -c '
      import json, jsonschema
      validator = jsonschema.Draft202012Validator(json.load(open("schema.json")))
      lines = open("lines.json").read().splitlines()
      assert len(lines) == 2
      for line in lines: validator.validate(json.loads(line))
      bad = json.loads(lines[0]); bad["tables"]["x"] = [{"a": [1]}]
      assert not validator.is_valid(bad)
      '
      """)
    #expect([0, 77].contains(checked.status), "\(checked.errors)")
  }

  @Test func `has the numbers of the table in every form`() throws {
    #expect(try tool.run("map", "a.lab", "-o", "a.csv").status == 0)
    let csv = String(decoding: try tool.data(of: "a.csv"), as: UTF8.self)
    let widths = csv.split(separator: "\n").dropFirst().map { $0.split(separator: ",")[3] }
    let json = try tool.run("map", "a.lab", "--json").output
    for width in widths { #expect(json.contains("\"width_ns\":\(width),")) }
    #expect(try tool.run("map", "a.lab", "-o", "-").output == csv)
  }

  @Test func `goes to files of several kinds, and takes its own places again`() throws {
    for _ in 0..<2 {
      let words = [
        "--report", "json=a.json", "--report", "markdown=a.md", "--report", "html=a.html",
      ]
      let outcome = try tool.run(["map", "a.lab", "-o", "a.svg"] + words)
      #expect(outcome.status == 0 && outcome.output.contains("of the phases"), "\(outcome.errors)")
    }
    #expect(
      String(decoding: try tool.data(of: "a.md"), as: UTF8.self).hasPrefix(
        "<!-- RunLoopLab -->\n# map"))
    #expect(String(decoding: try tool.data(of: "a.html"), as: UTF8.self).contains("<figure>"))
    let piped = try tool.run("map", "a.lab", "--report", "markdown")
    #expect(piped.output == String(decoding: try tool.data(of: "a.md"), as: UTF8.self))
  }

  @Test(arguments: [
    (["map", "a.lab", "-o", "a.png"], "Write '--out a.svg'"),
    (["map", "a.lab", "-o", "a.lab"], "'.lab' is a script, which is not written there"),
    (["show", "a.lab", "-o", "a.pdf"], "rsvg-convert -f pdf a.svg -o a.pdf"),
    (["show", "a.lab", "-o", "a.csv"], "'.csv' is a table"),
    (["map", "a.lab", "--json", "-o", "-"], "standard output takes one report"),
    (["map", "a.lab", "--report", "jsn"], "Did you mean 'json'?"),
    (["map", "a.lab", "--report", "json="], "names no file"),
    (["prove", "a.lab", "--save", "a.txt"], "is not a name for a script"),
  ])
  func `has a name that says what it holds`(words: [String], message: String) throws {
    let outcome = try tool.run(words)
    #expect(outcome.status == 2 && outcome.errors.contains(message), "\(outcome.errors)")
    #expect(tool.names() == ["a.lab", "failing.lab", "good.lab"])
  }
}
