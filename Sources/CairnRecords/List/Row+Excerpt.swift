internal import CairnStore

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
    with words: [String], besides shown: Set<String> = [], lead: Int = 24
  ) -> String? {
    let words = words.map(SearchFold.fold)
    for attribute in chunk.entity.attributes
    where attribute.name != chunk.entity.titleAttribute?.name && attribute.type != .data
      && !shown.contains(attribute.name)
    {
      guard let value = self[attribute.name] else { continue }
      for line in ValueText.export(value).split(whereSeparator: \.isNewline) {
        let folded = SearchFold.fold(String(line))
        guard let word = words.first(where: folded.contains) else { continue }
        return "\(attribute.name): \(line.excerpt(with: word, lead: lead))"
      }
    }
    return nil
  }
}

extension Substring {
  /// The text from shortly before a folded word on.
  fileprivate func excerpt(with word: String, lead: Int) -> String {
    // Where all before it is short, nothing is cut.
    guard count > 2 * lead else { return String(self) }
    var end = 0
    var folded = ""
    for character in self {
      folded += SearchFold.fold(String(character))
      end += 1
      if folded.hasSuffix(word) { break }
    }
    let start = Swift.max(0, end - word.count - lead)
    return start == 0 ? String(self) : "…" + dropFirst(start)
  }
}
