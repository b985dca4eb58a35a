/// How everything looks: a style for each role, and the glyphs to draw with.
public struct Theme: Hashable, Sendable {
  /// The styles of the roles; a role that is absent looks plain.
  public var styles: [Role: Style]

  /// The glyphs for marks, rules and boxes.
  public var glyphs: GlyphSet

  /// A theme of the given styles and glyphs.
  public init(styles: [Role: Style], glyphs: GlyphSet) {
    self.styles = styles
    self.glyphs = glyphs
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
}
