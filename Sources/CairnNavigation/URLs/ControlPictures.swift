/// Text from outside with its control characters made visible.
///
/// A URL that someone else wrote could move the cursor or erase a line when an error or a question
/// shows it; the Unicode block of control pictures shows what is there instead.
enum ControlPictures {
  static func text(of text: String) -> String {
    var visible = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      visible.append(picture(of: scalar) ?? scalar)
    }
    return String(visible)
  }

  private static func picture(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value)
    case 0x7F: "\u{2421}"
    case 0x80..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: "\u{FFFD}"
    default: nil
    }
  }
}
