/// A template and the templates that its components name, each of them once.
///
/// ``TemplateReader`` makes one from files; in one set a name means the same template everywhere.
public struct TemplateSet: Sendable, Equatable {
  /// The template of the card.
  public var template: Template
  /// The templates that components name, its own and those of one another.
  public var components: [String: Template]

  /// Makes a set.
  public init(_ template: Template, components: [String: Template] = [:]) {
    self.template = template
    self.components = components
  }

  /// All templates as one text, which is another one where any of them is.
  public var fingerprint: String {
    components.sorted { $0.key < $1.key }.reduce(into: TemplateFile.text(of: template)) {
      $0 += "\n\($1.key)\n" + TemplateFile.text(of: $1.value)
    }
  }
}

/// The limits of templates within one another.
public enum TemplateLimits {
  /// The most components within one another.
  public static let depth = 32
  /// The most files of one template.
  public static let count = 256
  /// The most bytes of a template's file.
  public static let bytes = 8 << 20
}
