/// One field of a form.
public struct FormField: Hashable, Sendable {
  /// The way in which a field is edited.
  public enum Kind: Hashable, Sendable {
    /// One line.
    case text
    /// Several lines; Enter starts a new one.
    case multiline
    /// A record in each line, arranged by the source; Enter starts a new line.
    case lines
    /// One line for a number; other characters can be typed, too.
    case number
    /// One line that takes dates, also in words.
    case date
    /// One of these words; Space and the arrows cycle through them, a letter jumps to its word.
    case choice([String])
    /// Yes, no, or nothing.
    case boolean
    /// Words separated by commas.
    case tags
    /// One line with the path of a file, which Tab completes.
    case path
    /// The content of a file, whose path is typed.
    ///
    /// The initial value is a readable line, then a line that distinguishes contents.
    case content
    /// Another record, picked from a list with search.
    case link
    /// Any number of other records, their ids one a line, picked from a list with search.
    case links(isOrdered: Bool)
  }

  /// The field's name in a save.
  public var name: String
  /// The field's name for display.
  public var label: String
  /// The way in which the field is edited.
  public var kind: Kind
  /// The initial value.
  public var value: String
  /// Whether the field must not be empty; its label then has a star.
  public var isRequired: Bool
  /// A hint about valid input, at the bottom while the field has the focus.
  public var hint: KeyWords

  /// Creates a field; the label defaults to the name.
  public init(
    _ name: String, label: String? = nil, kind: Kind = .text, value: String = "",
    isRequired: Bool = false, hint: KeyWords = ""
  ) {
    self.name = name
    self.label = label ?? name
    self.kind = kind
    self.value = value
    self.isRequired = isRequired
    self.hint = hint
  }
}

extension FormField.Kind {
  /// Whether a person types a text instead of picking a value.
  package var takesText: Bool {
    switch self {
    case .text, .multiline, .lines, .number, .date, .tags, .path, .content: true
    case .choice, .boolean, .link, .links: false
    }
  }

  /// The choices, for a field with a few words.
  package var choices: [String] {
    switch self {
    case .choice(let choices): choices
    case .boolean: ["yes", "no"]
    case .text, .multiline, .lines, .number, .date, .tags, .path, .content, .link, .links: []
    }
  }

  /// Whether several records can be picked.
  package var isLinks: Bool { if case .links = self { true } else { false } }

  /// The ids in a link field's value.
  package static func ids(in value: String) -> [String] {
    value.split(separator: "\n").map(String.init)
  }

  /// Whether the path of a file is typed.
  package var isPath: Bool { self == .path || self == .content }

  /// Whether the text can also be written in an editor.
  package var isWritten: Bool { takesText && self != .content }

  /// The text shown for a value.
  package func shown(_ value: String) -> String {
    self == .content ? String(value.prefix { $0 != "\n" }) : value
  }

  /// Whether the field has several lines.
  package var isArea: Bool { self == .multiline || self == .lines }
}
