internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// The question before a field changes between `datetime` and `localtime`.
extension ModelChanges {
  /// The values of so many records are looked at while a key waits.
  private static let shortCount = 5_000

  /// Shows the first values before and after the conversion, and asks whether to do it.
  ///
  /// - Parameters:
  ///   - attribute: the field.
  ///   - type: the type that it is to have.
  ///   - entity: the collection of the field.
  ///   - convert: what follows if the answer is yes.
  /// - Returns: the effects that ask; without a value, those that convert.
  func askToConvert(
    _ attribute: Attribute, to type: AttributeType, of entity: Entity,
    then convert: @escaping () -> [Effect]
  ) -> [Effect] {
    let (snapshot, localTime) = (desk.snapshot, desk.clock().localTime)
    let look = { @Sendable in
      ConvertedTimes(of: attribute.name, entity.name, in: snapshot, localTime)
    }
    let ask = { (times: ConvertedTimes) -> [Effect] in
      guard times.count > 0 else { return convert() }
      let title = "\(attribute.name) as \(type.title)"
      let items = times.items(for: type, in: localTime.name)
      return [.present(Menu(title, items, footer: .leaves) { $0 == 0 ? convert() : [] })]
    }
    guard (try? snapshot.count(of: entity.name)) ?? 0 > Self.shortCount else {
      return ask(look())
    }
    return [.run(Job("looking at the values", holdsKeys: true, work: look, completion: ask))]
  }
}

/// The times of a field with their conversions.
private struct ConvertedTimes: Sendable {
  /// So many values are shown.
  private static let shownCount = 5

  private(set) var count = 0
  private var examples: [(before: String, after: String)] = []
  private var doubtfulCount = 0

  /// Looks at all values of a field; none where its table can't be read.
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

  /// The lines of the question: the answer yes, the first values, the ones that lose something.
  func items(for type: AttributeType, in zone: String) -> [Menu.Item] {
    var items = [Menu.Item("c", "Change \(Count.text(count, "value"))", detail: "in \(zone)")]
    items += examples.map { Menu.Item(nil, $0.before, detail: "becomes \($0.after)") }
    if doubtfulCount > 0 {
      let (kind, effect) =
        type == .datetime
        ? ("that clocks skip or show twice", "becomes the later or the first one")
        : ("that clocks show twice", "no longer says which of the two")
      items.append(Menu.Item(nil, "\(Count.text(doubtfulCount, "time")) \(kind)", detail: effect))
    }
    return items
  }
}
