import LabText

/// `runlooplab completion`: completions for a shell.
enum CompletionCommand {
  static let subcommand = Command.Subcommand(usage, "print completions for bash, zsh or fish") {
    words in
    let operands = try usage.parse(words).operands
    let names = Completion.Shell.allCases.map(\.rawValue)
    guard operands.count == 1 else {
      throw UsageError("name one shell: \(Spelling.list(names)).")
    }
    guard let shell = Completion.Shell(rawValue: operands[0]) else {
      throw UsageError(
        "there are no completions for '\(operands[0])'. Write \(Spelling.list(names)).")
    }
    Terminal.print(Completion(subcommands: Command.subcommands).script(for: shell))
    return .success
  }

  private static let usage = Usage(
    name: "completion", operands: "bash|zsh|fish", options: [],
    text: "Prints a script that completes subcommands, options and their values.",
    remarks: [
      "bash: source <(runlooplab completion bash). zsh: the same with zsh. fish: runlooplab"
        + " completion fish | source. Write the line into the shell's start file to keep it."
    ],
    examples: ["runlooplab completion bash"], experiment: nil)
}

/// Completions of the command for a shell, from the table of options.
struct Completion {
  let subcommands: [Command.Subcommand]

  /// A shell for which there are completions.
  enum Shell: String, CaseIterable {
    case bash
    case zsh
    case fish
  }

  /// Returns the script that the shell reads.
  func script(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private func options(of subcommand: Command.Subcommand) -> [Option] {
    subcommand.usage.options + Option.common
  }

  private var names: String {
    (subcommands.map(\.name) + ["help"]).joined(separator: " ")
  }

  // MARK: bash

  private var bash: String {
    let values = subcommands.flatMap { subcommand in
      options(of: subcommand).compactMap { option -> String? in
        let words =
          switch option.value {
          case .none, .list, .attachedFile: nil as String?
          case .word(let words):
            "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$cur\"))"
          case .file: "COMPREPLY=($(compgen -f -- \"$cur\"))"
          case .folder: "COMPREPLY=($(compgen -d -- \"$cur\"))"
          case .text: "COMPREPLY=()"
          }
        return words.map { "    '\(subcommand.name) \(option.name)') \($0); return ;;" }
      }
    }
    let lists = subcommands.map { subcommand in
      let names = options(of: subcommand).flatMap { [$0.name] + [$0.short].compactMap(\.self) }
        .joined(separator: " ")
      return "    \(subcommand.name)) options='\(names)' ;;"
    }
    return """
      # bash completion for runlooplab; load it with: source <(runlooplab completion bash)
      _runlooplab() {
        local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} options=''
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W '\(names) --help --version' -- "$cur"))
          return
        fi
        case "${COMP_WORDS[1]} $prev" in
      \(values.joined(separator: "\n"))
        esac
        case "${COMP_WORDS[1]}" in
          help) COMPREPLY=($(compgen -W '\(names) language json all' -- "$cur")); return ;;
      \(lists.joined(separator: "\n"))
        esac
        if [[ $cur == -* ]]; then
          COMPREPLY=($(compgen -W "$options" -- "$cur"))
        else
          COMPREPLY=($(compgen -f -- "$cur"))
        fi
      }
      complete -o filenames -F _runlooplab runlooplab
      """
  }

  // MARK: zsh

  private var zsh: String {
    let cases = subcommands.map { subcommand in
      let specs = options(of: subcommand).map { option in
        let help = Self.quoted(
          "\(option.name)[\(Self.short(option.brief))]\(Self.zshValue(option))")
        return "        \(help) \\"
      }
      return "      \(subcommand.name))\n      _arguments \\\n"
        + specs.joined(separator: "\n") + "\n        '*:file:_files' ;;"
    }
    let commands = subcommands.map { Self.quoted("\($0.name):\(Self.short($0.summary))") }
    return """
      #compdef runlooplab
      # zsh completion for runlooplab; load it with: source <(runlooplab completion zsh)
      _runlooplab() {
        if (( CURRENT == 2 )); then
          local -a commands=(\(commands.joined(separator: " ")))
          _describe command commands
          return
        fi
        local command=$words[2]
        shift words
        (( CURRENT-- ))
        case $command in
      \(cases.joined(separator: "\n"))
          *) _files ;;
        esac
      }
      compdef _runlooplab runlooplab
      """
  }

  private static func zshValue(_ option: Option) -> String {
    let name = (option.placeholder ?? "").lowercased().filter(\.isLetter)
    return switch option.value {
    case .none: ""
    case .text: ":\(name):"
    case .file: ":\(name):_files"
    case .folder: ":\(name):_files -/"
    case .word(let words): ":\(name):(\(words.joined(separator: " ")))"
    case .attachedFile: "::\(name):_files"
    case .list(let words): "::\(name):(\(words.joined(separator: " ")))"
    }
  }

  // MARK: fish

  private var fish: String {
    var lines = [
      "# fish completion for runlooplab; load it with: runlooplab completion fish | source",
      "complete -c runlooplab -n __fish_use_subcommand -l help -d 'show this help'",
      "complete -c runlooplab -n __fish_use_subcommand -l version -d 'show the version'",
    ]
    for subcommand in subcommands {
      lines.append(
        "complete -c runlooplab -n __fish_use_subcommand -a \(subcommand.name) -d"
          + " \(Self.quoted(subcommand.summary))")
      for option in options(of: subcommand) {
        let value =
          switch option.value {
          case .none, .list, .attachedFile: ""
          case .text: " -x"
          case .file: " -r"
          case .folder: " -x -a '(__fish_complete_directories)'"
          case .word(let words): " -x -a '\(words.joined(separator: " "))'"
          }
        lines.append(
          "complete -c runlooplab -n '__fish_seen_subcommand_from \(subcommand.name)'"
            + (option.short.map { " -s \($0.dropFirst())" } ?? "")
            + " -l \(option.name.dropFirst(2)) -d \(Self.quoted(Self.short(option.brief)))\(value)"
        )
      }
    }
    return lines.joined(separator: "\n")
  }

  // MARK: Words

  /// The first words of a help, without what shells take for their own.
  private static func short(_ help: String) -> String {
    let first = help.split(separator: ";")[0].split(separator: "(")[0]
    return first.filter { !"[]:'\\".contains($0) }.split(separator: " ").joined(separator: " ")
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
