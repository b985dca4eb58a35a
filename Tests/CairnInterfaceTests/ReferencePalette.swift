@testable import CairnInterface

/// A terminal's sixteen colors, its text and its background, as a well known scheme sets them.
///
/// Sources: xterm's defaults in `XTerm-col.ad` of xterm; Solarized by Ethan Schoonover
/// (ethanschoonover.com/solarized); Gruvbox by Pavel Pertsev (github.com/morhetz/gruvbox).
struct ReferencePalette {
  let name: String
  let text: ColorMix
  let background: ColorMix
  let sixteen: [ColorMix]

  init(_ name: String, text: String, background: String, _ sixteen: String) {
    self.name = name
    (self.text, self.background) = (Self.mix(text), Self.mix(background))
    self.sixteen = sixteen.split(separator: " ").map { Self.mix(String($0)) }
    precondition(self.sixteen.count == 16)
  }

  static let all = [
    ReferencePalette("xterm, white on black", text: "e5e5e5", background: "000000", xterm),
    ReferencePalette("xterm, black on white", text: "000000", background: "ffffff", xterm),
    ReferencePalette("Solarized dark", text: "839496", background: "002b36", solarized),
    ReferencePalette("Solarized light", text: "657b83", background: "fdf6e3", solarized),
    ReferencePalette(
      "Gruvbox dark", text: "ebdbb2", background: "282828",
      "282828 cc241d 98971a d79921 458588 b16286 689d6a a89984 "
        + "928374 fb4934 b8bb26 fabd2f 83a598 d3869b 8ec07c ebdbb2"),
    ReferencePalette(
      "Gruvbox light", text: "3c3836", background: "fbf1c7",
      "fbf1c7 cc241d 98971a d79921 458588 b16286 689d6a 7c6f64 "
        + "928374 9d0006 79740e b57614 076678 8f3f71 427b58 3c3836"),
  ]

  private static let xterm =
    "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 "
    + "7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff"
  private static let solarized =
    "073642 dc322f 859900 b58900 268bd2 d33682 2aa198 eee8d5 "
    + "002b36 cb4b16 586e75 657b83 839496 6c71c4 93a1a1 fdf6e3"

  /// The answer of a terminal with the palette.
  var colors: TerminalColors {
    TerminalColors(text: Self.color(text), background: Self.color(background))
  }

  /// Returns the contrast of a style on the palette, with a theme's colors behind it.
  func contrast(of style: Style, in theme: Theme) -> Double {
    let whole = theme.base.combined(with: style)
    let behind = whole.background.map(mix(of:)) ?? background
    var front = whole.foreground.map(mix(of:)) ?? text
    if whole.attributes.contains(.dim) {
      func faint(_ light: KeyPath<ColorMix, Int>) -> Int {
        (2 * front[keyPath: light] + behind[keyPath: light]) / 3
      }
      front = ColorMix(red: faint(\.red), green: faint(\.green), blue: faint(\.blue))
    }
    return front.contrast(with: behind)
  }

  private func mix(of color: Color) -> ColorMix {
    if case .palette(let number) = color, number < 16 { return sixteen[Int(number)] }
    guard let mix = ColorMix(color) else { preconditionFailure("\(color) has no mix") }
    return mix
  }

  private static func mix(_ text: String) -> ColorMix {
    guard let color = Color("#" + text), let mix = ColorMix(color) else {
      preconditionFailure("\(text) is no color")
    }
    return mix
  }

  private static func color(_ mix: ColorMix) -> Color {
    .rgb(red: UInt8(mix.red), green: UInt8(mix.green), blue: UInt8(mix.blue))
  }
}
