/// The look of one scalar on a screen.
///
/// The ranges are those of East Asian Width (Unicode Standard Annex 11), version 16. They include
/// whole blocks whose future scalars will be wide, too. Older symbols that version 16 made wide,
/// such as the trigrams, stay narrow, as in today's terminals. A setting decides about ambiguous
/// characters (`AmbiguousWidth`). The standard library has the tables
/// of marks and emoji.
enum ScalarShape: Equatable {
  /// A scalar of one column.
  case narrow
  /// A scalar of two columns.
  case wide
  /// A mark on the glyph before it.
  case mark
  /// A scalar that would control the terminal or the direction of text; it appears as a picture.
  case control
  /// A scalar that is not shown: a joiner, a picture selector, or a mark of a letter's own
  /// direction.
  case ignored

  init(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    if value > 0xA0, AmbiguousWidth.isWide, AmbiguousWidth.contains(value) {
      self = .wide
      return
    }
    switch value {
    case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF: self = .narrow
    case 0...0x9F: self = .control
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: self = .mark  // Hangul vowels and finals
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF: self = .ignored
    case 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: self = .control
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: self = .wide
    case 0x2500...0x25FC: self = .narrow  // rules, blocks and bullets
    default: self = Self.looked(up: scalar)
    }
  }

  private static func looked(up scalar: Unicode.Scalar) -> ScalarShape {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: .mark
    case .format: isVisibleFormat(scalar.value) ? .narrow : .ignored
    default: isWide(scalar) ? .wide : .narrow
    }
  }

  /// Whether a format character is visible, such as the Arabic number sign.
  private static func isVisibleFormat(_ value: UInt32) -> Bool {
    switch value {
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: true
    default: false
    }
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    guard value >= 0x1100 else { return false }
    if isRegionalIndicator(scalar) { return false }
    return scalar.properties.isEmojiPresentation || isInWideRange(value)
  }

  private static func isInWideRange(_ value: UInt32) -> Bool {
    var (low, high) = (0, wideRanges.count)
    while low < high {
      let middle = (low + high) / 2
      if value > wideRanges[middle].upperBound { low = middle + 1 } else { high = middle }
    }
    return low < wideRanges.count && wideRanges[low].contains(value)
  }

  /// Whether the scalar is half of a flag.
  ///
  /// Two halves take two columns, whether or not the terminal joins them.
  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    0x1F1E6...0x1F1FF ~= scalar.value
  }

  /// The wide scalars that are no emoji, in ascending order.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F,  // Hangul initials
    0x2329...0x232A,  // angle brackets
    0x2E80...0x303E,  // radicals, description characters, punctuation
    0x3041...0xA4CF,  // kana, bopomofo, Hangul, enclosed letters, ideographs, hexagrams, Yi
    0xA960...0xA97F,  // older Hangul initials
    0xAC00...0xD7A3,  // Hangul syllables
    0xF900...0xFAFF,  // compatibility ideographs
    0xFE10...0xFE19,  // vertical punctuation
    0xFE30...0xFE6F,  // compatibility and small punctuation
    0xFF01...0xFF60,  // full-width letters
    0xFFE0...0xFFE6,  // full-width signs
    0x16FE0...0x16FFF,  // ideographic marks
    0x17000...0x18DFF,  // Tangut, Khitan
    0x1AFF0...0x1B2FF,  // older kana, Nüshu
    0x1F200...0x1F2FF,  // enclosed ideographs
    0x20000...0x3FFFD,  // the ideographic planes
  ]
}

extension Unicode.Scalar {
  /// Whether the scalar joins several emoji into one picture.
  var isZeroWidthJoiner: Bool { value == 0x200D }

  /// Whether the scalar is a skin tone.
  var isSkinTone: Bool { 0x1F3FB...0x1F3FF ~= value }

  /// Whether the scalar can be a picture.
  ///
  /// Unicode also counts digits and signs, which are excluded here.
  var isPicture: Bool { value >= 0x203C && properties.isEmoji }

  /// The picture that replaces this control character.
  var controlPicture: Unicode.Scalar {
    switch value {
    case 0..<0x20: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    case 0x2028, 0x2029: "\u{240A}"
    default: "\u{FFFD}"
    }
  }
}
