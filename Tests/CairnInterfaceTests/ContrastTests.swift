import Glibc
import TestSupport
import Testing

@testable import CairnInterface

/// Contrast by the formula of the web's guidelines for accessible content (WCAG 2.2).
///
/// A theme is checked on three palettes, and as mixed colors. On a terminal with its own
/// background, text is compared with that; a theme with a background is compared with its own. A
/// style without a color has the terminal's text color, which the person has chosen: so it is only
/// compared with other text of the terminal. The attribute `dim` is computed as VTE draws it: two
/// thirds of the text's color and one third of the background's. Some terminals draw it fainter.
@Suite struct `A theme's colors` {
  /// The themes with the palettes that they are for.
  private static let cases: [(name: String, theme: Theme, palettes: [ReferencePalette])] =
    Theme.named.flatMap { name, theme -> [(String, Theme, [ReferencePalette])] in
      guard let isLight = theme.isLight else {
        // Themes with the terminal's background are for all of them, as they are before it is known.
        return [(name, theme, ReferencePalette.all)]
          + ReferencePalette.all.map {
            ("\(name) on \($0.name)", theme.fitted(to: $0.colors), [$0])
          }
      }
      return [(name, theme, ReferencePalette.all.filter { $0.colors.isLight == isLight })]
    }

  @Test func `can be read on the palettes that they are for`() {
    for (name, theme, palettes) in Self.cases {
      for palette in palettes {
        for role in Role.allCases {
          let ratio = palette.contrast(of: theme.style(for: role), in: theme)
          let usual = palette.contrast(of: .plain, in: theme)
          let least = name.hasPrefix("high-contrast") ? 7 : role == .dim ? 3 : 4.5
          // Where the terminal's own text has less, no theme can do better.
          expectTrue(ratio >= min(least, usual), "\(name), \(role) on \(palette.name): \(ratio)")
        }
      }
    }
  }

