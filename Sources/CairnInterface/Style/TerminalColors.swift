/// The colors that a terminal draws with while a program sets none.
public struct TerminalColors: Hashable, Sendable {
  /// The color of text; `nil` if the terminal does not tell it.
  public var text: Color?

  /// The color of the background.
  public var background: Color

  /// Creates the colors.
  public init(text: Color? = nil, background: Color) {
    (self.text, self.background) = (text, background)
  }

  /// Whether the background is light, so that black text is easier to read on it than white text.
  public var isLight: Bool { background.isLight }
}

extension Color {
  /// Whether black text is easier to read on the color than white text.
  ///
  /// It is false for the first sixteen palette colors, which each terminal mixes differently.
  fileprivate var isLight: Bool {
    guard let mix = ColorMix(self) else { return false }
    let (black, white) = (ColorMix(palette: 16), ColorMix(palette: 231))
    return mix.contrast(with: black) > mix.contrast(with: white)
  }
}

extension Theme {
  /// The least contrast of text (WCAG 2.2, criterion 1.4.3).
  package static let textContrast = 4.5
  /// The least contrast of dim text.
  package static let dimContrast = 3.0

  /// Whether the theme is meant for a light background; `nil` for themes without a background.
  public var isLight: Bool? { base.background.map(\.isLight) }

  /// Returns the theme with colors that can be read on a terminal's background.
  ///
  /// Only styles of the default theme change. A color that can't be read there is left out.
  public func fitted(to colors: TerminalColors) -> Theme {
    guard fitsBackground, let background = ColorMix(colors.background) else { return self }
    let source = colors.isLight ? Theme.light : .dark
    var theme = self
    for role in Role.allCases where styles[role] == Theme.standard.styles[role] {
      if role == .dim {
        theme.styles[role] = Self.dimStyle(colors.text.flatMap(ColorMix.init), on: background)
      } else if let style = source.styles[role], let color = style.foreground,
        let mix = ColorMix(color), mix.contrast(with: background) >= Self.textContrast
      {
        theme.styles[role] = style
      }
    }
    return theme
  }

  /// The contrast of text in most color schemes, for terminals that tell only their background.
  private static let usualContrast = 10.0

  /// Returns the style of dim text: a gray with less contrast than the text has.
  ///
  /// On Solarized, text has only 4.1 : 1 to 4.8 : 1, so little room is left for dim text.
  private static func dimStyle(_ text: ColorMix?, on background: ColorMix) -> Style? {
    let most = text?.contrast(with: background) ?? usualContrast
    let least = max(dimContrast, 0.4 * most)
    let grays = (232...255).map { number in
      (number: UInt8(number), contrast: ColorMix(palette: UInt8(number)).contrast(with: background))
    }
    let gray = grays.filter { least...max(least, most) ~= $0.contrast }.min {
      $0.contrast < $1.contrast
    }
    return gray.map { Style(foreground: .palette($0.number)) }
  }
}
