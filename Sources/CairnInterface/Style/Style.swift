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

/// A color that text or its background may have.
///
/// The first sixteen palette colors are the terminal's own, which its user has chosen; the rest of
/// the palette and mixed colors look alike everywhere. A terminal that has fewer colors gets the
/// nearest one.
public enum Color: Hashable, Sendable {
  /// A color of the terminal's palette: 0 to 15 its own, 16 to 231 a cube, 232 to 255 grays.
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
