internal import CairnStore

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
