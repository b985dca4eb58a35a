/// One field of a form.
public struct FormField: Hashable, Sendable {
  /// How a field is edited.
  public enum Kind: Hashable, Sendable {
    /// One line.
    case text
    /// Several lines; Enter makes a new one.
    case multiline
    /// A record in each line, which the source arranges; Enter makes a new one.
    case lines
    /// One line, leaning to nothing but digits.
    case number
    /// One line that takes dates, also in words.
    case date
    /// One of these words; Space and the arrows go through them, a letter goes to its word.
    case choice([String])
    /// Yes, no, or nothing.
    case boolean
    /// Words with commas between them.
    case tags
    /// One line with the path of a file, which Tab goes on with.
    case path
    /// The content of a file, of which the path is typed; the value that it starts with is a line
    /// that people read, and behind it another that tells contents apart.
    case content
    /// Another record, chosen from a picker with search.
    case link
    /// Any number of other records, their ids a line each, chosen from a picker with search.
    case links(isOrdered: Bool)
  }

  /// What a save calls it.
  public var name: String
  /// What a person reads.
  public var label: String
  /// How it is edited.
  public var kind: Kind
  /// What it starts with.
  public var value: String
  /// Whether it must not be empty; the label then bears a star.
  public var isRequired: Bool
  /// What can be typed here, said at the bottom while the field has the focus.
  public var hint: KeyWords

  /// A field; its name is its label if none is given.
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
  /// Whether a person types a text, rather than choosing something.
  package var takesText: Bool {
    switch self {
    case .text, .multiline, .lines, .number, .date, .tags, .path, .content: true
    case .choice, .boolean, .link, .links: false
    }
  }

  /// What there is to choose from where that is a few words.
  package var choices: [String] {
    switch self {
    case .choice(let choices): choices
    case .boolean: ["yes", "no"]
    case .text, .multiline, .lines, .number, .date, .tags, .path, .content, .link, .links: []
    }
  }

  /// Whether any number of records is picked.
  package var isLinks: Bool { if case .links = self { true } else { false } }

  /// The ids that a link's field has.
  package static func ids(in value: String) -> [String] {
    value.split(separator: "\n").map(String.init)
  }

  /// Whether the path of a file is typed.
  package var isPath: Bool { self == .path || self == .content }

  /// Whether a person writes a text that can be written elsewhere as well.
  package var isWritten: Bool { takesText && self != .content }

  /// What a person reads in place of a value.
  package func shown(_ value: String) -> String {
    self == .content ? String(value.prefix { $0 != "\n" }) : value
  }

  /// Whether it takes several lines.
  package var isArea: Bool { self == .multiline || self == .lines }
}
