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

      # Counts the arguments before the cursor; these options are followed by a value.
      __\(name)_count() {
        local index=2 word
        count=0
        while ((index < COMP_CWORD)); do
          word="${COMP_WORDS[index]}"
          if [[ " $1 " == *" $word "* ]]; then
            index=$((index + 1))
            [[ ${COMP_WORDS[index]} == "=" ]] && index=$((index + 1))
          elif [[ $word != -?* ]]; then
            count=$((count + 1))
          fi
          index=$((index + 1))
        done
      }

      \(functions)\(bashFunction("__\(name)_verbs", of: nil))_\(name)() {
        local count=0 cur="${COMP_WORDS[COMP_CWORD]}" prev="" verb=""
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
      command.map { bashArguments(of: $0) }
      ?? "  " + bashAction(.values(tool.commands.map(\.name))) + "\n"
    let cases = values.isEmpty ? "" : "  case \"$prev\" in\n\(values.joined())  esac\n"
    return """
      \(function)() {
      \(cases)  if [[ $cur == -* ]]; then
          __\(tool.name)_words '\(names.joined(separator: " "))'
          return
        fi
      \(rest)}


      """
  }

  /// What completes a command's arguments: the first, the second and so on, where they differ.
  private func bashArguments(of command: CommandSpec) -> String {
    let actions = command.arguments.map { bashAction($0.completion) }
    guard let last = actions.last else { return "  :\n" }
    guard actions.count > 1 else { return "  \(last)\n" }
    let valued = tool.options(of: command).filter { $0.completedValue != nil }
      .flatMap { [$0.longName, $0.shortName].compactMap(\.self) }
    let cases = actions.dropLast().enumerated().map { "    \($0.offset)) \($0.element) ;;\n" }
    return "  __\(tool.name)_count '\(valued.joined(separator: " "))'\n  case \"$count\" in\n"
      + cases.joined() + "    *) \(last) ;;\n  esac\n"
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
    // Not '__cardstock_templates': so the completion of that command is called.
    "__\(tool.name)_names_\(list.rawValue)" + (endings.isEmpty ? "" : "_files")
  }

  /// A function for each list of names that is asked for, with the files that may stand instead.
  private var zshNames: String {
    var functions: [String: String] = [:]
    for command in tool.commands {
      let all =
        command.arguments.map(\.completion) + command.options.compactMap(\.value?.completion)
      for case .names(let list, let endings) in all {
        let glob = endings.isEmpty ? "" : "  \(zshFiles(endings))\n"
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

  private func zshFiles(_ endings: [String]) -> String {
    // One ending alone in parentheses would be read as qualifiers of the files.
    let ending = endings.count == 1 ? endings[0] : "(\(endings.joined(separator: "|")))"
    return "_files -g \"*.\(ending)\""
  }

  private func zshAction(_ completion: Completion) -> String {
    switch completion {
    case .none: " "
    case .file(let endings) where endings.isEmpty: "_files"
    case .file(let endings): zshFiles(endings)
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

      # How many arguments stand before the cursor; these options are followed by a value.
      function __\(name)_count
        set -l count 0
        set -l skips 0
        set -l words (commandline -opc)
        for word in $words[3..-1]
          if test $skips -eq 1
            set skips 0
          else if string match -q -- '-?*' $word
            contains -- $word $argv; and set skips 1
          else
            set count (math $count + 1)
          end
        end
        echo $count
      end

      # The folders, and the files with these endings.
      function __\(name)_files
        set -l word (commandline -ct | string replace -r -- '^--[^=]*=' '')
        set -l start (string unescape -- $word)
        for path in $start*/
          echo $path
        end
        for ending in $argv
          for path in $start*.$ending
            test -d $path; or echo $path
          end
        end
      end

      complete -c \(name) -f
      \(verbs)\(root)\(commands.joined())
      """
  }

  private func fishLines(of command: CommandSpec?, when condition: String) -> String {
    let start = "complete -c \(tool.name) -n "
    let all = tool.options(of: command)
    let options = all.map { option in
      let short = option.short.map { " -s \($0)" } ?? ""
      let line = "\(start)\(condition) -l \(option.name)\(short)"
      let note = " -d \(fishQuoted(option.abstract))\n"
      guard let value = option.completedValue else { return line + note }
      // Values in a line of their own are not described each by the option.
      return "\(line) -r -f\(note)\(line) -r\(fishAction(value.completion))\n"
    }
    guard let command else { return options.joined() }
    let count = command.arguments.count
    let valued = all.filter { $0.completedValue != nil }
      .flatMap { [$0.longName, $0.shortName].compactMap(\.self) }.joined(separator: " ")
    let arguments = command.arguments.enumerated().map { index, argument in
      var condition = "__\(tool.name)_verb_is \(command.name)"
      if count > 1 {
        let test = index == count - 1 ? "-ge" : "-eq"
        condition += "; and test (__\(tool.name)_count \(valued)) \(test) \(index)"
      }
      return "\(start)'\(condition)'\(fishAction(argument.completion))\n"
    }
    return (options + arguments).joined()
  }

  private func fishAction(_ completion: Completion) -> String {
    switch completion {
    case .none: " -f"
    case .file(let endings) where endings.isEmpty: " -F"
    case .file(let endings):
      " -f -a " + quoted("(__\(tool.name)_files \(endings.joined(separator: " ")))")
    case .folder: " -f -a '(__fish_complete_directories)'"
    case .names(let list, let endings):
      " -k -f -a "
        + fishQuoted(
          "(printf '%s\\n' " + names(of: list).map(fishQuoted).joined(separator: " ")
            + (endings.isEmpty ? "" : "; __\(tool.name)_files \(endings.joined(separator: " "))")
            + ")")
    case .values(let values): " -f -a " + quoted(values.joined(separator: " "))
    }
  }

  /// A text in single quotes, where fish writes a quote as `\'`.
  private func fishQuoted(_ text: String) -> String {
    "'" + text.flatMap { "'\\".contains($0) ? "\\\($0)" : "\($0)" } + "'"
  }
}
