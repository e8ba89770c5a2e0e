/// The date that documents bear, from the environment.
enum DocumentDate {
  /// The seconds since 1970 in UTC of `SOURCE_DATE_EPOCH`; 0 where it is not set.
  ///
  /// - Throws: `CommandFailure` where it is no such number.
  static func seconds(in environment: [String: String]) throws(CommandFailure) -> Int {
    guard let date = environment["SOURCE_DATE_EPOCH"] else { return 0 }
    // A document's year has four digits.
    guard let seconds = Int(date), 0...253_402_300_799 ~= seconds else {
      throw CommandFailure(
        "The environment variable SOURCE_DATE_EPOCH is '\(date)', not a number of seconds.",
        hint: "Please provide the seconds since 1970 in UTC, or leave the variable unset.")
    }
    return seconds
  }
}
