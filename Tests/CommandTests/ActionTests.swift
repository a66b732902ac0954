import Foundation
import TestSupport
import Testing

/// The action and the workflow that come with the package: valid, and every line performed.
@Suite struct `An action for GitHub` {
  private static let action = Checkout.root.appending(path: ".github/actions/run/action.yml")
  private static let workflow = Checkout.root.appending(path: ".github/workflows/experiments.yml")
  private static let release = Checkout.root.appending(path: ".github/workflows/release.yml")
  private static let gate = Checkout.root.appending(path: ".github/workflows/ci.yml")

  private let tool: Tool

  init() throws { tool = try Tool() }

  /// The lines of every `run:` of a file, step by step.
  private static func steps(of file: URL) throws -> [String] {
    let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    return lines.indices.filter { lines[$0].hasSuffix(" run: |") }.map { start in
      let indent = lines[start].prefix { $0 == " " }.count
      let body = lines[(start + 1)...].prefix { line in
        line.isEmpty || line.prefix { $0 == " " }.count > indent
      }
      return body.map { String($0.dropFirst(indent + 2)) }.joined(separator: "\n")
    }
  }

  @Test(
    arguments: [
      ("vendor.github-actions", action), ("vendor.github-workflows", workflow),
      ("vendor.github-workflows", release), ("vendor.github-workflows", gate),
    ])
  func `is valid by GitHub's schema`(schema: String, file: URL) throws {
    guard let checker = try Interpreter("check-jsonschema") else { return }
    let outcome = try checker.run(["--builtin-schema", schema, file.path], in: tool.folder)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test func `has its lines written as blocks`() throws {
    for file in [Self.action, Self.workflow, Self.release, Self.gate] {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.components(separatedBy: " run: ").count == (try Self.steps(of: file).count) + 1)
    }
    #expect(try Self.steps(of: Self.action).count == 5)
    #expect(try Self.steps(of: Self.workflow).count == 2)
    #expect(try Self.steps(of: Self.release).count == 3)
    #expect(try Self.steps(of: Self.gate).count == 4)
  }

