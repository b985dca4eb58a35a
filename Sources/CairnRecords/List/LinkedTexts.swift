internal import CairnStore

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
