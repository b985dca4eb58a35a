internal import CairnScreens
internal import CairnStore

/// Why the filter leaves a record in, where its row doesn't show it.
extension RecordListSource {
  /// The first field out of sight that has a word of the filter which none in sight has.
  ///
  /// It is looked for once for each record, filter and content, as the cursor rests on a row for
  /// many drawings.
  public func excerpt(of id: String, besides columns: [String]) -> String? {
    let asked = AskedExcerpt(id: id, filter: query.filter, columns: columns)
    if let excerpt, excerpt.asked == asked, excerpt.content === desk.snapshot {
      return excerpt.text
    }
    let text = findExcerpt(of: id, besides: columns)
    excerpt = (asked, desk.snapshot, text)
    return text
  }

  private func findExcerpt(of id: String, besides columns: [String]) -> String? {
    let words = (try? Predicate.parse(query.filter))??.soughtWords ?? []
    guard !words.isEmpty, let key = RecordKey(id),
      let row = desk.snapshot.row(ObjectID(entity: entity.name, key: key))
    else { return nil }
    let shown = columns.compactMap { row[$0].map { SearchFold.fold(ValueText.export($0)) } }
    let hidden = words.filter { word in
      let folded = SearchFold.fold(word)
      return !shown.contains { $0.contains(folded) }
    }
    return hidden.isEmpty ? nil : row.excerpt(with: hidden, besides: Set(columns), lead: 12)
  }
}

/// What an excerpt was looked for by.
struct AskedExcerpt: Hashable {
  let id: String
  let filter: String
  let columns: [String]
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
