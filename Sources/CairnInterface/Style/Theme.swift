/// The look of all screens: a style for each role, and the glyphs.
public struct Theme: Hashable, Sendable {
  /// The styles of the roles; a role that is absent looks plain.
  public var styles: [Role: Style]

  /// The glyphs for marks, lines and boxes.
  public var glyphs: GlyphSet

  /// The colors of the screen behind all styles; a plain style keeps the terminal's colors.
  public var base: Style

  /// Whether styles of the default theme get colors that fit the terminal's background.
  public var fitsBackground: Bool

  /// Creates a theme.
  public init(
    styles: [Role: Style], glyphs: GlyphSet, base: Style = .plain, fitsBackground: Bool = false
  ) {
    self.styles = styles
    self.glyphs = glyphs
    self.base = base
    self.fitsBackground = fitsBackground
  }

  /// Returns the style of a role.
  public func style(for role: Role) -> Style { styles[role] ?? .plain }

  /// The default theme, with the terminal's own text and background.
  ///
  /// No color can be read on all dark and all light backgrounds. So it has colors only after
  /// `fitted(to:)`.
  public static let standard = Theme(
    styles: monochrome.styles, glyphs: .unicode, fitsBackground: true)

  /// Dark text on a light background, in any terminal.
  public static let light = Theme(
    styles: [
      .dim: Style(foreground: .palette(241)),
      .bold: Style(attributes: .bold),
      .accent: Style(foreground: .palette(25)),
      .good: Style(foreground: .palette(22)),
      .warning: Style(foreground: .palette(94)),
      .bad: Style(foreground: .palette(124), attributes: .bold),
      .cursor: Style(attributes: .reverse),
      .match: Style(foreground: .palette(90), attributes: .underline),
    ],
    glyphs: .unicode, base: Style(foreground: .palette(235), background: .palette(255)))

  /// Light text on a dark background, in any terminal.
  public static let dark = Theme(
    styles: [
      .dim: Style(foreground: .palette(248)),
      .bold: Style(attributes: .bold),
      .accent: Style(foreground: .palette(117)),
      .good: Style(foreground: .palette(114)),
      .warning: Style(foreground: .palette(221)),
      .bad: Style(foreground: .palette(210), attributes: .bold),
      .cursor: Style(attributes: .reverse),
      .match: Style(foreground: .palette(219), attributes: .underline),
    ],
    glyphs: .unicode, base: Style(foreground: .palette(252), background: .palette(234)))

  /// Light text on black, with a contrast of at least 7 : 1, and nothing dim.
  public static let highContrast = Theme(
    styles: [
      .bold: Style(attributes: .bold),
      .accent: Style(foreground: .palette(123), attributes: .underline),
      .good: Style(foreground: .palette(120), attributes: .bold),
      .warning: Style(foreground: .palette(226), attributes: .bold),
      .bad: Style(foreground: .palette(217), attributes: .bold),
      .cursor: Style(attributes: .reverse),
      .match: Style(foreground: .palette(225), attributes: .underline),
    ],
    glyphs: .unicode, base: Style(foreground: .palette(231), background: .palette(16)))

  /// Dark text on white, with a contrast of at least 7 : 1, and nothing dim.
  public static let highContrastLight = Theme(
    styles: [
      .bold: Style(attributes: .bold),
      .accent: Style(foreground: .palette(19), attributes: .underline),
      .good: Style(foreground: .palette(22), attributes: .bold),
      .warning: Style(foreground: .palette(16), background: .palette(226), attributes: .bold),
      .bad: Style(foreground: .palette(124), attributes: .bold),
      .cursor: Style(attributes: .reverse),
      .match: Style(foreground: .palette(53), attributes: .underline),
    ],
    glyphs: .unicode, base: Style(foreground: .palette(16), background: .palette(231)))

  /// The theme for terminals without colors, or for people who want none.
  ///
  /// Dim text looks plain: the terminal decides how faint it is, often below 3 : 1.
  public static let monochrome = Theme(
    styles: [
      .bold: Style(attributes: .bold),
      .accent: Style(attributes: .underline),
      .warning: Style(attributes: .bold),
      .bad: Style(attributes: .bold),
      .cursor: Style(attributes: .reverse),
      .match: Style(attributes: .underline),
    ],
    glyphs: .unicode)
  /// The theme for screen readers: no colors, no lines, and few signs.
  public static let spoken = Theme(styles: monochrome.styles, glyphs: .spoken)

  /// The built-in themes, by their names in the settings.
  public static let named: [(name: String, theme: Theme)] = [
    ("terminal", .standard), ("light", .light), ("dark", .dark), ("mono", .monochrome),
    ("high-contrast", .highContrast), ("high-contrast-light", .highContrastLight),
  ]

  /// The theme without colors.
  ///
  /// If a role differs only by its color, it gets its style from `monochrome`.
  public var withoutColors: Theme {
    var theme = self
    theme.base = .plain
    for role in Role.allCases {
      var style = style(for: role)
      let hasColor = style.foreground != nil || style.background != nil
      (style.foreground, style.background) = (nil, nil)
      if hasColor, style.attributes.isEmpty { style = Self.monochrome.style(for: role) }
      theme.styles[role] = style == .plain ? nil : style
    }
    return theme
  }
}

/// The meaning of a text, for which the theme has a style.
///
/// A glyph or a word always says the same as the color, so nothing is lost without colors.
public enum Role: String, Hashable, Sendable, CaseIterable {
  /// Text without a special meaning.
  case normal
  /// Labels, hints and other secondary text.
  case dim
  /// Titles, headings and other text to see first.
  case bold
  /// Links and chosen items.
  case accent
  /// News of a success.
  case good
  /// News that needs attention.
  case warning
  /// News of a failure.
  case bad
  /// The row or the field with the cursor.
  case cursor
  /// A match of a search.
  case match
}
