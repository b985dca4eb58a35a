internal import CairnRecords
internal import CairnScreens
internal import CairnStore
internal import Synchronization

/// Asks before a field changes between `datetime` and `localtime`.
extension ModelChanges {
  /// The most records whose values are examined while keys wait.
  private static let shortCount = 5_000

  /// Shows the first values before and after the conversion, and asks whether to do it.
  ///
  /// - Parameters:
  ///   - attribute: the field.
  ///   - type: the new type.
  ///   - entity: the collection of the field.
  ///   - convert: the effects that follow if the person agrees.
  /// - Returns: the effects that ask; without any value, the effects that convert.
  func askToConvert(
    _ attribute: Attribute, to type: AttributeType, of entity: Entity,
    then convert: @escaping () -> [Effect]
  ) -> [Effect] {
    let localTime = client.clock().localTime
    let look = { @Sendable (snapshot: Snapshot) in
      ConvertedTimes(of: attribute.name, entity.name, in: snapshot, localTime)
    }
    let ask = { (times: ConvertedTimes) -> [Effect] in
      guard times.count > 0 else { return convert() }
      let title = "\(attribute.name) as \(type.title)"
      let items = times.items(for: type, in: localTime.name)
      return [.present(Menu(title, items, footer: .leaves) { $0 == 0 ? convert() : [] })]
    }
    return examining(entity, look, then: ask)
  }

  /// Looks at the values of a collection, in a job if there are many, and continues.
  func examining<Found: Sendable>(
    _ entity: Entity, _ look: @escaping @Sendable (Snapshot) -> Found,
    then next: @escaping (Found) -> [Effect]
  ) -> [Effect] {
    examining([entity], look, then: next)
  }

  /// Looks at the values of collections, in a job if there are many, and continues.
  func examining<Found: Sendable>(
    _ entities: [Entity], _ look: @escaping @Sendable (Snapshot) -> Found,
    then next: @escaping (Found) -> [Effect]
  ) -> [Effect] {
    let snapshot = client.snapshot
    let count = entities.reduce(0) { $0 + ((try? snapshot.count(of: $1.name)) ?? 0) }
    guard count > Self.shortCount else {
      return next(look(snapshot))
    }
    return [
      .run(
        BackgroundJob(
          "looking at the values", holdsKeys: true, work: { look(snapshot) }, completion: next))
    ]
  }
}

/// The times of a field, before and after the conversion.
private struct ConvertedTimes: Sendable {
  /// The number of example values.
  private static let shownCount = 5

  private(set) var count = 0
  private var examples: [(before: String, after: String)] = []
  private var doubtfulCount = 0

  /// Converts all values of a field; none if its table can't be read.
  init(
    of field: String, _ entity: String, in snapshot: Snapshot, _ localTime: LocalTime
  ) {
    guard let table = try? snapshot.load(entity) else { return }
    for row in table.rows {
      for value in row[field]?.elements ?? [] {
        guard let converted = localTime.converted(value) else { continue }
        count += 1
        if localTime.isDoubtful(value) { doubtfulCount += 1 }
        guard examples.count < Self.shownCount else { continue }
        let texts = [value, converted].map { $0.storedTexts.joined(separator: " ") }
        examples.append((texts[0], texts[1]))
      }
    }
  }

  /// Returns the lines of the question: the answer yes, the first values, and values that lose
  /// something.
  func items(for type: AttributeType, in zone: String) -> [Menu.Item] {
    var items = [Menu.Item("c", "Change \(Count.text(count, "value"))", detail: "in \(zone)")]
    items += examples.map { Menu.Item.example($0.before, detail: "becomes \($0.after)") }
    if doubtfulCount > 0 {
      let (kind, effect) =
        type == .datetime
        ? ("that clocks skip or show twice", "becomes the later or the first one")
        : ("that clocks show twice", "no longer says which of the two")
      items.append(.example("\(Count.text(doubtfulCount, "time")) \(kind)", detail: effect))
    }
    return items
  }
}

/// Deletes parts of the model; undo restores them with all their values.
extension ModelChanges {
  /// Deletes a field, after a question if records have values of it.
  func askToRemove(_ field: Property, of entity: Entity) -> [Effect] {
    examining(entity) { [clock = client.clock()] snapshot -> Int in
      guard let filter = try? RecordPredicate.parse("has:\(field.typed)") else { return 0 }
      let request = FetchRequest(entity: entity.name, predicate: filter)
      return (try? snapshot.fetch(request, at: clock))?.count ?? 0
    } then: { count in
      ask("Delete \(field.name) of \(entity.plural)?", with: Count.text(count, "value"), count) {
        remove(field, of: entity)
      }
    }
  }

  /// Deletes a collection, after a question if it has records.
  func askToRemove(_ entity: Entity) -> [Effect] {
    examining(entity) { snapshot in
      (try? snapshot.load(entity.name))?.count ?? 0
    } then: { count in
      ask("Delete \(entity.plural)?", with: Count.text(count, "record"), count) { remove(entity) }
    }
  }

  /// Asks a question that names a number, unless that is 0.
  private func ask(
    _ title: String, with words: String, _ count: Int, then effects: @escaping () -> [Effect]
  ) -> [Effect] {
    guard count > 0 else { return effects() }
    let choices = [
      Menu.Choice("d", "Delete", detail: "with \(words)", effects: effects),
      Menu.Choice("c", "Cancel") { [] },
    ]
    return [.present(Menu(title, choices: choices))]
  }

  /// Deletes a field; a link is deleted with its inverse.
  private func remove(_ field: Property, of entity: Entity) -> [Effect] {
    let inverse: String? =
      if case .relationship(let link) = field { link.inverse } else { nil }
    return edit("delete \(field.name)") { draft throws(StoreError) in
      try draft.updateModel(try draft.model.removing(field: field.name, of: entity.name))
    } said: { store in
      "deleted \(field.name) of \(entity.plural)"
        + (inverse.map { " · \($0) went with it" } ?? "")
        + Self.losses(of: entity, field.name, in: store)
    }
  }

  /// Deletes a collection with its records and the links to it.
  private func remove(_ entity: Entity) -> [Effect] {
    let counts = Mutex((own: 0, others: 0))
    return edit("delete \(entity.plural)") { draft throws(StoreError) in
      let keys = try draft.snapshot.load(entity.name).chunks.flatMap(\.keys)
      try draft.delete(keys.map { ObjectID(entity: entity.name, key: $0) })
      let deleted = draft.changes.count { $0.kind == .delete }
      try draft.updateModel(try draft.model.removing(entity: entity.name))
      counts.withLock { $0 = (keys.count, deleted - keys.count) }
    } said: { _ in
      let (own, others) = counts.withLock { $0 }
      let records = own == 1 ? "its record" : "\(Count.text(own)) records"
      return "deleted \(entity.plural)" + (own > 0 ? " with \(records)" : "")
        + (others > 0 ? " and \(Count.text(others)) that belong to them" : "")
    }
  }
}
