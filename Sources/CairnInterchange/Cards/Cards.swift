internal import CairnJSON
internal import CairnStore

/// A vCard as a list of properties.
struct Card {
  /// The line at which the card begins, from 1.
  var line: Int
  /// The properties, without the frame and the version.
  var properties: [CardLine] = []
  /// Why the card cannot be used.
  var problem: RowProblem?
  /// The reasons why some lines cannot be read.
  var losses: [RowProblem] = []
}

/// Splits a stream of bytes into vCards of version 2.1, 3 and 4.
///
/// A line that begins with a blank continues the line before, and so does a line after a
/// quoted-printable line that ends with `=`. In version 2.1, a card that begins after `AGENT` is
/// the agent of the outer card. It becomes the text of `AGENT`, as in version 3. If a card begins
/// anywhere else inside another one, the outer card lacks its end and cannot be used. Lines after
/// the inner card still belong to the outer one. Lines outside of cards are skipped and counted.
struct Cards {
  /// Returns the text of bytes in an encoding; `nil` if they are not in this encoding.
  typealias Decode = (TextEncoding, [UInt8]) -> String?

  private let name: String
  private let decode: Decode
  private var lines: ByteLines
  /// The line that was read ahead and not taken yet.
  private var ahead: (bytes: ArraySlice<UInt8>, number: Int)?
  /// The number of the line that was taken last, from 1.
  private var number = 0
  private var hasCards = false
  /// The number of lines outside of cards, and the first of them.
  private(set) var skipped = (count: 0, line: 0)
  private var firstSkipped = ""
  /// Whether the last card was cut short by the beginning of another one.
  private var isCut = false
  /// Whether the last card began within a card that was cut short.
  private var isWithin = false

  /// Splits a stream.
  ///
  /// - Parameters:
  ///   - source: The stream.
  ///   - decode: Decodes the values whose properties name an encoding.
  init(_ source: ByteStream, _ decode: @escaping Decode) {
    name = source.name
    self.decode = decode
    lines = ByteLines(source)
  }

  /// Returns the next card; `nil` after the last one.
  ///
  /// - Throws: `InterchangeError.noneOfKind` for an input without cards, and the errors of reading.
  mutating func next() throws(InterchangeError) -> Card? {
    while let line = try takeLine() {
      if line.allSatisfy({ $0 <= Byte.space }) { continue }
      guard Self.isFrame(line, "BEGIN") else {
        if !isWithin { skip(line) }
        continue
      }
      hasCards = true
      (isWithin, isCut) = (isCut, false)
      return try card(from: number)
    }
    guard !hasCards else { return nil }
    guard skipped.count > 0 else { throw .empty(name: name) }
    throw .noneOfKind(
      name: name, expected: InterchangeFormat.vcard.neededRecord ?? "", found: firstSkipped)
  }

  private mutating func skip(_ line: ArraySlice<UInt8>) {
    if skipped.count == 0 {
      skipped.line = number
      firstSkipped = String(decoding: line, as: UTF8.self).trimmingBlanks().shortened(to: 40)
    }
    skipped.count += 1
  }

  /// A notice about lines outside of cards; `nil` without such lines.
  var notice: String? {
    switch skipped.count {
    case 0: nil
    case 1: "\(name), line \(skipped.line): the line is outside of a card and was skipped"
    case let count:
      "\(name): \(count) lines outside of cards were skipped, the first in line \(skipped.line)"
    }
  }

  private mutating func card(from start: Int) throws(InterchangeError) -> Card {
    var card = Card(line: start)
    var isOld = false
    while let line = try peek() {
      if Self.isFrame(line, "BEGIN") {
        guard let last = card.properties.last, last.name == CardField.agent, last.value.isEmpty,
          let agent = try agent()
        else { break }
        if let text = String(validating: agent, as: UTF8.self), !agent.contains(0) {
          card.properties[card.properties.count - 1].value = CardText.escaped(text)
        } else {
          card.properties.removeLast()
          card.losses.append(.unreadable(line: number, reason: "the agent's card is not UTF-8"))
        }
        continue
      }
      _ = try takeLine()
      if line.allSatisfy({ $0 <= Byte.space }) { continue }
      if Self.isFrame(line, "END") {
        if card.properties.isEmpty { card.problem = card.losses.first }
        return card
      }
      let whole = try unfolded(line, isOld: isOld)
      do throws(RowProblem) {
        let property = try CardLine(whole, number: number, decode: decode)
        if property.name == "VERSION" {
          isOld = property.value == "2.1"
        } else {
          card.properties.append(property)
        }
      } catch {
        card.losses.append(error)
      }
    }
    isCut = true
    card.problem = .unreadable(line: start, reason: "the card that begins here never ends")
    return card
  }

