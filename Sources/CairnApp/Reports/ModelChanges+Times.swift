internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// The question before a field changes between `datetime` and `localtime`.
extension ModelChanges {
  /// Whether values must be converted for another type.
  static func convertsTimes(_ old: AttributeType, _ new: AttributeType) -> Bool {
    (old, new) == (.datetime, .localtime) || (old, new) == (.localtime, .datetime)
  }

  /// So many values are shown before they are converted.
  private static let shownCount = 5

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
    // If the table can't be read, the change fails and tells the reason.
    guard let table = try? desk.snapshot.load(entity.name) else { return convert() }
    let localTime = desk.clock().localTime
    var (examples, count, doubtful) = ([Menu.Item](), 0, 0)
    for row in table.rows {
      for value in row[attribute.name]?.elements ?? [] {
        guard let converted = localTime.converted(value) else { continue }
        count += 1
        if localTime.isDoubtful(value) { doubtful += 1 }
        guard examples.count < Self.shownCount else { continue }
        let texts = [value, converted].map { $0.storedTexts.joined(separator: " ") }
        examples.append(Menu.Item(nil, texts[0], detail: "becomes \(texts[1])"))
      }
    }
    guard count > 0 else { return convert() }
    var items = [
      Menu.Item("c", "Change \(Count.text(count, "value"))", detail: "in \(localTime.name)")
    ]
    items += examples
    if doubtful > 0 {
      let (kind, effect) =
        type == .datetime
        ? ("that clocks skip or show twice", "becomes the first one, or an hour later")
        : ("that clocks show twice", "no longer says which of the two")
      items.append(Menu.Item(nil, "\(Count.text(doubtful, "time")) \(kind)", detail: effect))
    }
    let title = "\(attribute.name) as \(type.title)"
    return [.present(Menu(title, items, footer: .leaves) { $0 == 0 ? convert() : [] })]
  }
}
