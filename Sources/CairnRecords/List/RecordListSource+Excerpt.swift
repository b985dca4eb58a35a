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
