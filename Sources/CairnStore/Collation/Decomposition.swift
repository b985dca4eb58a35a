/// The canonical decomposition of scalars, which makes precomposed and combining spellings equal.
///
/// The standard library uses it to compare strings but has no public API for it. Foundation has
/// one, but costs forty megabytes. The table comes from Unicode.
enum Decomposition {
  /// Calls `body` with each scalar that `scalar` canonically consists of, in order.
  static func forEachPiece(of scalar: Unicode.Scalar, _ body: (Unicode.Scalar) -> Void) {
    guard scalar.value >= 0xC0 else { return body(scalar) }
    if let syllable = HangulSyllable(scalar) {
      syllable.jamo.forEach(body)
    } else if let pieces = table.pieces(of: scalar) {
      pieces.forEach(body)
    } else {
      body(scalar)
    }
  }

  /// Returns the canonical decomposition of `text`, with combining marks in canonical order.
  static func scalars(of text: String) -> [Unicode.Scalar] {
    var scalars: [Unicode.Scalar] = []
    scalars.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      forEachPiece(of: scalar) { insert($0, into: &scalars) }
    }
    return scalars
  }

  /// Appends a scalar behind the marks that canonically precede it (Unicode 3.11, D109).
  private static func insert(_ scalar: Unicode.Scalar, into scalars: inout [Unicode.Scalar]) {
    let rank = scalar.combiningRank
    var place = scalars.count
    if rank > 0 {
      while place > 0, scalars[place - 1].combiningRank > rank { place -= 1 }
    }
    scalars.insert(scalar, at: place)
  }

  private static let table = DecompositionTable(reading: characterDatabase)
}

extension Unicode.Scalar {
  /// The canonical combining class; 0 for a scalar that is not a combining mark.
  var combiningRank: UInt8 {
    value < 0x300 ? 0 : properties.canonicalCombiningClass.rawValue
  }

  /// Whether the scalar only decorates the letter before it.
  ///
  /// Viramas, of class 9, join two letters into another one and so are no decoration.
  var isDecoration: Bool {
    let rank = combiningRank
    return rank != 0 && rank != 9
  }
}

/// A Hangul syllable, whose letters are computed from its number (Unicode 3.12).
private struct HangulSyllable {
  let jamo: [Unicode.Scalar]

  init?(_ scalar: Unicode.Scalar) {
    guard (0xAC00...0xD7A3).contains(scalar.value) else { return nil }
    let index = scalar.value - 0xAC00
    let codes = [0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11A7 + index % 28]
    jamo = codes.filter { $0 != 0x11A7 }.compactMap { Unicode.Scalar($0) }
  }
}

/// The decompositions in three flat arrays, searched by bisection.
private struct DecompositionTable {
  private var composed: [UInt32] = []
  private var ends: [Int] = []
  private var scalars: [Unicode.Scalar] = []

  init(reading text: String) {
    var number: UInt32 = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: ":"):
        composed.append(number)
        ends.append(scalars.count)
        number = 0
      case UInt8(ascii: "."), UInt8(ascii: " "), UInt8(ascii: "\n"):
        appendPiece(number)
        number = 0
      default:
        number = number << 4 | UInt32(Self.digit(byte))
      }
    }
    appendPiece(number)
  }

  func pieces(of scalar: Unicode.Scalar) -> ArraySlice<Unicode.Scalar>? {
    var low = 0
    var high = composed.count
    while low < high {
      let middle = (low + high) / 2
      if composed[middle] < scalar.value { low = middle + 1 } else { high = middle }
    }
    guard low < composed.count, composed[low] == scalar.value else { return nil }
    let start = low == 0 ? 0 : ends[low - 1]
    return scalars[start..<ends[low]]
  }

  private mutating func appendPiece(_ number: UInt32) {
    guard let scalar = Unicode.Scalar(number) else { preconditionFailure("no scalar: \(number)") }
    scalars.append(scalar)
    ends[ends.count - 1] = scalars.count
  }

  private static func digit(_ byte: UInt8) -> UInt8 {
    byte < UInt8(ascii: "a") ? byte - UInt8(ascii: "0") : byte - UInt8(ascii: "a") + 10
  }
}
