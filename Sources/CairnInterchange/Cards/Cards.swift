internal import CairnStore

/// A vCard as a list of properties.
struct Card {
  /// The line at which the card begins, from 1.
  var line: Int
  /// The properties, without the frame and the version.
  var properties: [ContentLine] = []
  /// Why the card cannot be used.
  var problem: RowProblem?
  /// The reasons why some lines cannot be read.
  var losses: [RowProblem] = []
}

/// Splits a stream of bytes into vCards of version 2.1, 3 and 4.
///
/// In version 2.1, a card that begins after `AGENT` is the agent of the outer card. It becomes the
/// text of `AGENT`, as in version 3. If a card begins anywhere else inside another one, the outer
/// card lacks its end and cannot be used. Lines after the inner card still belong to the outer one.
/// Lines outside of cards are skipped and counted.
struct Cards {
  private let name: String
  private let decode: ContentLine.Decode
  private var lines: FoldedLines
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
  init(_ source: ByteStream, _ decode: @escaping ContentLine.Decode) {
    name = source.name
    self.decode = decode
    lines = FoldedLines(source)
  }

  /// Returns the next card; `nil` after the last one.
  ///
  /// - Throws: `InterchangeError.noneOfKind` for an input without cards, and the errors of reading.
  mutating func next() throws(InterchangeError) -> Card? {
    while let line = try lines.take() {
      if line.allSatisfy({ $0 <= Byte.space }) { continue }
      guard Self.isFrame(line, "BEGIN") else {
        if !isWithin { skip(line) }
        continue
      }
      hasCards = true
      (isWithin, isCut) = (isCut, false)
      return try card(from: lines.number)
    }
    guard !hasCards else { return nil }
    guard skipped.count > 0 else { throw .empty(name: name) }
    throw .noneOfKind(
      name: name, expected: InterchangeFormat.vcard.neededRecord ?? "", found: firstSkipped)
  }

  private mutating func skip(_ line: ArraySlice<UInt8>) {
    if skipped.count == 0 {
      skipped.line = lines.number
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
    while let line = try lines.peek() {
      if Self.isFrame(line, "BEGIN") {
        guard let last = card.properties.last, last.name == CardField.agent, last.value.isEmpty,
          let agent = try agent()
        else { break }
        if let text = String(validating: agent, as: UTF8.self), !agent.contains(0) {
          card.properties[card.properties.count - 1].value = CardText.escaped(text)
        } else {
          card.properties.removeLast()
          card.losses.append(
            .unreadable(line: lines.number, reason: "the agent's card is not UTF-8"))
        }
        continue
      }
      _ = try lines.take()
      if line.allSatisfy({ $0 <= Byte.space }) { continue }
      if Self.isFrame(line, "END") {
        if card.properties.isEmpty { card.problem = card.losses.first }
        return card
      }
      let whole = try lines.unfolded(line, isOld: isOld)
      do throws(RowProblem) {
        let property = try ContentLine(whole, number: lines.number, decode: decode).standard
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
    while let line = try lines.peek() {
      if Self.isFrame(line, "BEGIN") {
        guard mayBegin else { return nil }
        depth += 1
      }
      _ = try lines.take()
      bytes += line + [Byte.lineFeed]
      if Self.isFrame(line, "END") { depth -= 1 }
      if depth == 0 { return bytes }
      mayBegin = FoldedLines.word(line) == CardField.agent + ":"
    }
    return nil
  }

  private static func isFrame(_ line: ArraySlice<UInt8>, _ word: String) -> Bool {
    FoldedLines.word(line) == "\(word):VCARD"
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
    row.set(CardCells(card, labeled: labeled).cells, in: &met)
    return true
  }
}
