internal import CairnStore

/// What the store has of a favorite: one that is kept, or the mark that one of the app's own was
/// removed.
struct FavoriteRecord {
  let row: Row

  /// Where it leads, as it stands in the store.
  let url: String

  /// Where it leads, with its collection and link called as they are now.
  let presentURL: String

  /// The app's own favorite that it is about, as that was declared, where `url` doesn't say.
  var declared: String? { text("Declared") }

  /// Whether it only says that a default was removed.
  var isRemoved: Bool { row["Removed"] == .boolean(true) }

  init(_ row: Row, in model: ObjectModel) {
    self.row = row
    url = if case .text(let text)? = row["Url"] { text } else { "" }
    presentURL = model.renamed(url)
  }

  func text(_ field: String) -> String? {
    if case .text(let text)? = row[field] { text } else { nil }
  }
}

extension Snapshot {
  /// All that the store has of favorites, in the order of their keys.
  ///
  /// - Throws: what reading their file throws.
  func favoriteRecords() throws(StoreError) -> [FavoriteRecord] {
    try load(Entity.favorite.name).rows.sorted { $0.key < $1.key }
      .map { FavoriteRecord($0, in: model) }
  }
}
