/// A color as a mix of red, green and blue light, each from 0 to 255.
package struct ColorMix: Hashable, Sendable {
  package let red: Int
  package let green: Int
  package let blue: Int

  package init(red: Int, green: Int, blue: Int) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Creates the mix of a palette color of xterm.
  package init(palette number: UInt8) {
    let number = Int(number)
    switch number {
    case 0..<16:
      let full = number < 8 ? 205 : 255
      let rest = number == 8 ? 127 : number == 7 ? 229 : 0
      func light(_ bit: Int) -> Int { number & bit != 0 ? max(full, rest) : number == 8 ? rest : 0 }
      self.init(red: light(1), green: light(2), blue: light(4))
    case 16..<232:
      func light(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }
      let place = number - 16
      self.init(red: light(place / 36), green: light(place / 6 % 6), blue: light(place % 6))
    default:
      let gray = 8 + 10 * (number - 232)
      self.init(red: gray, green: gray, blue: gray)
    }
  }

  /// Creates the mix of a color; `nil` for the first sixteen, which each terminal mixes differently.
  package init?(_ color: Color) {
    switch color {
    case .palette(let number) where number < 16: return nil
    case .palette(let number): self.init(palette: number)
    case .rgb(let red, let green, let blue):
      self.init(red: Int(red), green: Int(green), blue: Int(blue))
    }
  }

  /// The relative luminance, from 0 for black to 1 for white (WCAG 2.2, "relative luminance").
  package var luminance: Double {
    func linear(_ light: Int) -> Double {
      let part = Double(light) / 255
      return part <= 0.04045 ? part / 12.92 : Self.power24((part + 0.055) / 1.055)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// Returns the contrast ratio of two colors, from 1 to 21 (WCAG 2.2, "contrast ratio").
  package func contrast(with other: ColorMix) -> Double {
    let (one, two) = (luminance + 0.05, other.luminance + 0.05)
    return max(one, two) / min(one, two)
  }

  /// Returns a number between 0 and 1 to the power of 2.4: its square times the fifth root of that.
  ///
  /// The standard library has no powers, and this module imports no C library.
  private static func power24(_ number: Double) -> Double {
    let square = number * number
    var root = 1.0
    // Newton's method; from 0.003, the least square of a light, it converges in eight steps.
    for _ in 0..<12 { root -= (root - square / (root * root * root * root)) / 5 }
    return square * root
  }
}
