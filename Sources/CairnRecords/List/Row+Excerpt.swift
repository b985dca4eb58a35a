internal import CairnStore

extension Row {
  /// So many of the words that are looked for are looked for in an excerpt.
  private static let soughtWords = 32

  /// The first line with one of the words in a field other than the title, cut so that the word is
  /// in sight; `nil` where no other field has them.
  ///
  /// - Parameters:
  ///   - words: what is looked for.
  ///   - shown: the fields that needn't be looked at.
  ///   - lead: how many characters before the word stay.
  /// - Returns: the field and the line: "Notes: Spare key".
  func excerpt(
    with words: [String], besides shown: Set<String> = [], lead: Int = 24
  ) -> String? {
    // By bytes: a word may be as long as what somebody pasted, and a line as long as a book.
    // Somebody may paste a page, too, of which the first words say enough.
    let needles = words.prefix(Self.soughtWords).map(SearchFold.foldedBytes)
    let searches = needles.filter { !$0.isEmpty }.map(ByteSearch.init)
    for attribute in chunk.entity.attributes
    where attribute.name != chunk.entity.titleAttribute?.name && attribute.type != .data
      && !shown.contains(attribute.name)
    {
      guard let value = self[attribute.name] else { continue }
      for line in ValueText.export(value).split(whereSeparator: \.isNewline) {
        let folded = SearchFold.foldedBytes(String(line))
        for search in searches {
          guard let place = search.firstMatch(in: folded, 0..<folded.count) else { continue }
          return "\(attribute.name): \(line.excerpt(fromFoldedByte: place, lead: lead))"
        }
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