  @Test(arguments: [action, workflow, release, gate])
  func `uses each action at a commit, and says of which version`(file: URL) throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    let used = text.components(separatedBy: "uses: ").dropFirst()
      .map { String($0.prefix { $0 != "\n" }) }
    #expect(!used.isEmpty)
    for action in used {
      #expect(
        try #/actions\/[a-z-]+@[0-9a-f]{40} # v[0-9]+\.[0-9]+\.[0-9]+|\.\/.+/#.wholeMatch(
          in: action) != nil, "\(action)")
    }
  }

  /// The jobs of a workflow, by their lines.
  private static func jobs(of file: URL) throws -> [String: String] {
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains("\npermissions: {}\n"), "\(file.lastPathComponent)")
    var jobs: [String: String] = [:]
    var name = ""
    for line in text.components(separatedBy: "\njobs:\n")[1].components(separatedBy: "\n") {
      if let job = line.wholeMatch(of: #/  ([a-z]+):/#) { name = String(job.1) }
      jobs[name, default: ""] += "\(line)\n"
    }
    return jobs.filter { !$0.key.isEmpty }
  }

  @Test(arguments: [
    (workflow, "comment", "pull-requests: write"), (release, "publish", "contents: write"),
    (gate, "", ""),
  ])
  func `lets only the job write that must, and leaves no token in a checkout`(
    file: URL, writer: String, right: String
  ) throws {
    for (name, job) in try Self.jobs(of: file) {
      let rights = job.components(separatedBy: "    permissions:\n").dropFirst()
        .map { $0.prefix { $0 != "\n" }.drop { $0 == " " } }
      #expect(rights == [name == writer ? right[...] : "contents: read"], "\(name)")
      #expect(
        job.components(separatedBy: "uses: actions/checkout@").count
          == job.components(separatedBy: "persist-credentials: false").count, "\(name)")
      if name == writer { #expect(!job.contains("uses: actions/checkout@")) }
    }
  }

  /// Programs that stand for those of the runner: they note their words, and `swift build` leaves
  /// the command that was built already.
  private func prepare() throws {
    let command = try BuiltProgram(named: "runlooplab").url.path
    let programs = [
      "swift": """
      echo "swift $@" >> said.txt
      mkdir -p "$HOME/.cache/runlooplab/release"
      ln -sf \(command) "$HOME/.cache/runlooplab/release/runlooplab"
      [[ "$*" != *--show-bin-path ]] || echo "$HOME/.cache/runlooplab/release"
      """,
      "sudo": "echo \"sudo $@\" >> said.txt",
      "gh": "echo \"gh $@\" >> said.txt; cat \"${@: -1}\" >> said.txt",
    ]
    try FileManager.default.createDirectory(
      at: tool.folder.appending(path: "bin"), withIntermediateDirectories: true)
    for (name, body) in programs {
      try tool.write("#!/bin/bash\n\(body)\n", to: "bin/\(name)")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: tool.folder.appending(path: "bin/\(name)").path)
    }
  }

  /// Performs steps as GitHub does: each by a shell of its own that ends at the first failure, with
  /// the paths and outputs that the steps before have written.
  private func perform(_ steps: [String], _ variables: String) throws -> [Int32] {
    try steps.map { step in
      try tool.write(step, to: "step.sh")
      let outcome = try tool.shell(
        """
        export HOME="$PWD" GITHUB_ACTION_PATH="\(Self.action.deletingLastPathComponent().path)"
        export GITHUB_OUTPUT="$PWD/output.txt" GITHUB_PATH="$PWD/path.txt"
        export GITHUB_REPOSITORY=a/b NUMBER=7 \(variables)
        touch path.txt; export PATH="$PWD/bin:$(paste -sd: path.txt):$PATH"
        export STATUS="$(sed -n 's/^status=//p' output.txt 2>/dev/null)"
        bash --noprofile --norc -eo pipefail step.sh
        """)
      return outcome.status
    }
  }

  @Test func `performs each of its lines in a clean folder`() throws {
    try prepare()
    try tool.write("", to: "output.txt")
    let statuses = try perform(
      try Self.steps(of: Self.action), "SCRIPTS='good.lab failing.lab' OPTIONS=--strict")
    // The last one ends as the scripts did.
    #expect(statuses == [0, 0, 0, 0, 1])
    let said = try tool.text(of: "said.txt")
    #expect(said.contains("swift build -c release -debug-info-format none --product runlooplab"))
    #expect(said.contains("gh pr comment 7 --repo a/b --edit-last --create-if-none"))
    #expect(said.contains("### failing.lab\n\n❌ ") && said.contains("### good.lab\n\n✅ "))
    let output = try tool.text(of: "output.txt")
    #expect(output.contains("status=1\n") && output.hasPrefix("sum="))
    for name in ["junit.xml", "comment.md", "good.html", "failing.html"] {
      #expect(tool.names(in: "runlooplab-results").contains(name))
    }
  }

  @Test func `takes its scripts by their names, without patterns of the shell`() throws {
    try prepare()
    let steps = try Self.steps(of: Self.action).prefix(3)
    #expect(try perform(Array(steps), "SCRIPTS='*.lab' OPTIONS=--strict") == [0, 0, 0])
    let output = try tool.text(of: "output.txt")
    #expect(
      output.contains("status=") && !output.contains("status=0") && !output.contains("status=1"))
    #expect(!tool.names(in: "runlooplab-results").contains("good.html"))
  }

  @Test func `has a workflow that comments what a pull request changes`() throws {
    try prepare()
    let statuses = try perform(
      try Self.steps(of: Self.action).prefix(3) + [
        """
        git init -q . && mkdir experiments && cp good.lab experiments
        git add experiments && git -c user.name=a -c user.email=a@b commit -qm base
        git rev-parse HEAD > base.txt
        sed -i.bak 's/every 1\\/60 s/every 1\\/30 s/' experiments/good.lab
        runlooplab run experiments --quiet --out runlooplab-results
        """
      ], "SCRIPTS=good.lab OPTIONS=--strict")
    #expect(statuses.suffix(1) == [0])
    let compared = try perform(try Self.steps(of: Self.workflow), "BASE=$(cat base.txt)")
    #expect(compared == [0, 0])
    let said = try tool.text(of: "said.txt")
    #expect(said.contains("--body-file compared.md"))
    #expect(said.contains("### good\n") && said.contains("What was changed:"), "\(said)")
  }

  @Test func `has a workflow that publishes a program for each system`() throws {
    try prepare()
    try FileManager.default.copyItem(
      at: Checkout.root.appending(path: "experiments"),
      to: tool.folder.appending(path: "experiments"))
    let statuses = try perform(
      try Self.steps(of: Self.release), "SYSTEM=linux-x86_64 TAG=v1.2")
    #expect(statuses == [0, 0, 0])
    let sums = try tool.text(of: "SHA256SUMS")
    for name in ["runlooplab-linux-x86_64.tar.gz", "runlooplab-macos.tar.gz"] {
      #expect(sums.contains(name))
      let listed = try tool.shell("tar -tzf \(name)")
      #expect(listed.output == "runlooplab\n")
    }
    let said = try tool.text(of: "said.txt")
    #expect(said.contains("gh release create v1.2 --repo a/b --generate-notes SHA256SUMS"))
  }
}
