import CardModel

/// Every way in which a command line can be wrong.
enum UsageError: Diagnostic, Equatable {
  case unknownOption(String, nearest: String?)
  case unexpectedArguments([String], nearest: String?)
  case missingArgument(label: String, abstract: String)
  case missingValue(label: String, abstract: String)
  case invalidValue(String, label: String, abstract: String, expected: String?)
  case valueForFlag(String, value: String)
  case missingSubcommand

  /// One sentence, in the words of swift-argument-parser.
  var message: String {
    switch self {
    case .unknownOption(let option, let nearest):
      "Unknown option '\(option)'" + Self.suggestion(nearest)
    case .unexpectedArguments(let arguments, let nearest):
      if arguments.count == 1 {
        "Unexpected argument '\(arguments[0])'" + Self.suggestion(nearest)
      } else {
        "\(arguments.count) unexpected arguments: "
          + arguments.map { "'\($0)'" }.joined(separator: ", ")
      }
    case .missingArgument(let label, _): "Missing expected argument '\(label)'"
    case .missingValue(let label, _): "Missing value for '\(label)'"
    case .invalidValue(let value, let label, _, let expected):
      "The value '\(value)' is invalid for '\(label)'" + (expected.map { ". \($0)" } ?? "")
    case .valueForFlag(let option, let value):
      "The option '\(option)' does not take any value, but '\(value)' was specified."
    case .missingSubcommand: "Missing required subcommand."
    }
  }

  /// The argument or option that is meant, and what it is.
  var subject: (label: String, abstract: String)? {
    switch self {
    case .missingArgument(let label, let abstract), .missingValue(let label, let abstract),
      .invalidValue(_, let label, let abstract, _):
      (label, abstract)
    case .unknownOption, .unexpectedArguments, .valueForFlag, .missingSubcommand: nil
    }
  }

  private static func suggestion(_ nearest: String?) -> String {
    nearest.map { ". Did you mean '\($0)'?" } ?? ""
  }
}