  @Test func `can be read on the backgrounds that terminals and well known schemes have`() throws {
    let backgrounds = [
      "#ffffff", "#fafafa", "#fdf6e3", "#fbf1c7", "#000000", "#1e1e1e", "#282828", "#002b36",
      "#300a24", "#808080", "#0000ee",
    ]
    for background in try backgrounds.map({ try #require(Color($0)) }) {
      let theme = Theme.standard.fitted(to: TerminalColors(background: background))
      for role in Role.allCases {
        guard let text = theme.style(for: role).foreground else { continue }
        let ratio = try mix(text).contrast(with: mix(background))
        expectTrue(ratio >= (role == .dim ? 3 : 4.5), "\(role) on \(background): \(ratio)")
      }
    }
  }

  @Test func `can be read through a terminal with 256 colors or with all`() throws {
    // Mixed colors are drawn as they are, and these palette colors look alike in both terminals.
    for (name, theme) in Theme.named {
      for style in theme.styles.values + [theme.base] {
        for color in [style.foreground, style.background].compactMap({ $0 }) {
          expectTrue(ColorMix(color) != nil, "\(name): \(color) is mixed by the terminal")
        }
      }
    }
  }

  @Test(arguments: [8, 16])
  func `can be read with the colors of the console and of xterm, on any background`(
    count: Int
  ) throws {
    let (black, white) = (try #require(Color("#000000")), try #require(Color("#ffffff")))
    let cases: [(BasicColors, Color?, [Color])] = [
      (.console, black, [black]), (.xterm, black, [black]), (.xterm, white, [white]),
      (.xterm, nil, [black, white]),
    ]
    for (palette, told, backgrounds) in cases {
      let colors = told.map { TerminalColors(background: $0) }
      let theme = Theme.standard.fitted(to: colors, palette, count: count)
      for role in [Role.good, .warning, .bad] {
        expectTrue(theme.style(for: role).foreground != nil, "\(role) has no color")
      }
      if told != nil { expectTrue(theme.style(for: .accent).foreground != nil) }
      for (role, style) in theme.styles {
        guard let front = style.foreground, case .palette(let number) = front else { continue }
        expectTrue(Int(number) < count, "\(role): \(number)")
        let isBright = style.attributes.contains(.bold) && palette == .console && number < 8
        let text = palette.mixes[Int(number) + (isBright ? 8 : 0)]
        for behind in backgrounds {
          var mix = try self.mix(behind)
          if case .palette(let own)? = style.background { mix = palette.mixes[Int(own)] }
          let ratio = text.contrast(with: mix)
          expectTrue(ratio >= 4.5, "\(role) on \(behind), \(count) colors: \(ratio)")
        }
      }
    }
  }

  @Test func `can be read on any background if the terminal does not tell it`() throws {
    let theme = Theme.standard.fittedToAnyBackground()
    for role in [Role.good, .warning, .bad] {
      let style = theme.style(for: role)
      let ratio = try mix(#require(style.foreground)).contrast(
        with: mix(#require(style.background)))
      expectTrue(ratio >= 4.5, "\(role): \(ratio)")
    }
    for role in Role.allCases where theme.style(for: role).background == nil {
      expectEqual(theme.style(for: role).foreground, nil)
    }
    expectEqual(Theme.dark.fittedToAnyBackground(), .dark)
    expectEqual(Theme.dark.fitted(to: nil, .xterm, count: 8), .dark)
  }

  @Test func `tell as much as the theme that they come from, where the background is known`() {
    for palette in ReferencePalette.all {
      let theme = Theme.standard.fitted(to: palette.colors)
      for role in [Role.dim, .accent, .good, .warning, .bad, .match] {
        expectTrue(theme.style(for: role).foreground != nil, "\(role) on \(palette.name)")
      }
      let (dim, usual) = (palette.contrast(of: theme.style(for: .dim), in: theme), Style.plain)
      expectTrue(dim < palette.contrast(of: usual, in: theme), "\(palette.name): \(dim)")
      expectEqual(theme.base, .plain)
    }
  }

  @Test func `stay as a person wrote them, on any background`() {
    var own = Theme.standard
    own.styles[.accent] = Style(foreground: .cyan)
    let fitted = own.fitted(to: ReferencePalette.all[0].colors)
    expectEqual(fitted.style(for: .accent), Style(foreground: .cyan))
    expectEqual(fitted.style(for: .bad), Theme.dark.style(for: .bad))
    for theme in [Theme.dark, .light, .monochrome, .highContrast, .spoken] {
      expectEqual(theme.fitted(to: ReferencePalette.all[0].colors), theme)
    }
  }

  @Test func `are never dim by the terminal's own choice, nor dim at all with high contrast`() {
    for (name, theme) in Theme.named {
      for style in theme.styles.values { expectTrue(!style.attributes.contains(.dim), name) }
    }
    for theme in [Theme.highContrast, .highContrastLight] {
      expectEqual(theme.style(for: .dim), .plain)
    }
  }

  @Test(arguments: [
    ("#000000", "#ffffff", 21.0), ("#777777", "#ffffff", 4.48), ("color16", "color231", 21),
    ("color196", "#ffffff", 4.0), ("color244", "color16", 5.32),
  ])
  func `differ by as much as the guidelines say`(
    text: String, background: String, ratio: Double
  ) throws {
    let (first, second) = (try #require(Color(text)), try #require(Color(background)))
    let found = try mix(first).contrast(with: mix(second))
    expectTrue(abs(found - ratio) < 0.01, "\(found)")
    try expectEqual(mix(second).contrast(with: mix(first)), found)
  }

  @Test func `are as bright as the guidelines say`() {
    for light in 0...255 {
      let part = Double(light) / 255
      let linear = part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      let found = ColorMix(red: light, green: light, blue: light).luminance
      expectTrue(abs(found - linear) < 1e-9, "\(light): \(found)")
    }
  }

  @Test(arguments: ["red", "bright-white"])
  func `have no contrast that anybody knows where they are the terminal's`(name: String) throws {
    expectEqual(ColorMix(try #require(Color(name))), nil)
    expectTrue(!TerminalColors(background: try #require(Color(name))).isLight)
  }

  private func mix(_ color: Color) throws -> ColorMix { try #require(ColorMix(color)) }
}
