/// Some of the Unicode scalars: those in a few ranges and of a few kinds, or all others.
struct ScalarSet: Hashable, Sendable {
  /// The kinds of characters that have a name in expressions.
  enum Kind: Hashable, Sendable {
    case digit, word, blank

    func contains(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .digit: scalar.isDecimalDigit
      case .word: scalar.isWord
      case .blank: scalar.properties.isWhitespace
      }
    }
  }

  /// A kind, or all scalars that are not of it.
  struct Member: Hashable, Sendable {
    let kind: Kind
    let isNegated: Bool
  }

  var ranges: [ClosedRange<Unicode.Scalar>] = []
  var kinds: [Member] = []
  var isNegated = false
  var ignoresCase = false

  /// Every scalar but a line feed.
  static let anyButLineFeed = ScalarSet(ranges: ["\n"..."\n"], isNegated: true)

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let isListed =
      ignoresCase
      ? lists(scalar) || lists(scalar.lowercased) || lists(scalar.uppercased) : lists(scalar)
    return isListed != isNegated
  }

  private func lists(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar) }
      || kinds.contains { $0.kind.contains(scalar) != $0.isNegated }
  }
}

extension Unicode.Scalar {
  /// Whether it is of the kind that words are made of: letters, marks, digits and `_`.
  var isWord: Bool {
    if isASCII {
      return self == "_" || ("a"..."z").contains(self) || ("A"..."Z").contains(self)
        || ("0"..."9").contains(self)
    }
    return properties.isAlphabetic || isDecimalDigit
      || properties.generalCategory == .nonspacingMark
  }

  var isDecimalDigit: Bool {
    isASCII ? ("0"..."9").contains(self) : properties.generalCategory == .decimalNumber
  }

  /// The lower-case form, itself where that is no single scalar.
  var lowercased: Unicode.Scalar { Self.only(in: properties.lowercaseMapping) ?? self }

  /// The upper-case form, itself where that is no single scalar.
  var uppercased: Unicode.Scalar { Self.only(in: properties.uppercaseMapping) ?? self }

  private static func only(in text: String) -> Unicode.Scalar? {
    text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
  }
}
