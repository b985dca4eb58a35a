/// The glyphs of a text, from left to right.
public struct Glyphs: Sequence {
  private let text: String.UnicodeScalarView

  /// Creates the glyphs of a text.
  public init(_ text: some StringProtocol) { self.text = String(text).unicodeScalars }

  /// Returns an iterator that begins with the first glyph.
  public func makeIterator() -> Iterator { Iterator(text) }

  /// A place between two glyphs of a text.
  public struct Iterator: IteratorProtocol {
    private var rest: String.UnicodeScalarView.Iterator
    private var ahead: Unicode.Scalar?

    init(_ text: String.UnicodeScalarView) {
      rest = text.makeIterator()
      ahead = rest.next()
    }

    /// The next glyph, or `nil` after the last one.
    public mutating func next() -> Glyph? {
      while let scalar = ahead {
        ahead = rest.next()
        switch ScalarShape(scalar) {
        case .ignored: continue
        case .control: return Glyph(text: String(scalar.controlPicture), columns: 1)
        case .narrow: return glyph(on: scalar, columns: 1)
        case .wide: return glyph(on: scalar, columns: 2)
        case .mark: return glyph(on: "\u{25CC}", columns: 1, firstMark: scalar)
        }
      }
      return nil
    }

    private mutating func glyph(
      on base: Unicode.Scalar, columns: Int, firstMark: Unicode.Scalar? = nil
    ) -> Glyph {
      if base.isASCII, firstMark == nil, ahead.map(\.isASCII) ?? true {
        return Glyph.ascii[Int(base.value)]
      }
      var cluster = String.UnicodeScalarView()
      cluster.append(base)
      if let firstMark { cluster.append(firstMark) }
      takeMarks(of: base, into: &cluster)
      return Glyph(text: String(cluster), columns: columns)
    }

    private mutating func takeMarks(
      of base: Unicode.Scalar, into cluster: inout String.UnicodeScalarView
    ) {
      while let scalar = ahead {
        if base.isPicture, scalar.isSkinTone {
          ahead = rest.next()
          continue
        }
        switch ScalarShape(scalar) {
        case .mark:
          if cluster.count < Glyph.maximumScalars { cluster.append(scalar) }
          ahead = rest.next()
        case .ignored:
          ahead = rest.next()
          if scalar.isZeroWidthJoiner, base.isPicture, let joined = ahead, joined.isPicture {
            ahead = rest.next()
          }
        case .narrow, .wide, .control: return
        }
      }
    }
  }
}

/// A unit of drawing: a spacing scalar with the marks on it.
///
/// Terminals and ncurses have their own tables of widths, and they disagree about clusters. All
/// agree on one spacing scalar for each glyph. So:
///
/// - a glyph keeps at most four marks, since a cell of ncurses has five scalars;
/// - skin tones, picture selectors and scalars after a joiner are left out: a family of three
///   appears as its first member, and a flag as its two letters;
/// - controls appear as the pictures that Unicode has for them;
/// - scalars that change the direction of text are left out, so no text appears as another.
public struct Glyph: Hashable, Sendable {
  /// The scalars for the terminal, one to five.
  public let text: String

  /// The width in columns, 1 or 2.
  public let columns: Int

  /// The most scalars that a cell can hold.
  static let maximumScalars = 5

  init(text: String, columns: Int) {
    self.text = text
    self.columns = columns
  }

  /// An empty cell.
  public static let blank = Glyph(text: " ", columns: 1)

  static let ascii: [Glyph] = (0..<128).map { value in
    Glyph(text: String(Character(Unicode.Scalar(UInt8(value)))), columns: 1)
  }
}

/// The width of text on a screen.
public enum GlyphWidth {
  /// Returns the width of a scalar: 0, 1 or 2.
  ///
  /// A mark takes no column, since it is drawn on the glyph before it. A control takes one, as a
  /// picture.
  public static func columns(of scalar: Unicode.Scalar) -> Int {
    switch ScalarShape(scalar) {
    case .narrow, .control: 1
    case .wide: 2
    case .mark, .ignored: 0
    }
  }

  /// Returns the width of a text on a canvas.
  ///
  /// The time is linear in the length of the text.
  public static func columns(of text: some StringProtocol) -> Int {
    if text.isPrintableASCII { return text.utf8.count }
    return Glyphs(text).reduce(0) { $0 + $1.columns }
  }

  /// Returns the width of a character.
  public static func columns(of character: Character) -> Int {
    // Most characters have one byte, and callers ask for thousands.
    if let byte = character.utf8.first, character.utf8.count == 1, 0x20...0x7E ~= byte { return 1 }
    return columns(of: String(character))
  }
}

extension StringProtocol {
  /// Whether the text is printable ASCII, of which each character takes one column.
  package var isPrintableASCII: Bool {
    func isPrintable(_ bytes: some Sequence<UInt8>) -> Bool {
      bytes.allSatisfy { 0x20...0x7E ~= $0 }
    }
    // Most texts are contiguous in memory, where a loop is several times faster.
    return utf8.withContiguousStorageIfAvailable { unsafe isPrintable($0) }
      ?? isPrintable(utf8)
  }
}

extension FixedWidthInteger {
  /// Reads a number of digits only; `nil` for any other text, also with a sign.
  init?(digits text: some StringProtocol, radix: Int = 10) {
    guard text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) else {
      return nil
    }
    self.init(text, radix: radix)
  }
}
