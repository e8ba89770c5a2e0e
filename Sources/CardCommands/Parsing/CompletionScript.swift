/// The scripts that teach a shell to complete a tool's command line.
struct CompletionScript: Sendable {
  /// A shell that there is a script for.
  enum Shell: String, Sendable, CaseIterable { case bash, zsh, fish }

  let tool: ToolSpec
  /// The names that there are now: the script knows them from then on.
  var names: [Completion.NameList: [String]] = [:]

  private func names(of list: Completion.NameList) -> [String] { names[list] ?? [] }

  /// The script of one shell.
  func script(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}

// MARK: bash

extension CompletionScript {
  private var bash: String {
    let name = tool.name
    let verbs = tool.commands.map { "    \($0.name)) __\(name)_\($0.name) ;;\n" }.joined()
    let functions = tool.commands.map { bashFunction("__\(name)_\($0.name)", of: $0) }.joined()
    // Only what bash 3.2 knows is used: no mapfile, and compopt where there is one.
    return """
      #!/bin/bash

      __\(name)_add() {
        local line
        while IFS= read -r line; do COMPREPLY+=("$line"); done
      }

      __\(name)_words() {
        __\(name)_add < <(compgen -W "$1" -- "$cur")
      }

      __\(name)_folders() {
        compopt -o filenames 2>/dev/null
        __\(name)_add < <(compgen -d -- "$cur")
      }

      __\(name)_files() {
        local ending
        if (($# == 0)); then
          compopt -o filenames 2>/dev/null
          __\(name)_add < <(compgen -f -- "$cur")
          return
        fi
        __\(name)_folders
        for ending in "$@"; do
          __\(name)_add < <(compgen -f -X "!*.$ending" -- "$cur")
        done
      }

      __\(name)_names() {
        local entry plain="${cur//\\\\/}"
        # After a quote bash wants the bare word, elsewhere one that is quoted.
        case "$plain" in
          "'"* | '"'*)
            plain="${plain:1}"
            for entry in "$@"; do [[ $entry == "$plain"* ]] && COMPREPLY+=("$entry"); done ;;
          *)
            for entry in "$@"; do
              [[ $entry == "$plain"* ]] && COMPREPLY+=("$(printf '%q' "$entry")")
            done ;;
        esac
        return 0
      }

      \(functions)\(bashFunction("__\(name)_verbs", of: nil))_\(name)() {
        local cur="${COMP_WORDS[COMP_CWORD]}" prev="" verb=""
        COMPREPLY=()
        ((COMP_CWORD > 0)) && prev="${COMP_WORDS[COMP_CWORD - 1]}"
        ((COMP_CWORD > 1)) && verb="${COMP_WORDS[1]}"
        # bash makes three words of --option=value.
        if [[ $cur == "=" ]]; then
          cur=""
        elif [[ $prev == "=" ]] && ((COMP_CWORD > 1)); then
          prev="${COMP_WORDS[COMP_CWORD - 2]}"
        fi
        case "$verb" in
      \(verbs)    *) __\(name)_verbs ;;
        esac
      }

      complete -F _\(name) \(name)

      """
  }

  private func bashFunction(_ function: String, of command: CommandSpec?) -> String {
    let options = tool.options(of: command)
    let values = options.compactMap { option in
      option.completedValue.map { value in
        let names = [option.shortName, option.longName].compactMap(\.self).joined(separator: "|")
        return "    \(names)) \(bashAction(value.completion)); return ;;\n"
      }
    }
    let names = options.flatMap { [$0.longName, $0.shortName].compactMap(\.self) }
    let rest =
      command.map { $0.arguments.first?.completion ?? .none }
      ?? .values(tool.commands.map(\.name))
    let cases = values.isEmpty ? "" : "  case \"$prev\" in\n\(values.joined())  esac\n"
    return """
      \(function)() {
      \(cases)  if [[ $cur == -* ]]; then
          __\(tool.name)_words '\(names.joined(separator: " "))'
          return
        fi
        \(bashAction(rest))
      }


      """
  }

  private func bashAction(_ completion: Completion) -> String {
    switch completion {
    case .none: ":"
    case .file(let endings): (["__\(tool.name)_files"] + endings).joined(separator: " ")
    case .folder: "__\(tool.name)_folders"
    case .values(let values): "__\(tool.name)_words " + quoted(values.joined(separator: " "))
    case .names(let list, let endings):
      (endings.isEmpty ? "" : "__\(tool.name)_files \(endings.joined(separator: " ")); ")
        + (["__\(tool.name)_names"] + names(of: list).map(quoted)).joined(separator: " ")
    }
  }
}

// MARK: zsh

extension CompletionScript {
  private var zsh: String {
    let name = tool.name
    let verbs = tool.commands.map { "    \(quoted("\($0.name):\($0.abstract)"))\n" }.joined()
    let cases = tool.commands.map { "    \($0.name)) __\(name)_\($0.name) ;;\n" }.joined()
    let functions = tool.commands.map { command in
      "__\(name)_\(command.name)() {\n\(zshArguments(of: command))}\n\n"
    }.joined()
    return """
      #compdef \(name)

      \(zshNames)\(functions)__\(name)_options() {
      \(zshArguments(of: nil))}

      __\(name)_verbs() {
        local -a verbs
        verbs=(
      \(verbs)  )
        _describe 'subcommand' verbs
      }

      _\(name)() {
        if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
          __\(name)_verbs
          return
        fi
        if [[ $words[2] == -* ]]; then
          __\(name)_options
          return
        fi
        local verb=$words[2]
        shift words
        (( CURRENT -= 1 ))
        case $verb in
      \(cases)  esac
      }

      if [[ $funcstack[1] == _\(name) ]]; then
        _\(name) "$@"
      else
        compdef _\(name) \(name)
      fi

      """
  }

