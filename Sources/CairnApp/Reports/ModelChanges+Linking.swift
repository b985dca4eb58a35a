internal import CairnRecords
internal import CairnScreens
internal import CairnStore
internal import Synchronization

/// Fields that become links to the records that their values name.
extension ModelChanges {
  /// Asks where an attribute leads as a link, and makes it one.
  func makeLink(of attribute: Attribute, of entity: Entity) -> [Effect] {
    let goals = desk.snapshot.model.entities
    let title = "Link \(attribute.name) to"
    let menu = Menu(title, Menu.lettered(goals.map(\.plural)), footer: .leaves) { place in
      let goal = goals[place]
      let linked = Mutex(CommitDraft.Linked())
      return edit("\(attribute.name) as a link") { draft throws(StoreError) in
        let made = try draft.makeLink(of: attribute.name, of: entity.name, to: goal.name)
        linked.withLock { $0 = made }
      } said: { _ in
        words(about: linked.withLock { $0 }, attribute.name, goal)
      }
    }
    return [.present(menu)]
  }

  private func words(about linked: CommitDraft.Linked, _ name: String, _ goal: Entity) -> String {
    let records = linked.count == 1 ? "1 record links" : "\(Count.text(linked.count)) records link"
    let key = linked.key.map { " by \($0)" } ?? ""
    let left = "\(Count.text(linked.leftCount)) match no record and are kept as text"
    return "\(name) is now a link: \(records) to \(goal.plural)\(key)"
      + (linked.leftCount > 0 ? " · \(left)" : "")
  }
}