  /// Returns the lines of an agent's card, with its frame; `nil` if another card begins before its
  /// end.
  private mutating func agent() throws(InterchangeError) -> [UInt8]? {
    var bytes: [UInt8] = []
    var depth = 0
    var mayBegin = true
    while let line = try peek() {
      if Self.isFrame(line, "BEGIN") {
        guard mayBegin else { return nil }
        depth += 1
      }
      _ = try takeLine()
      bytes += line + [Byte.lineFeed]
      if Self.isFrame(line, "END") { depth -= 1 }
      if depth == 0 { return bytes }
      mayBegin = Self.word(line) == CardField.agent + ":"
    }
    return nil
  }

  /// Returns the line joined with its continuation lines.
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
        // Version 2.1 breaks lines at a blank, which is part of the text.
        whole += isOld ? next : next.dropFirst()
      } else {
        return whole
      }
      _ = try takeLine()
    }
    return whole
  }

  private static func isFrame(_ line: ArraySlice<UInt8>, _ word: String) -> Bool {
    self.word(line) == "\(word):VCARD"
  }

  /// Returns a short line in capitals and without blanks.
  private static func word(_ line: ArraySlice<UInt8>) -> String {
    String(decoding: line.prefix(20), as: UTF8.self).uppercased().filter { !$0.isWhitespace }
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

/// Reads vCards as rows, with a cell for each property.
///
/// 1. Known properties go into fields with good names (`CardField`). Every other property goes into
///    a field with its own name.
/// 2. In a repeatable property, each value keeps its types as a label, or the label that an address
///    book gave its group: `+46 70 123 (cell)`.
/// 3. If a value's type is known from fields, or from an export of typed fields, it may spell a
///    number like a cell of a table. Any other unknown value is text.
/// 4. Parameters without a field are kept (`CardParameters`).
/// 5. A card without a name gets a name made of its parts.
/// 6. A line that cannot be read costs only itself, and is reported. A card without an end is a bad
///    row, and reading continues with the next card.
struct CardReader: RowReader {
  private var met = MetColumns()
  private var cards: Cards
  private let labeled: Set<String>

  /// Reads the cards of a stream.
  ///
  /// - Parameters:
  ///   - source: The stream.
  ///   - labeled: Unlisted fields with labeled values.
  ///   - texts: The texts of values in multibyte encodings.
  init(_ source: ByteStream, labeled: Set<String>, _ texts: CardTexts) {
    cards = Cards(source) { texts.text(of: $1, in: $0) }
    self.labeled = labeled
  }

  /// Returns the unlisted fields with labeled values in a stream's cards.
  ///
  /// A notice about text outside of cards is added to `notices`.
  static func labeledFields(
    in source: ByteStream, _ texts: CardTexts, notices: inout [String]
  ) throws(InterchangeError) -> Set<String> {
    var cards = Cards(source) { texts.text(of: $1, in: $0) }
    var names: Set<String> = []
    while let card = try cards.next() {
      if card.problem == nil { names.formUnion(CardCells(card, labeled: []).labeledFields) }
    }
    notices += cards.notice.map { [$0] } ?? []
    return names
  }

  var columns: [String] { met.names }

  mutating func next(into row: inout RawRow) throws(InterchangeError) -> Bool {
    guard let card = try cards.next() else { return false }
    row.begin(line: card.line)
    if let problem = card.problem {
      row.note(problem)
      return true
    }
    for loss in card.losses { row.noteLost(loss) }
    for (index, cell) in CardCells(card, labeled: labeled).cells.enumerated() {
      let column = met.place(of: cell.column, expecting: index)
      if cell.values.count == 1, !cell.isList {
        row.set(column, cell.isPlain ? .plain : .text, cell.values[0].utf8)
      } else {
        let list = JSONValue.array(cell.values.map(JSONValue.string))
        row.set(column, cell.isPlain ? .plainList : .list, list.bytes())
      }
    }
    return true
  }
}
