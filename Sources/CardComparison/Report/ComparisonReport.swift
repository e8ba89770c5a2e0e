/// What a run of comparisons found, as a page for people and as JSON and JUnit for programs.
public struct ComparisonReport: Sendable {
  /// What became of one comparison.
  public enum Status: String, Sendable, Hashable, CaseIterable {
    /// They are not the same.
    case different
    /// The reference has no candidate, or the candidate no reference.
    case missing
    /// They could not be compared.
    case failed
    /// A reference was written.
    case recorded
    /// No test uses the reference.
    case unused
    /// They are the same.
    case same
  }

  /// One comparison.
  public struct Entry: Sendable {
    /// What it is called.
    public var name: String
    /// What it belongs to, such as a test file; empty for nothing.
    public var group: String
    /// What became of it.
    public var status: Status
    /// One sentence.
    public var summary: String
    /// The outcome, where two things were compared.
    public var comparison: Comparison?
    /// Where in the sources it was asked for, as `file:line`.
    public var place: String?
    /// The shell command that accepts the candidate.
    public var acceptCommand: String?
    /// A picture to show where there is no comparison, as PNG.
    public var picture: [UInt8]?
    /// What that picture is, such as `Reference`; nil for a candidate.
    public var pictureTitle: String?
    /// A text to show where there is neither.
    public var preview: String?

    /// Makes an entry.
    public init(
      name: String, group: String = "", status: Status, summary: String,
      comparison: Comparison? = nil, place: String? = nil, acceptCommand: String? = nil,
      picture: [UInt8]? = nil, pictureTitle: String? = nil, preview: String? = nil
    ) {
      self.name = name
      self.group = group
      self.status = status
      self.summary = summary
      self.comparison = comparison
      self.place = place
      self.acceptCommand = acceptCommand
      self.picture = picture
      self.pictureTitle = pictureTitle
      self.preview = preview
    }
  }

  /// What stands above.
  public var title: String
  /// The comparisons.
  public var entries: [Entry]

  /// Makes a report.
  public init(title: String, entries: [Entry]) {
    self.title = title
    self.entries = entries
  }

  /// The number of entries of a status.
  public func count(of status: Status) -> Int { entries.count { $0.status == status } }
}
