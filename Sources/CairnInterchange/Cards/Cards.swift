/// A vCard as its lines have it.
struct Card {
  /// The line at which it begins, from 1.
  var line: Int
  /// Its properties, but for its frame and version.
  var properties: [CardLine] = []
  /// Why it cannot be used.
  var problem: RowProblem?
}

/// Cuts a stream of bytes into vCards of version 2.1, 3 and 4.
///
/// A line that begins with a blank goes on with the one before, and so does what follows a quoted
/// printable line that ends with `=`. A card within a card, as an `AGENT` of version 2.1, is passed
/// over with what it has.
struct Cards {
  private let name: String
  private var lines: ByteLines
  /// The line that was looked at and not taken yet.
  private var ahead: (bytes: ArraySlice<UInt8>, number: Int)?
  /// The number of the line that was taken last, from 1.
  private var number = 0
  private var hasCards = false

  init(_ source: ByteStream) {
    name = source.name
    lines = ByteLines(source)
  }

  /// The next card, `nil` after the last one.
  ///
  /// - Throws: `InterchangeError.malformed` where something other than a card stands, and what
  ///   reading throws.
  mutating func next() throws(InterchangeError) -> Card? {
    while let line = try takeLine() {
      if line.allSatisfy({ $0 <= Byte.space }) { continue }
      guard Self.isFrame(line, "BEGIN") else {
        throw .malformed(
          name: name, line: number, column: 1, reason: "expected a card, which begins BEGIN:VCARD")
      }
      hasCards = true
      return try card(from: number)
    }
    guard hasCards else { throw .empty(name: name) }
    return nil
  }

  private mutating func card(from start: Int) throws(InterchangeError) -> Card {
    var card = Card(line: start)
    var isOld = false
    var depth = 1
    while let line = try takeLine() {
      if line.allSatisfy({ $0 <= Byte.space }) { continue }
      if Self.isFrame(line, "BEGIN") { depth += 1 }
      if Self.isFrame(line, "END") { depth -= 1 }
      if depth == 0 { return card }
      let whole = try unfolded(line, isOld: isOld)
      guard depth == 1, !Self.isFrame(line, "END") else { continue }
      do throws(RowProblem) {
        let property = try CardLine(whole, number: number)
        if property.name == "VERSION" {
          isOld = property.value == "2.1"
        } else {
          card.properties.append(property)
        }
      } catch {
        card.problem = card.problem ?? error
      }
    }
    card.problem = .notVCard(line: start, reason: "the card that begins here never ends")
    return card
  }

  /// The line with those that go on with it.
  private mutating func unfolded(
    _ line: ArraySlice<UInt8>, isOld: Bool
  ) throws(InterchangeError) -> [UInt8] {
    var whole = Array(line)
    let head = String(decoding: line.prefix { $0 != Byte.colon }, as: UTF8.self).uppercased()
    let isQuoted = head.contains(CardEncoding.quotedPrintable.rawValue)
    while let next = try peek() {
      if isQuoted, whole.last == UInt8(ascii: "=") {
        whole.removeLast()
        whole += next
      } else if let first = next.first, first == Byte.space || first == Byte.tab {
        // Version 2.1 breaks lines where there is a blank, which is part of the text.
        whole += isOld ? next : next.dropFirst()
      } else {
        return whole
      }
      _ = try takeLine()
    }
    return whole
  }

  private static func isFrame(_ line: ArraySlice<UInt8>, _ word: String) -> Bool {
    String(decoding: line.prefix(20), as: UTF8.self).uppercased()
      .filter { !$0.isWhitespace } == "\(word):VCARD"
  }

  private mutating func peek() throws(InterchangeError) -> ArraySlice<UInt8>? {
    if ahead == nil, let line = try lines.next() {
      ahead = (line.last == Byte.carriageReturn ? line.dropLast() : line, lines.number)
    }
    return ahead?.bytes
  }

  private mutating func takeLine() throws(InterchangeError) -> ArraySlice<UInt8>? {
    let line = try peek()
    if let ahead { number = ahead.number }
    ahead = nil
    return line
  }
}
