import CairnInterface
import Glibc
import TestSupport
import Testing

/// Contrast by the formula of the web's guidelines for accessible content (WCAG 2).
///
/// It can be computed for mixed colors and for those of the palette from 16 on, which look alike
/// everywhere. It can't for the first sixteen, for a text without a color and for the background:
/// those are the terminal's, whose user has chosen them. So nothing is said of the theme
/// `terminal`, and of the others it is checked on the backgrounds that terminals usually have.
@Suite struct `A theme's colors` {
  /// White and black, and paler and lighter ones that terminals and well known schemes have.
  private static let backgrounds: [(theme: Theme, colors: [String])] = [
    (.light, ["#ffffff", "#fafafa", "#fdf6e3", "#fbf1c7"]),
    (.dark, ["#000000", "#1e1e1e", "#282828", "#002b36", "#300a24"]),
  ]

  @Test func `can be read on the backgrounds that they are for`() throws {
    for (theme, backgrounds) in Self.backgrounds {
      for role in Role.allCases {
        let style = theme.style(for: role)
        guard let text = style.foreground else { continue }
        for background in try backgrounds.map({ try #require(Color($0)) }) {
          let ratio = try contrast(of: text, on: style.background ?? background)
          expectTrue(ratio >= (role == .dim ? 3 : 4.5), "\(role) on \(background): \(ratio)")
        }
      }
    }
  }

  @Test func `are there for all that a color tells, beside the terminal's own`() {
    for (theme, _) in Self.backgrounds {
      for role in Role.allCases where Theme.standard.style(for: role).foreground != nil {
        expectTrue(theme.style(for: role).foreground != nil, "\(role)")
      }
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
    let found = try contrast(of: first, on: second)
    expectTrue(abs(found - ratio) < 0.01, "\(found)")
    try expectEqual(contrast(of: second, on: first), found)
  }

  @Test(arguments: ["red", "bright-white"])
  func `have no contrast that anybody knows where they are the terminal's`(name: String) throws {
    let color = try #require(Color(name))
    let black = Color.rgb(red: 0, green: 0, blue: 0)
    #expect(throws: ChosenByUser.self) { try contrast(of: color, on: black) }
  }

  private func contrast(of text: Color, on background: Color) throws -> Double {
    let (one, other) = (try luminance(of: text), try luminance(of: background))
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  private func luminance(of color: Color) throws -> Double {
    let linear = try lights(of: color).map { light in
      let part = light / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  /// Red, green and blue, each up to 255.
  private func lights(of color: Color) throws -> [Double] {
    switch color {
    case .rgb(let red, let green, let blue): return [red, green, blue].map(Double.init)
    case .palette(let number) where number < 16: throw ChosenByUser()
    case .palette(let number) where number < 232:
      let place = Int(number) - 16
      return [place / 36, place / 6 % 6, place % 6].map { $0 == 0 ? 0 : Double(55 + 40 * $0) }
    case .palette(let number):
      return Array(repeating: Double(8 + 10 * (Int(number) - 232)), count: 3)
    }
  }

  private struct ChosenByUser: Error {}
}
