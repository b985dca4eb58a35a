internal import CairnScreens
internal import CairnStore

/// The reason why the filter matches a record, if its row doesn't show it.
extension RecordListSource {
  /// The first hidden field that contains a word of the filter, if no visible field has that word.
  ///
  /// The result is cached for each record, filter and content, as the cursor rests on a row for
  /// many drawings.
  public func excerpt(of id: String, besides columns: [String], seen: String) -> String? {
    let asked = AskedExcerpt(
      id: id, filter: query.filter, columns: columns, seen: seen, version: client.snapshot.version)
    if let excerpt, excerpt.asked == asked { return excerpt.text }
    let text = findExcerpt(of: id, besides: columns, seen: seen)
    excerpt = (asked, text)
    return text
  }

  private func findExcerpt(
    of id: String, besides columns: [String], seen: String
  ) -> String? {
    let words = (try? RecordPredicate.parse(query.filter))??.soughtWords ?? []
    guard !words.isEmpty, let key = RecordKey(id),
      let row = client.snapshot.row(ObjectID(entity: entity.name, key: key))
    else { return nil }
    let seen = SearchFold.fold(seen)
    let hidden = words.filter { !seen.contains(SearchFold.fold($0)) }
    if hidden.isEmpty { return nil }
    let sought = SoughtWords(hidden)
    return row.excerpt(with: sought, besides: Set(columns), lead: 12)
      ?? found.linkedTexts?.excerpt(of: row, with: sought, besides: Set(columns), lead: 12)
  }
}

/// The arguments of a search for an excerpt.
struct AskedExcerpt: Hashable {
  let id: String
  let filter: String
  let columns: [String]
  let seen: String
  let version: UInt64
}

extension RecordPredicate {
  /// The words that a matching text must or may contain.
  fileprivate var soughtWords: [String] {
    switch self {
    case .and(let parts), .or(let parts): parts.flatMap(\.soughtWords)
    case .word(let literal): [literal.text]
    case .not, .comparison, .has, .lacks: []
    }
  }
}

/// Words to find for an excerpt.
///
/// The search compares folded bytes: a pasted word may be very long, and a line as long as a book.
struct SoughtWords {
  /// A person may paste a whole page; its first words are enough.
  private static let limit = 32

  private let searches: [ByteSearch]

  init(_ words: [String]) {
    let needles = words.prefix(Self.limit).map(SearchFold.foldedBytes)
    searches = needles.filter { !$0.isEmpty }.map(ByteSearch.init)
  }

  /// The first line of a text with one of the words, cut so that the word is visible.
  ///
  /// - Parameters:
  ///   - text: the text to search.
  ///   - lead: the number of characters kept before the word.
  /// - Returns: the line; `nil` if no word occurs in the text.
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
  /// visible; `nil` if no other field has them.
  ///
  /// - Parameters:
  ///   - words: the words to find.
  ///   - shown: the fields to skip.
  ///   - lead: the number of characters kept before the word.
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
  /// No row has this many columns.
  private static let longestExcerpt = 1000

  /// The text from shortly before a byte of its folded form, as long as a row could show.
  fileprivate func excerpt(fromFoldedByte place: Int, lead: Int) -> String {
    // A short text is not cut.
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

/// Finds a word around a record: in the titles of linked records, and in all texts of owned ones.
struct LinkedTexts: Sendable {
  private struct Link {
    let name: String
    let display: FieldDisplay
    /// Whether all texts of the linked records are searched, not just the titles.
    let isOwning: Bool
  }

  private let links: [Link]

  /// Prepares the reading; links that can't be followed are skipped.
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
  ///   - words: the words to find.
  ///   - shown: the links to skip.
  ///   - lead: the number of characters kept before a word.
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
