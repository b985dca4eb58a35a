internal import CairnNavigation
internal import CairnScreens
package import CairnStore

/// The records of favorites while a draft is being changed.
struct FavoriteEdit {
  /// All favorite records of the store, including marks of removed defaults, ordered by key.
  let records: [FavoriteRecord]
  /// The favorites that the launcher shows.
  let favorites: [KeptFavorite]
  /// The app's own favorites, with canonical URLs.
  let defaults: [DefaultFavorite]
  var draft: CommitDraft

  /// Adds views that aren't favorites yet, at the end.
  mutating func add(_ new: [NewFavorite]) throws(StoreError) {
    var urls = Set(favorites.map(\.presentURL))
    var taken = Set(favorites.compactMap(\.letter))
    var last = max(0, favorites.map(\.position).filter(\.isFinite).max() ?? 0)
    for favorite in new where urls.insert(model.renamed(favorite.url)).inserted {
      let free = favorite.letter.flatMap { taken.contains($0) ? nil : $0 }
      let letter = free ?? FavoriteLetters.suggestion(for: favorite.title, taken: taken)
      if let letter { taken.insert(letter) }
      last += 1
      try write(Self.fields(favorite, letter: letter, position: last), of: favorite.url)
    }
  }

  /// Moves a favorite to another place in its section.
  mutating func move(_ url: String, to index: Int) throws(StoreError) {
    for (url, position) in positions(moving: url, to: index) {
      try write(["Position": .double(position)], of: url)
    }
  }

  /// Removes a favorite; for a default, a mark stays that hides it.
  mutating func remove(_ url: String) throws(StoreError) {
    let isDefault = isDefault(url)
    let kept = record(of: url)?.row.key
    if isDefault { try write(["Removed": .boolean(true)], of: url) }
    for key in records(of: url).map(\.row.key) where !isDefault || key != kept {
      draft.changes.append(RecordChange(id: Self.id(key), kind: .delete, fields: []))
    }
  }

  /// Changes the record of a favorite, or creates one for a default without a record.
  ///
  /// Writing also clears the mark that a default was removed, unless it sets that mark.
  mutating func write(_ values: [String: Value?], of url: String) throws(StoreError) {
    var values = values
    if let record = record(of: url) {
      if record.isRemoved, values["Removed"] == nil { values["Removed"] = .some(nil) }
      if record.declared == nil, let declared = declared(url, otherThan: record.url) {
        values["Declared"] = .text(declared)
      }
      append(.update, record.row.key, values)
    } else {
      var all: [String: Value?] = ["Url": .text(url)]
      if let declared = declared(url, otherThan: url) { all["Declared"] = .text(declared) }
      let present = model.renamed(url)
      if let favorite = favorites.first(where: { $0.presentURL == present }) {
        all.merge(Self.fields(favorite)) { $1 }
      }
      append(.insert, try draft.mintKey(for: Entity.favorite.name), all.merging(values) { $1 })
    }
  }

  private mutating func append(
    _ kind: RecordChange.Kind, _ key: RecordKey, _ values: [String: Value?]
  ) {
    let fields = Entity.favorite.attributes.compactMap { attribute -> FieldChange? in
      guard let value = values[attribute.name], kind != .insert || value != nil else { return nil }
      return FieldChange(name: attribute.name, old: nil, new: value)
    }
    draft.changes.append(RecordChange(id: Self.id(key), kind: kind, fields: fields))
  }

  private static func id(_ key: RecordKey) -> ObjectID {
    ObjectID(entity: Entity.favorite.name, key: key)
  }

  private static func fields(
    _ favorite: NewFavorite, letter: Character?, position: Double
  ) -> [String: Value?] {
    [
      "Title": .text(favorite.title), "Letter": letter.map { .text(String($0)) },
      "Name": favorite.name.map { .text($0) },
      "Section": favorite.section.isEmpty ? nil : .text(favorite.section),
      "Glyph": favorite.glyph.map { .text(String($0)) },
      "Position": .double(position),
    ]
  }

