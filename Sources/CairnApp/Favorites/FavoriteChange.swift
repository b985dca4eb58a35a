internal import CairnNavigation
internal import CairnScreens
internal import CairnStore

/// A change of the favorites, to be saved like any other change of records.
///
/// A favorite is known by its URL: keeping a view twice keeps it once.
enum FavoriteChange: Sendable {
  case add([NewFavorite])
  case update(RecordKey, title: String, letter: Character?, section: String)
  /// Puts the favorite in the place of the one at `index` of all, from 0, or as near to it as its
  /// section goes.
  case move(RecordKey, to: Int)
  case remove(RecordKey)

  /// What the history calls it.
  var title: String {
    switch self {
    case .add(let new):
      new.count == 1 ? "keep \(new[0].title) as a favorite" : "import \(new.count) favorites"
    case .update(_, let title, _, _): "change the favorite \(title)"
    case .move: "move a favorite"
    case .remove: "remove a favorite"
    }
  }

  /// Puts what the change does into a draft.
  func apply(to draft: inout CommitDraft) throws(StoreError) {
    let favorites = try draft.snapshot.favorites()
    switch self {
    case .add(let new): try add(new, beside: favorites, to: &draft)
    case .update(let key, let title, let letter, let section):
      update(
        key,
        [
          ("Title", .text(title)), ("Letter", letter.map { .text(String($0)) }),
          ("Section", section.isEmpty ? nil : .text(section)),
        ], in: &draft)
    case .move(let key, let index):
      for (key, position) in Self.positions(moving: key, to: index, among: favorites) {
        update(key, [("Position", .double(position))], in: &draft)
      }
    case .remove(let key):
      draft.changes.append(
        RecordChange(id: Self.id(key), kind: .delete, fields: []))
    }
  }

  private func add(
    _ new: [NewFavorite], beside favorites: [KeptFavorite], to draft: inout CommitDraft
  ) throws(StoreError) {
    var urls = Set(favorites.map(\.url))
    var taken = Set(favorites.compactMap(\.letter))
    var last = favorites.map(\.position).filter(\.isFinite).max() ?? 0
    for favorite in new where urls.insert(favorite.url).inserted {
      let free = favorite.letter.flatMap { taken.contains($0) ? nil : $0 }
      let letter = free ?? FavoriteLetters.suggestion(for: favorite.title, taken: taken)
      if let letter { taken.insert(letter) }
      last += 1
      try insert(
        [
          "Url": favorite.url, "Title": favorite.title, "Letter": letter.map(String.init),
          "Name": favorite.name, "Section": favorite.section,
        ],
        position: last, into: &draft)
    }
  }

  private func insert(
    _ texts: [String: String?], position: Double, into draft: inout CommitDraft
  ) throws(StoreError) {
    let key = try draft.mintKey(for: Entity.favorite.name)
    var fields = Entity.favorite.attributes.compactMap { attribute -> FieldChange? in
      guard let text = texts[attribute.name].flatMap({ $0 }), !text.isEmpty else { return nil }
      return FieldChange(name: attribute.name, old: nil, new: .text(text))
    }
    fields.append(FieldChange(name: "Position", old: nil, new: .double(position)))
    draft.changes.append(RecordChange(id: Self.id(key), kind: .insert, fields: fields))
  }

  private func update(
    _ key: RecordKey, _ fields: [(String, Value?)], in draft: inout CommitDraft
  ) {
    let changes = fields.map { FieldChange(name: $0.0, old: nil, new: $0.1) }
    draft.changes.append(RecordChange(id: Self.id(key), kind: .update, fields: changes))
  }

  private static func id(_ key: RecordKey) -> ObjectID {
    ObjectID(entity: Entity.favorite.name, key: key)
  }

  /// The new positions that a move needs: those of its section stay, and change hands.
  ///
  /// So no section moves past another, whatever moves in it.
  private static func positions(
    moving key: RecordKey, to index: Int, among favorites: [KeptFavorite]
  ) -> [(RecordKey, Double)] {
    guard let start = favorites.firstIndex(where: { $0.key == key }) else { return [] }
    let section = favorites.indices.filter { favorites[$0].section == favorites[start].section }
    let place = min(max(index, section[0]), section[section.count - 1])
    var order = favorites
    order.insert(order.remove(at: start), at: place)
    var positions = favorites.map(\.position)
    // Positions by other hands may be missing, or given twice.
    if !positions.allSatisfy(\.isFinite) || Set(positions).count < positions.count {
      positions = favorites.indices.map { Double($0 + 1) }
    }
    return zip(order, positions).filter { $0.position != $1 }.map { ($0.key, $1) }
  }
}
