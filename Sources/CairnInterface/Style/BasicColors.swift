/// The first sixteen colors of a terminal that has no more than 88.
///
/// Each terminal mixes them differently. These are the defaults, which most people keep on such
/// terminals.
public struct BasicColors: Hashable, Sendable {
  let mixes: [ColorMix]
  /// Whether bold text is drawn in the bright color instead of a bold font.
  let boldIsBright: Bool

  /// The colors of xterm, and of the terminals that call themselves `xterm`.
  public static let xterm = BasicColors(
    mixes: (0..<16).map { ColorMix(palette: $0) }, boldIsBright: false)

  /// The colors of the console of Linux (`drivers/tty/vt/vt.c`, `default_red` and its neighbors).
  public static let console = BasicColors(
    mixes: [
      0x000000, 0xaa0000, 0x00aa00, 0xaa5500, 0x0000aa, 0xaa00aa, 0x00aaaa, 0xaaaaaa,
      0x555555, 0xff5555, 0x55ff55, 0xffff55, 0x5555ff, 0xff55ff, 0x55ffff, 0xffffff,
    ].map { ColorMix(red: $0 >> 16, green: $0 >> 8 & 0xFF, blue: $0 & 0xFF) }, boldIsBright: true)

  /// The background of the console, which tells none.
  public static let consoleBackground = TerminalColors(background: .rgb(red: 0, green: 0, blue: 0))
}

extension Theme {
  /// Returns the theme with colors for a terminal with 8 or 16 colors.
  ///
  /// Only styles of the default theme change. A role gets the first of its colors that can be read
  /// on the background. Otherwise, or if the background is unknown, the state of a record gets a
  /// background of its own, and links stay underlined. Dim text stays plain: in some palettes, the
  /// only gray is the background.
  ///
  /// - Parameters:
  ///   - colors: the terminal's own colors; `nil` if it does not tell them.
  ///   - palette: the sixteen colors.
  ///   - count: the number of colors that the terminal has.
  /// - Returns: the theme.
  public func fitted(
    to colors: TerminalColors?, _ palette: BasicColors, count: Int
  ) -> Theme {
    guard fitsBackground else { return self }
    let background = colors.flatMap { ColorMix($0.background) }
    var theme = self
    for (role, numbers) in Self.basicNumbers where styles[role] == Theme.standard.styles[role] {
      let style =
        background.flatMap { palette.style(of: role, numbers, on: $0, count: count) }
        ?? palette.block(of: role)
      if let style { theme.styles[role] = style }
    }
    return theme
  }

  /// Returns the theme with colors for a terminal with 256 colors and an unknown background.
  ///
  /// No color can be read on each background, so the state of a record gets one of its own.
  public func fittedToAnyBackground() -> Theme {
    guard fitsBackground else { return self }
    var theme = self
    let blocks: [(Role, text: UInt8, background: UInt8)] = [
      (.good, 16, 114), (.warning, 16, 221), (.bad, 231, 124),
    ]
    for (role, text, background) in blocks where styles[role] == Theme.standard.styles[role] {
      theme.styles[role] = Style(foreground: .palette(text), background: .palette(background))
    }
    return theme
  }

  /// The colors of each role, the preferred first.
  private static let basicNumbers: [Role: [UInt8]] = [
    .accent: [6, 4], .good: [2], .warning: [3], .bad: [1], .match: [5],
  ]
}

extension BasicColors {
  /// The first color that can be read on a background, the bright ones last; `nil` if none can.
  fileprivate func style(
    of role: Role, _ numbers: [UInt8], on background: ColorMix, count: Int
  ) -> Style? {
    let underline: Style.Attributes = role == .match ? .underline : []
    for number in numbers where canBeRead(number, on: background) {
      return Style(foreground: .palette(number), attributes: underline)
    }
    guard count >= 16 || boldIsBright else { return nil }
    for number in numbers where canBeRead(number + 8, on: background) {
      return count >= 16
        ? Style(foreground: .palette(number + 8), attributes: underline)
        : Style(foreground: .palette(number), attributes: underline.union(.bold))
    }
    return nil
  }

  /// Text on a background of its own, for the roles of states; bold could change its color.
  fileprivate func block(of role: Role) -> Style? {
    let number: UInt8? =
      switch role {
      case .good: 2
      case .warning: 3
      case .bad: 1
      default: nil
      }
    guard let number else { return nil }
    let text = [UInt8(0), 7].max { contrast($0, number) < contrast($1, number) } ?? 0
    return Style(foreground: .palette(text), background: .palette(number))
  }

  private func canBeRead(_ number: UInt8, on background: ColorMix) -> Bool {
    mixes[Int(number)].contrast(with: background) >= Theme.textContrast
  }

  private func contrast(_ first: UInt8, _ second: UInt8) -> Double {
    mixes[Int(first)].contrast(with: mixes[Int(second)])
  }
}
