internal import CairnInterface

/// The numbers of a terminal's colors; it finds the nearest one for each color.
struct ColorMap: Hashable {
  /// The number of colors of the terminal: 0, 8, 16, 88, 256, or millions.
  let count: Int

  /// The number of the terminal's default color.
  static let usual: Int32 = -1

  /// Returns the number of the nearest color.
  ///
  /// With 8 colors, a bright color becomes the normal one. Bright black would become black on
  /// black, so it becomes the default color.
  func number(of color: Color?) -> Int32 {
    guard let color, count >= 8 else { return Self.usual }
    switch color {
    case .palette(let number) where number < min(count, 256): return direct(number)
    case .palette(8): return Self.usual
    case .palette(let number) where number < 16: return Int32(number) - 8
    case .palette(let number): return nearest(to: ColorMix(palette: number))
    case .rgb(let red, let green, let blue):
      return nearest(to: ColorMix(red: Int(red), green: Int(green), blue: Int(blue)))
    }
  }

  /// The number of a palette color that the terminal has.
  ///
  /// With millions of colors, a number from 8 on means a mix, not a palette color.
  private func direct(_ number: UInt8) -> Int32 {
    count > 256 && number >= 8 ? ColorMix(palette: number).packed : Int32(number)
  }

  private func nearest(to mix: ColorMix) -> Int32 {
    if count > 256 { return mix.packed }
    // The user may have changed the first sixteen colors, so others are preferred.
    let candidates: ClosedRange<UInt8> =
      count >= 256 ? 16...255 : count >= 16 ? 0...15 : 0...7
    let best = candidates.min {
      mix.distance(to: ColorMix(palette: $0)) < mix.distance(to: ColorMix(palette: $1))
    }
    return Int32(best ?? 0)
  }
}

extension ColorMix {
  fileprivate var packed: Int32 { Int32(red << 16 | green << 8 | blue) }

  fileprivate func distance(to other: ColorMix) -> Int {
    let (red, green, blue) = (red - other.red, green - other.green, blue - other.blue)
    // The eye is most sensitive to green and least to blue.
    return 3 * red * red + 6 * green * green + blue * blue
  }
}
