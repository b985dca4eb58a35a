/// The texts of a file's values in multibyte encodings.
///
/// The program `iconv` decodes all of them at once, because a card may have twenty such values and
/// a file a thousand cards.
struct CardTexts: Sendable {
  private struct Key: Hashable {
    let encoding: String
    let bytes: [UInt8]
  }

  /// The decoded texts; `nil` for bytes that are not text in their encoding.
  private var texts: [Key: String?] = [:]

  /// The number of different values.
  var count: Int { texts.count }

  /// Decodes the values of a file.
  ///
  /// Cost: reads the file once, and once more if a property names an encoding.
  ///
  /// - Parameter open: Opens the file.
  /// - Throws: `InterchangeError` if the file can't be read.
  init(of open: () throws(InterchangeError) -> ByteStream) throws(InterchangeError) {
    guard try Self.nameEncodings(try open()) else { return }
    var values: [TextEncoding: Set<[UInt8]>] = [:]
    var cards = Cards(try open()) { encoding, bytes in
      guard case .multiByte = encoding.kind else { return encoding.text(of: bytes) }
      values[encoding, default: []].insert(bytes)
      return ""
    }
    while try cards.next() != nil {}
    for (encoding, found) in values { add(Array(found), in: encoding) }
  }

  /// Returns the text of a value; `nil` if it is not in the encoding.
  func text(of bytes: [UInt8], in encoding: TextEncoding) -> String? {
    guard let known = texts[Key(encoding: encoding.name, bytes: bytes)] else {
      return encoding.text(of: bytes)
    }
    return known
  }

  private mutating func add(_ values: [[UInt8]], in encoding: TextEncoding) {
    let joined = Array(values.joined(separator: [Byte.lineFeed]))
    let source = ByteStream(name: encoding.name, blocks: [joined])
    // If too many lines are invalid, each value is decoded on its own.
    guard let blocks = try? encoding.decoded(source).remainingBlocks() else { return }
    let decoded = Array(blocks.joined())
    var lines = decoded.split(separator: Byte.lineFeed, omittingEmptySubsequences: false)[...]
    for value in values {
      // No character of these encodings contains the byte of a line feed.
      let own = lines.prefix(value.count { $0 == Byte.lineFeed } + 1)
      lines = lines.dropFirst(own.count)
      let text = Array(own.joined(separator: [Byte.lineFeed]))
      texts[Key(encoding: encoding.name, bytes: value)] = String(validating: text, as: UTF8.self)
    }
  }

  private static func nameEncodings(_ source: ByteStream) throws(InterchangeError) -> Bool {
    var lines = ByteLines(source)
    while let line = try lines.next() {
      let head = line.prefix { $0 != Byte.colon }
      guard head.contains(Byte.semicolon) else { continue }
      if String(decoding: head, as: UTF8.self).uppercased().contains("CHARSET=") { return true }
    }
    return false
  }
}
