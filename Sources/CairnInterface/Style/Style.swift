/// The look of a text: two colors and attributes.
public struct Style: Hashable, Sendable {
  /// The look of a text besides its colors.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// One bit for each attribute.
    public let rawValue: UInt8

    /// The attributes whose bits are set in `rawValue`.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bold text.
    public static let bold = Attributes(rawValue: 1)
    /// Faint text, if the terminal supports it.
    public static let dim = Attributes(rawValue: 2)
    /// Italic text, if the terminal supports it.
    public static let italic = Attributes(rawValue: 4)
    /// Underlined text.
    public static let underline = Attributes(rawValue: 8)
    /// Text with its two colors exchanged.
    public static let reverse = Attributes(rawValue: 16)
  }

  /// The color of the text; `nil` for the terminal's default.
  public var foreground: Color?

  /// The color of the background; `nil` for the terminal's default.
  public var background: Color?

  /// The other attributes of the text.
  public var attributes: Attributes

  /// Creates a style; by default, the terminal's usual text.
  public init(
    foreground: Color? = nil, background: Color? = nil, attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// The terminal's usual text.
  public static let plain = Style()

  /// Returns this style with another on top: the other's colors win, and its attributes are added.
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

  /// The style in words, such as `bold red on blue`; `plain` without colors and attributes.
  public var description: String {
    var words = Self.words.filter { attributes.contains($0.attribute) }.map(\.name)
    if let foreground { words.append(foreground.description) }
    if let background { words.append("on \(background)") }
    return words.isEmpty ? "plain" : words.joined(separator: " ")
  }

  /// Reads a style in words, in any order: attributes, a color, and `on` with the background.
  ///
  /// The word `plain` stands alone. An unknown word, a second color or an empty text gives `nil`.
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

/// A color of text or background.
///
/// The user of the terminal chooses the first sixteen palette colors. The others look the same
/// everywhere. A terminal with fewer colors gets the nearest one.
public enum Color: Hashable, Sendable {
  /// A palette color: 0 to 15 are the terminal's own, 16 to 231 a cube, 232 to 255 grays.
  case palette(UInt8)

  /// A color mixed from red, green and blue.
  case rgb(red: UInt8, green: UInt8, blue: UInt8)

  /// The terminal's black.
  public static let black = Color.palette(0)
  /// The terminal's red.
  public static let red = Color.palette(1)
  /// The terminal's green.
  public static let green = Color.palette(2)
  /// The terminal's yellow.
  public static let yellow = Color.palette(3)
  /// The terminal's blue.
  public static let blue = Color.palette(4)
  /// The terminal's magenta.
  public static let magenta = Color.palette(5)
  /// The terminal's cyan.
  public static let cyan = Color.palette(6)
  /// The terminal's white.
  public static let white = Color.palette(7)
}

extension Color: LosslessStringConvertible {
  private static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
  ]

  /// The color's name: `red`, `bright-red`, `color214` or `#ff8700`.
  public var description: String {
    switch self {
    case .palette(let number) where number < 8: Self.names[Int(number)]
    case .palette(let number) where number < 16: "bright-" + Self.names[Int(number) - 8]
    case .palette(let number): "color\(number)"
    case .rgb(let red, let green, let blue):
      "#" + [red, green, blue].map(Self.hexadecimal).joined()
    }
  }

  /// Reads a color's name: `red`, `bright-red`, `color214` or `#ff8700`; `nil` for anything else.
  public init?(_ description: String) {
    if let index = Self.names.firstIndex(of: description) {
      self = .palette(UInt8(index))
    } else if description.hasPrefix("bright-"),
      let index = Self.names.firstIndex(of: String(description.dropFirst(7)))
    {
      self = .palette(UInt8(index + 8))
    } else if description.hasPrefix("color"), let number = UInt8(digits: description.dropFirst(5)) {
      self = .palette(number)
    } else if description.hasPrefix("#"), description.utf8.count == 7,
      let mixed = UInt32(digits: description.dropFirst(), radix: 16)
    {
      self = .rgb(
        red: UInt8(mixed >> 16 & 0xFF), green: UInt8(mixed >> 8 & 0xFF), blue: UInt8(mixed & 0xFF))
    } else {
      return nil
    }
  }

  private static func hexadecimal(_ number: UInt8) -> String {
    let digits = String(number, radix: 16)
    return number < 16 ? "0" + digits : digits
  }
}