  private static func fields(_ favorite: KeptFavorite) -> [String: Value?] {
    let new = NewFavorite(
      url: favorite.url, title: favorite.title, name: favorite.name, section: favorite.section,
      glyph: favorite.glyph)
    return fields(new, letter: favorite.letter, position: favorite.position)
  }

  /// The new positions after a move: the section keeps its positions, and its favorites swap them.
  ///
  /// Therefore no move changes the order of sections.
  private func positions(moving url: String, to index: Int) -> [(url: String, Double)] {
    guard let start = favorites.firstIndex(where: { $0.url == url }) else { return [] }
    let section = favorites.indices.filter { favorites[$0].section == favorites[start].section }
    let place = min(max(index, section[0]), section[section.count - 1])
    var order = favorites
    order.insert(order.remove(at: start), at: place)
    var positions = favorites.map(\.position)
    // In files edited by hand, positions may be missing or duplicated.
    if !positions.allSatisfy(\.isFinite) || Set(positions).count < positions.count {
      positions = favorites.indices.map { Double($0 + 1) }
    }
    return zip(order, positions).filter { $0.position != $1 }.map { ($0.url, $1) }
  }
}

// The records of a view.
extension FavoriteEdit {
  private var model: ObjectModel { draft.snapshot.model }

  /// The records of one view: usually one, several if several people added the view.
  private func records(of url: String) -> [FavoriteRecord] {
    let present = model.renamed(url)
    return records.filter { $0.presentURL == present }
  }

  /// The view's visible record, or else the mark that a default was removed.
  private func record(of url: String) -> FavoriteRecord? {
    let records = records(of: url)
    return records.first { !$0.isRemoved } ?? records.first
  }

  /// Whether the view is a default of the app, or was one when a person changed it.
  private func isDefault(_ url: String) -> Bool {
    let (present, records) = (model.renamed(url), records(of: url))
    return defaults.contains { favorite in
      favorite.url.text == present || records.contains(where: favorite.isDecided)
    }
  }

  /// The app's declared URL of the view; `nil` if the record has the same spelling.
  private func declared(_ url: String, otherThan spelling: String) -> String? {
    let present = model.renamed(url)
    let declared = defaults.first { $0.url.text == present }?.declared
    return declared == spelling ? nil : declared
  }
}

/// A change of the favorites, saved like any other change of records.
///
/// The URL identifies a favorite: adding a view twice keeps one favorite.
package enum FavoriteChange: Sendable {
  case add([NewFavorite])
  case update(
    url: String, title: String, letter: Character?, section: String, glyph: Character? = nil)
  /// Moves the favorite to the place `index` among all favorites, counted from 0, or to the nearest
  /// place in its section.
  case move(url: String, to: Int)
  case remove(url: String)

  /// The change's title in the history.
  package var title: String {
    switch self {
    case .add(let new):
      new.count == 1 ? "keep \(new[0].title) as a favorite" : "import \(new.count) favorites"
    case .update(_, let title, _, _, _): "change the favorite \(title)"
    case .move: "move a favorite"
    case .remove: "remove a favorite"
    }
  }

  /// Adds the change to a draft; `defaults` are the app's own favorites, with canonical URLs.
  ///
  /// - Throws: errors from reading the favorites' file.
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

/// A view that is about to become a favorite.
package struct NewFavorite: Hashable, Sendable {
  /// The view's canonical URL.
  package var url: String

  /// The favorite's title.
  package var title: String

  /// The letter to use if it is free.
  package var letter: Character?

  /// The favorite's name in the shell, besides its letter.
  package var name: String?

  /// The favorite's section on the launcher; empty for the first.
  package var section: String

  /// The sign before the title on the launcher; `nil` for the default sign of its kind.
  package var glyph: Character?

  /// Creates a favorite.
  package init(
    url: String, title: String, letter: Character? = nil, name: String? = nil, section: String = "",
    glyph: Character? = nil
  ) {
    self.url = url
    self.title = title
    self.letter = letter
    self.name = name
    self.section = section
    self.glyph = glyph
  }
}
