extension Record {
  /// Makes a record of a JSON object; nil for any other value.
  ///
  /// Numbers keep their text, `null` makes no field, arrays become lists and objects groups.
  public init?(_ json: JSONValue, file: String? = nil, number: Int? = nil) {
    guard case .object(let members) = json.kind else { return nil }
    func place(_ position: JSONPosition) -> DataPlace {
      DataPlace(file: file, line: position.line, column: position.column, record: number)
    }
    func value(_ json: JSONValue) -> FieldValue? {
      switch json.kind {
      case .null: nil
      case .bool(let value): .boolean(value)
      case .number(let digits): .number(digits)
      case .string(let text): .text(text)
      case .array(let entries): .list(entries.compactMap(value))
      case .object: Record(json, file: file, number: number).map { .group($0) }
      }
    }
    self.init(
      members.compactMap { member in
        value(member.value).map {
          Field(member.key, $0, place: place(member.value.position))
        }
      }, place: place(json.position))
  }
}
