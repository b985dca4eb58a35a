internal import CairnNavigation
package import CairnStore

/// A change of the favorites, to be saved like any other change of records.
///
/// A favorite is known by its URL: keeping a view twice keeps it once.
package enum FavoriteChange: Sendable {
  case add([NewFavorite])
  case update(
    url: String, title: String, letter: Character?, section: String, glyph: Character? = nil)
  /// Puts the favorite in the place of the one at `index` of all, from 0, or as near to it as its
  /// section goes.
  case move(url: String, to: Int)
  case remove(url: String)

  /// What the history calls it.
  package var title: String {
    switch self {
    case .add(let new):
      new.count == 1 ? "keep \(new[0].title) as a favorite" : "import \(new.count) favorites"
    case .update(_, let title, _, _, _): "change the favorite \(title)"
    case .move: "move a favorite"
    case .remove: "remove a favorite"
    }
  }

  /// Puts what the change does into a draft, beside the app's own favorites, their URLs canonical.
  ///
  /// - Throws: what reading the favorites' file throws.
  package func apply(
    to draft: inout CommitDraft, beside defaults: [DefaultFavorite] = []
  ) throws(StoreError) {
    let records = try draft.snapshot.favoriteRecords()
    var edit = FavoriteEdit(
      records: records, favorites: [KeptFavorite](records, beside: defaults), defaults: defaults,
      draft: draft)
    switch self {
    case .add(let new): try edit.add(new)
    case .update(let url, let title, let letter, let section, let glyph):
      try edit.write(
        [
          "Title": .text(title), "Letter": letter.map { .text(String($0)) },
          "Section": section.isEmpty ? nil : .text(section),
          "Glyph": glyph.map { .text(String($0)) },
        ], of: url)
    case .move(let url, let index): try edit.move(url, to: index)
    case .remove(let url): try edit.remove(url)
    }
    draft = edit.draft
  }
}
