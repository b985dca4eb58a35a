internal import CairnStore

/// A line of an input, by its number and an excerpt of its text.
public struct EncodedLine: Hashable, Sendable {
  /// The number of the line, from 1.
  public let number: Int
  /// The part of the line with letters outside ASCII.
  public let text: String
}

/// Cuts the blocks of an input so that each piece ends with a line.
private struct WholeLines {
  private var rest: [UInt8] = []
  /// The number of lines in the earlier pieces.
  var count = 0

  /// Returns the next whole lines; empty if no line ends in the block.
  mutating func take(_ block: [UInt8]) -> [UInt8] {
    // A carriage return at the end of the block may precede a line feed.
    let end =
      block.lastIndex(of: Byte.lineFeed) ?? block.dropLast().lastIndex(of: Byte.carriageReturn)
    guard let end else {
      rest += block
      return []
    }
    let piece = rest + block[...end]
    rest = Array(block[(end + 1)...])
    return piece
  }

  /// Returns the last line, if it has no end.
  mutating func finish() -> [UInt8] {
    defer { rest = [] }
    return rest
  }

  /// Calls `take` with the number and the bytes of each line, with its end.
  mutating func forEach<Failure: Error>(
    in piece: [UInt8], _ take: (Int, ArraySlice<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    var start = 0
    while start < piece.count {
      var end = piece[start...].firstIndex(where: Byte.endsLine) ?? piece.count - 1
      if piece[end] == Byte.carriageReturn, end + 1 < piece.count,
        piece[end + 1] == Byte.lineFeed
      {
        end += 1
      }
      count += 1
      try take(count, piece[start...end])
      start = end + 1
    }
  }
}

/// Finds lines of UTF-8 in an input that was guessed to be in a single-byte encoding.
///
/// Some programs append UTF-8 to a file in another encoding. In the other encoding, its letters
/// read as signs: `Ã©` for `é`. A line counts only if all its characters are also in the other
/// encoding, because a few pairs of letters are UTF-8 by chance.
struct MixedLines {
  private let encoding: TextEncoding
  private let decoder: SingleByteDecoder
  private let repertoire: Set<Unicode.Scalar>
  private var lines = WholeLines()
  private var unicode: EncodedLine?
  private var other: EncodedLine?

  /// Creates the search.
  ///
  /// - Parameters:
  ///   - encoding: The single-byte encoding.
  ///   - count: The number of lines before the first one.
  init(_ encoding: TextEncoding, after count: Int) {
    self.encoding = encoding
    lines.count = count
    decoder = SingleByteDecoder(encoding)
    repertoire = Set(decoder.characters.compactMap(\.self))
  }

  /// Returns a stream of the same bytes that ends with an error after lines in both encodings.
  func watched(_ source: ByteStream) -> ByteStream {
    var search = self
    return ByteStream(name: source.name) { () throws(InterchangeError) in
      let block = try source.nextBlock()
      let piece = if let block { search.lines.take(block) } else { search.lines.finish() }
      search.examine(piece)
      if let unicode = search.unicode, let other = search.other {
        throw .mixedEncodings(name: source.name, encoding, unicode: unicode, other: other)
      }
      return block ?? []
    }
  }

  private mutating func examine(_ piece: [UInt8]) {
    guard unicode == nil || other == nil else { return }
    var lines = lines
    lines.forEach(in: piece) { number, line in
      guard line.contains(where: { $0 >= 0x80 }) else { return }
      if let text = String(validating: line, as: UTF8.self) {
        guard unicode == nil, text.unicodeScalars.allSatisfy({ isCommon($0) }) else { return }
        unicode = EncodedLine(number: number, text: text.excerptOutsideASCII)
      } else if other == nil {
        let text = String(decoding: decoder.decode(Array(line)), as: UTF8.self)
        other = EncodedLine(number: number, text: text.excerptOutsideASCII)
      }
    }
    self.lines = lines
  }

  private func isCommon(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII || repertoire.contains(scalar)
  }
}

/// Decodes an input in which each line is either UTF-8 or in a single-byte encoding.
struct MixedDecoder {
  private let decoder: SingleByteDecoder
  private var lines = WholeLines()
  /// The lines in the single-byte encoding: their number, and the first one.
  private(set) var others: (count: Int, first: Int)?

  /// Creates a decoder, given the single-byte encoding.
  init(_ encoding: TextEncoding) { decoder = SingleByteDecoder(encoding) }

  /// Returns the next text as UTF-8, which may be empty.
  mutating func decode(_ block: [UInt8]) -> [UInt8] { text(of: lines.take(block)) }

  /// Returns the text of the last line as UTF-8.
  mutating func finish() -> [UInt8] { text(of: lines.finish()) }

  private mutating func text(of piece: [UInt8]) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(piece.count)
    var (lines, others) = (lines, others)
    lines.forEach(in: piece) { number, line in
      if UTF8Check.firstInvalidByte(in: line) == nil {
        decoded += line
      } else {
        decoded += decoder.decode(Array(line))
        others = ((others?.count ?? 0) + 1, others?.first ?? number)
      }
    }
    (self.lines, self.others) = (lines, others)
    return decoded
  }
}

extension String {
  /// At most 40 characters around the first one outside ASCII, without control characters.
  var excerptOutsideASCII: String {
    let text = trimmingBlanks()
    guard let first = text.firstIndex(where: { !$0.isASCII }) else { return text.shortened(to: 40) }
    let before = text.distance(from: text.startIndex, to: first)
    guard before > 20 else { return text.shortened(to: 40) }
    return "…" + String(text.dropFirst(before - 15)).shortened(to: 39)
  }
}
