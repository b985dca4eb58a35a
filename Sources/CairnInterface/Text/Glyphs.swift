/// The glyphs of a text, from left to right.
public struct Glyphs: Sequence {
  private let text: String.UnicodeScalarView

  /// The glyphs of `text`.
  public init(_ text: some StringProtocol) { self.text = String(text).unicodeScalars }

  /// An iterator before the first glyph.
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

/// What is drawn as one thing: a spacing scalar with the marks on it.
///
/// A terminal and the library that writes to it each have a table of widths, and no two agree on
/// clusters. One spacing scalar a glyph is what all of them agree on, so:
///
/// - at most four marks stay on a glyph, since a cell of the terminal library holds five scalars;
/// - skin tones, picture selectors and what follows a joiner are left out: a family of three shows
///   as its first member, a flag as its two letters;
/// - controls show as the pictures that Unicode has for them, never as what they do;
/// - what turns the direction of text is left out, so that no text shows as another.
public struct Glyph: Hashable, Sendable {
  /// The scalars to send to the terminal, one to five.
  public let text: String

  /// How many columns it takes: 1 or 2.
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

/// How many columns text takes on a screen.
public enum GlyphWidth {
  /// The columns that `scalar` takes by itself: 0, 1 or 2.
  ///
  /// A mark takes none, as it sits on the glyph before it; a control takes one, as a picture.
  public static func columns(of scalar: Unicode.Scalar) -> Int {
    switch ScalarShape(scalar) {
    case .narrow, .control: 1
    case .wide: 2
    case .mark, .ignored: 0
    }
  }

  /// The columns that `text` takes when it is written to a canvas.
  ///
  /// Linear in the length of the text.
  public static func columns(of text: some StringProtocol) -> Int {
    if text.isPrintableASCII { return text.utf8.count }
    return Glyphs(text).reduce(0) { $0 + $1.columns }
  }

  /// The columns that `character` takes by itself.
  public static func columns(of character: Character) -> Int {
    // Most are one byte, and asked for by the thousand.
    if let byte = character.utf8.first, character.utf8.count == 1, 0x20...0x7E ~= byte { return 1 }
    return columns(of: String(character))
  }
}

extension StringProtocol {
  /// Whether there is nothing in the text but what ASCII prints, each a column wide.
  package var isPrintableASCII: Bool {
    func isPrintable(_ bytes: some Sequence<UInt8>) -> Bool {
      bytes.allSatisfy { 0x20...0x7E ~= $0 }
    }
    // Most texts lie in one piece, over which a loop is several times as fast.
    return utf8.withContiguousStorageIfAvailable { unsafe isPrintable($0) }
      ?? isPrintable(utf8)
  }
}

extension FixedWidthInteger {
  /// Reads a number that consists of digits only; `nil` for one with a sign or anything else.
  init?(digits text: some StringProtocol, radix: Int = 10) {
    guard text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) else {
      return nil
    }
    self.init(text, radix: radix)
  }
}
