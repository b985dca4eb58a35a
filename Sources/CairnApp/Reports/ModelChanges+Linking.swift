internal import CairnInterchange
internal import CairnRecords
internal import CairnScreens
internal import CairnStore
internal import Synchronization

/// Turns fields into links to the records that their values name.
extension ModelChanges {
  /// Asks for the destination of a link, and turns an attribute into that link.
  ///
  /// The menu shows how many values the attribute has, and how many of them name a record of each
  /// collection.
  func makeLink(of attribute: Attribute, of entity: Entity) -> [Effect] {
    let known = client.snapshot.model.entities
    let new = Entity.ofNames(calledBy: attribute.caption)
    let isFree = known.first(meantBy: attribute.caption) == nil
    let goals = (isFree ? [new] : []) + known
    // The values are compared with the records of each collection.
    return examining(known + known.map { _ in entity }) { snapshot in
      goals.map { goal in
        try? LinkConversion(
          of: attribute.name, of: entity.name, to: goal, addingMissing: true, in: snapshot)
      }
    } then: { found in
      let choices = zip(goals, found).compactMap { goal, conversion in
        conversion.map { (goal: goal, conversion: $0) }
      }
      var items = Menu.lettered(
        choices.map { $0.conversion.isNew ? "new collection \($0.goal.caption)" : $0.goal.caption })
      for (place, choice) in choices.enumerated() {
        items[place].detail =
          choice.conversion.isNew
          ? "from these \(choice.conversion.valueText)" : choice.conversion.matchText
      }
      let menu = Menu("Link \(attribute.caption) to", items, footer: .leaves) { place in
        confirm(choices[place].conversion)
      }
      return [.present(menu)]
    }
  }

  /// Asks before a conversion that adds records to a collection, or loses something.
  private func confirm(_ conversion: LinkConversion) -> [Effect] {
    let adds = !conversion.isNew && conversion.addedCount > 0
    guard adds || !conversion.losses.isEmpty else {
      return convert(conversion, addingMissing: true)
    }
    var choices: [Menu.Choice] = []
    if conversion.addedCount > 0 {
      choices.append(
        Menu.Choice(
          "c", "Create \(conversion.destination.counted(conversion.addedCount))",
          detail: "for values that match none"
        ) { convert(conversion, addingMissing: true) })
    }
    if !conversion.isNew, adds || conversion.leftCount > 0 {
      choices.append(
        Menu.Choice("t", "Keep values that match none as text") {
          convert(conversion, addingMissing: false)
        })
    }
    if choices.isEmpty {
      choices.append(
        Menu.Choice("c", "Change it anyway") { convert(conversion, addingMissing: true) })
    }
    let items = choices.map(\.item) + conversion.lossTexts.map { Menu.Item.example($0) }
    let title =
      "\(conversion.attribute.caption) as a link to \(conversion.destination.caption)"
    return [
      .present(Menu(title, items, footer: .leaves) { choices[$0].effects() })
    ]
  }

  private func convert(_ conversion: LinkConversion, addingMissing: Bool) -> [Effect] {
    let (attribute, entity, goal) = (
      conversion.attribute, conversion.entity, conversion.destination
    )
    let linked = Mutex(conversion)
    return edit("\(attribute.name) as a link") { draft throws(StoreError) in
      let made = try draft.makeLink(
        of: attribute.name, of: entity.name, to: goal, addingMissing: addingMissing)
      linked.withLock { $0 = made }
    } said: { store in
      words(about: linked.withLock { $0 }) + Self.losses(of: entity, attribute.name, in: store)
    }
  }

  private func words(about linked: LinkConversion) -> String {
    let count = linked.linkCount
    let records = count == 1 ? "1 record links" : "\(Count.text(count)) records link"
    let key = linked.key.map { " by \($0)" } ?? ""
    let added = "\(linked.destination.counted(linked.addedCount)) created"
    let left = "\(Count.text(linked.leftCount)) match no record and are kept as text"
    return
      "\(linked.attribute.name) is now a link: \(records) to \(linked.destination.plural)\(key)"
      + (linked.addedCount > 0 ? " · \(added)" : "")
      + (linked.leftCount > 0 ? " · \(left)" : "")
  }
}