  private func zshFunction(_ list: Completion.NameList, _ endings: [String]) -> String {
    "__\(tool.name)_\(list.rawValue)" + (endings.isEmpty ? "" : "_files")
  }

  /// A function for each list of names that is asked for, with the files that may stand instead.
  private var zshNames: String {
    var functions: [String: String] = [:]
    for command in tool.commands {
      let all =
        command.arguments.map(\.completion) + command.options.compactMap(\.value?.completion)
      for case .names(let list, let endings) in all {
        let glob =
          endings.isEmpty ? "" : "  _files -g \"*.(\(endings.joined(separator: "|")))\"\n"
        functions[zshFunction(list, endings)] =
          "() {\n  local -a names\n  names=(" + names(of: list).map(quoted).joined(separator: " ")
          + ")\n  compadd -a names\n\(glob)}\n\n"
      }
    }
    return functions.sorted { $0.key < $1.key }.map { $0.key + $0.value }.joined()
  }

  private func zshArguments(of command: CommandSpec?) -> String {
    let options = tool.options(of: command).map { option in
      let text = option.abstract.flatMap { "[]\\".contains($0) ? "\\\($0)" : "\($0)" }
      let action = option.completedValue.map { ":\($0.name):\(zshAction($0.completion))" } ?? ""
      let note = "[\(String(text))]\(action)"
      let long = option.longName + (option.completedValue == nil ? "" : "=")
      let once = option.repeats ? "*" : ""
      guard let short = option.shortName else { return quoted(once + long + note) }
      let excluded = option.repeats ? "*" : "(\(short) \(option.longName))"
      return
        "\(quoted(excluded)){\(short)\(option.completedValue == nil ? "" : "+"),\(long)}\(quoted(note))"
    }
    let arguments = (command?.arguments ?? []).map { argument in
      let mark = argument.repeats ? "*" : ""
      let kind = argument.isRequired || argument.repeats ? ":" : "::"
      return quoted("\(mark)\(kind)\(argument.name):\(zshAction(argument.completion))")
    }
    return "  _arguments -s \\\n"
      + (options + arguments).map { "    \($0)" }.joined(separator: " \\\n") + "\n"
  }

  private func zshAction(_ completion: Completion) -> String {
    switch completion {
    case .none: " "
    case .file(let endings) where endings.isEmpty: "_files"
    case .file(let endings): "_files -g \"*.(\(endings.joined(separator: "|")))\""
    case .folder: "_files -/"
    case .names(let list, let endings): zshFunction(list, endings)
    case .values(let values): "(\(values.joined(separator: " ")))"
    }
  }
}

// MARK: fish

extension CompletionScript {
  private var fish: String {
    let name = tool.name
    let verbs = tool.commands.map {
      "complete -c \(name) -n __\(name)_no_verb -f -a \($0.name) -d \(fishQuoted($0.abstract))\n"
    }.joined()
    let root = fishLines(of: nil, when: "__\(name)_no_verb")
    let commands = tool.commands.map { fishLines(of: $0, when: "'__\(name)_verb_is \($0.name)'") }
    return """
      function __\(name)_no_verb
        set -l words (commandline -opc)
        test (count $words) -eq 1
      end

      function __\(name)_verb_is
        set -l words (commandline -opc)
        test (count $words) -gt 1; and test $words[2] = $argv[1]
      end

      complete -c \(name) -f
      \(verbs)\(root)\(commands.joined())
      """
  }

  private func fishLines(of command: CommandSpec?, when condition: String) -> String {
    let start = "complete -c \(tool.name) -n \(condition)"
    let options = tool.options(of: command).map { option in
      let short = option.short.map { " -s \($0)" } ?? ""
      let value = option.completedValue.map { " -r" + fishAction($0.completion) } ?? ""
      return "\(start) -l \(option.name)\(short)\(value) -d \(fishQuoted(option.abstract))\n"
    }
    let arguments = (command?.arguments ?? []).map { argument in
      "\(start)\(fishAction(argument.completion)) -d \(fishQuoted(argument.abstract))\n"
    }
    return (options + arguments).joined()
  }

  private func fishAction(_ completion: Completion) -> String {
    switch completion {
    case .none: " -f"
    case .file(let endings) where endings.isEmpty: " -F"
    case .file(let endings):
      " -k -f -a "
        + quoted(
          "(" + endings.map { "__fish_complete_suffix .\($0)" }.joined(separator: "; ") + ")")
    case .folder: " -f -a '(__fish_complete_directories)'"
    case .names(let list, let endings):
      " -k -f -a "
        + fishQuoted(
          "(printf '%s\\n' " + names(of: list).map(fishQuoted).joined(separator: " ")
            + endings.map { "; __fish_complete_suffix .\($0)" }.joined() + ")")
    case .values(let values): " -f -a " + quoted(values.joined(separator: " "))
    }
  }

  /// A text in single quotes, where fish writes a quote as `\'`.
  private func fishQuoted(_ text: String) -> String {
    "'" + text.flatMap { "'\\".contains($0) ? "\\\($0)" : "\($0)" } + "'"
  }
}
