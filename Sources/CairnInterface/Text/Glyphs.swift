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
