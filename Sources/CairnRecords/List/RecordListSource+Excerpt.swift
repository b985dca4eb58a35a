internal import CairnScreens
internal import CairnStore

/// Why the filter leaves a record in, where its row doesn't show it.
extension RecordListSource {
  /// The first field out of sight that has a word of the filter which none in sight has.
  ///
  /// It is looked for once for each record, filter and content, as the cursor rests on a row for
  /// many drawings.
  public func excerpt(of id: String, besides columns: [String], seen: String) -> String? {
    let asked = AskedExcerpt(
      id: id, filter: query.filter, columns: columns, seen: seen, version: desk.snapshot.version)
    if let excerpt, excerpt.asked == asked { return excerpt.text }
    let text = findExcerpt(of: id, besides: columns, seen: seen)
    excerpt = (asked, text)
    return text
  }

  private func findExcerpt(
    of id: String, besides columns: [String], seen: String
  ) -> String? {
    let words = (try? Predicate.parse(query.filter))??.soughtWords ?? []
    guard !words.isEmpty, let key = RecordKey(id),
      let row = desk.snapshot.row(ObjectID(entity: entity.name, key: key))
    else { return nil }
    let seen = SearchFold.fold(seen)
    let hidden = words.filter { !seen.contains(SearchFold.fold($0)) }
    if hidden.isEmpty { return nil }
    let sought = SoughtWords(hidden)
    return row.excerpt(with: sought, besides: Set(columns), lead: 12)
      ?? found.linkedTexts?.excerpt(of: row, with: sought, besides: Set(columns), lead: 12)
  }
}

/// What an excerpt was looked for by.
struct AskedExcerpt: Hashable {
  let id: String
  let filter: String
  let columns: [String]
  let seen: String
  let version: UInt64
}

extension Predicate {
  /// The words that some text must or may have.
  fileprivate var soughtWords: [String] {
    switch self {
    case .and(let parts), .or(let parts): parts.flatMap(\.soughtWords)
    case .word(let literal): [literal.text]
    case .not, .comparison, .has, .lacks: []
    }
  }
}

/// Words that an excerpt shows one of.
///
/// They are looked for by their folded bytes: a word may be as long as what somebody pasted, and a
/// line as long as a book.
struct SoughtWords {
  /// Somebody may paste a page, of which the first words say enough.
  private static let limit = 32

  private let searches: [ByteSearch]

  init(_ words: [String]) {
    let needles = words.prefix(Self.limit).map(SearchFold.foldedBytes)
    searches = needles.filter { !$0.isEmpty }.map(ByteSearch.init)
  }

  /// The first line of a text with one of the words, cut so that the word is in sight.
  ///
  /// - Parameters:
  ///   - text: where the words are looked for.
  ///   - lead: how many characters before the word stay.
  /// - Returns: the line; `nil` where the text has none of the words.
  func excerpt(of text: String, lead: Int) -> String? {
    for line in text.split(whereSeparator: \.isNewline) {
      let folded = SearchFold.foldedBytes(String(line))
      for search in searches {
        guard let place = search.firstMatch(in: folded, 0..<folded.count) else { continue }
        return line.excerpt(fromFoldedByte: place, lead: lead)
      }
    }
    return nil
  }
}

extension Row {
  /// The first line with one of the words in a field other than the title, cut so that the word is
  /// in sight; `nil` where no other field has them.
  ///
  /// - Parameters:
  ///   - words: what is looked for.
  ///   - shown: the fields that needn't be looked at.
  ///   - lead: how many characters before the word stay.
  /// - Returns: the field and the line: "Notes: Spare key".
  func excerpt(
    with words: SoughtWords, besides shown: Set<String> = [], lead: Int = 24
  ) -> String? {
    for attribute in chunk.entity.attributes
    where attribute.name != chunk.entity.titleAttribute?.name && attribute.type != .data
      && !shown.contains(attribute.name)
    {
      guard let value = self[attribute.name] else { continue }
      if let line = words.excerpt(of: ValueText.export(value), lead: lead) {
        return "\(attribute.name): \(line)"
      }
    }
    return nil
  }
}

extension Substring {
  /// More characters than a row has columns.
  private static let longestExcerpt = 1000

  /// The text from shortly before a byte of its folded form on, as far as a row could show it.
  fileprivate func excerpt(fromFoldedByte place: Int, lead: Int) -> String {
    // Where all before it is short, nothing is cut.
    guard dropFirst(2 * lead).first != nil else { return String(self) }
    var (before, folded) = (0, 0)
    for character in self {
      folded += SearchFold.foldedBytes(String(character)).count
      if folded > place { break }
      before += 1
    }
    let start = Swift.max(0, before - lead)
    let shown = dropFirst(start).prefix(Self.longestExcerpt)
    return start == 0 ? String(shown) : "…" + shown
  }
}

/// Reads where a word stands around a record: in what its links show, and in what it owns.
struct LinkedTexts: Sendable {
  private struct Link {
    let name: String
    let display: FieldDisplay
    /// Whether all texts at its other end are searched, not the titles alone.
    let isOwning: Bool
  }

  private let links: [Link]

  /// Prepares the reading; links that can't be followed are passed over.
  init(of entity: Entity, in snapshot: Snapshot, at clock: WallClock) {
    links = entity.wordLinks(in: snapshot.model).compactMap { link in
      let isOwning = link.isOwning(in: snapshot.model)
      return (try? FieldDisplay(FieldPath([link.name]), of: entity, in: snapshot, at: clock)).map {
        Link(name: link.name, display: $0, isOwning: isOwning)
      }
    }
  }

  /// The first linked record with one of the words: "Ingredients: dried garlic".
  ///
  /// - Parameters:
  ///   - row: the record whose links are followed.
  ///   - words: what is looked for.
  ///   - shown: the links that needn't be looked at.
  ///   - lead: how many characters before a word stay.
  /// - Returns: the link, and the title or the field that has the word.
  func excerpt(
    of row: Row, with words: SoughtWords, besides shown: Set<String>, lead: Int
  ) -> String? {
    for link in links where !shown.contains(link.name) {
      for linked in link.display.rows(from: row) {
        let others = link.isOwning ? linked.excerpt(with: words, lead: lead) : nil
        if let text = words.excerpt(of: linked.title, lead: lead) ?? others {
          return "\(link.name): \(text)"
        }
      }
    }
    return nil
  }
}
