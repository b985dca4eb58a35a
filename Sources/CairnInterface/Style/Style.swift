/// How a piece of text looks.
public struct Style: Hashable, Sendable {
  /// What can be done to text besides giving it a color.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// One bit for each attribute.
    public let rawValue: UInt8

    /// The attributes whose bits are set in `rawValue`.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Heavier than the rest.
    public static let bold = Attributes(rawValue: 1)
    /// Fainter than the rest, where the terminal can.
    public static let dim = Attributes(rawValue: 2)
    /// Slanted, where the terminal can.
    public static let italic = Attributes(rawValue: 4)
    /// With a line below.
    public static let underline = Attributes(rawValue: 8)
    /// With text and background exchanged.
    public static let reverse = Attributes(rawValue: 16)
  }

  /// The color of the text; `nil` is the terminal's usual one.
  public var foreground: Color?

  /// The color behind the text; `nil` is the terminal's usual one.
  public var background: Color?

  /// What else is done to the text.
  public var attributes: Attributes

  /// A style of the given colors and attributes; without any, the terminal's usual text.
  public init(
    foreground: Color? = nil, background: Color? = nil, attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// The terminal's usual text.
  public static let plain = Style()

  /// This style with `other` on top: its colors win, its attributes are added.
  public func combined(with other: Style) -> Style {
    Style(
      foreground: other.foreground ?? foreground, background: other.background ?? background,
      attributes: attributes.union(other.attributes))
  }
}

extension Style: LosslessStringConvertible {
  private static let words: [(attribute: Attributes, name: String)] = [
    (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"),
    (.reverse, "reverse"),
  ]

  /// The style in words, such as `bold red on blue`; `plain` if there is nothing to say.
  public var description: String {
    var words = Self.words.filter { attributes.contains($0.attribute) }.map(\.name)
    if let foreground { words.append(foreground.description) }
    if let background { words.append("on \(background)") }
    return words.isEmpty ? "plain" : words.joined(separator: " ")
  }

  /// Reads a style in words, in any order: attributes, a color, `on` and another.
  ///
  /// `plain` says that there is nothing to say. An unknown word, a second color or no word at all is
  /// `nil`.
  public init?(_ description: String) {
    self.init()
    var words = description.split(separator: " ")[...]
    guard !words.isEmpty else { return nil }
    if words == ["plain"] { return }
    while let word = words.popFirst() {
      if let known = Self.words.first(where: { $0.name == word }) {
        attributes.insert(known.attribute)
      } else if word == "on", background == nil, let color = words.popFirst().map(String.init),
        let color = Color(color)
      {
        background = color
      } else if foreground == nil, let color = Color(String(word)) {
        foreground = color
      } else {
        return nil
      }
    }
  }
}
