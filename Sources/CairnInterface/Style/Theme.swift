/// How everything looks: a style for each role, and the glyphs to draw with.
public struct Theme: Hashable, Sendable {
  /// The styles of the roles; a role that is absent looks plain.
  public var styles: [Role: Style]

  /// The glyphs for marks, rules and boxes.
  public var glyphs: GlyphSet

  /// The colors of the whole screen where no style has others; plain leaves the terminal's.
  public var base: Style

  /// A theme of the given styles, glyphs and colors of the whole screen.
  public init(styles: [Role: Style], glyphs: GlyphSet, base: Style = .plain) {
    self.styles = styles
    self.glyphs = glyphs
    self.base = base
  }

  /// How text of `role` looks.
  public func style(for role: Role) -> Style { styles[role] ?? .plain }

  /// The usual theme: the sixteen colors that the terminal's user has chosen.
  public static let standard = Theme(
    styles: [
      .dim: Style(attributes: .dim),
      .bold: Style(attributes: .bold),
      .accent: Style(foreground: .cyan),
      .good: Style(foreground: .green),
      .warning: Style(foreground: .yellow),
      .bad: Style(foreground: .red, attributes: .bold),
      .cursor: Style(attributes: .reverse),
      .match: Style(foreground: .magenta, attributes: .underline),
    ],
    glyphs: .unicode)

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

  /// The theme for a terminal without colors, or for a user who wants none.
  public static let monochrome = Theme(
    styles: [
      .dim: Style(attributes: .dim),
      .bold: Style(attributes: .bold),
      .accent: Style(attributes: .underline),
      .warning: Style(attributes: .bold),
      .bad: Style(attributes: .bold),
      .cursor: Style(attributes: .reverse),
      .match: Style(attributes: .underline),
    ],
    glyphs: .unicode)
  /// For who has the screen read aloud: no colors, no lines, and few signs.
  public static let spoken = Theme(styles: monochrome.styles, glyphs: .spoken)

  /// The themes that come along, by the names that settings have for them.
  public static let named: [(name: String, theme: Theme)] = [
    ("terminal", .standard), ("light", .light), ("dark", .dark), ("mono", .monochrome),
  ]

  /// The theme without its colors: what only a color tells apart gets what tells it apart in
  /// `monochrome`.
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

/// What a piece of text means, which a theme turns into how it looks.
///
/// A role says in color what a glyph or a word already says, so nothing is lost where there is no
/// color.
public enum Role: String, Hashable, Sendable, CaseIterable {
  /// Text that is simply there.
  case normal
  /// Labels, hints and whatever is not the matter itself.
  case dim
  /// Headings and titles.
  case bold
  /// The one color for what can be opened or is chosen.
  case accent
  /// Something went well.
  case good
  /// Something deserves a look.
  case warning
  /// Something went wrong.
  case bad
  /// The row or the field where the cursor is.
  case cursor
  /// The part of a text that was searched for.
  case match
}
