import Testing

@testable import CairnStore

// Editing: each step is done to the context on top and to its world.
extension Rehearsal {
  func run(_ step: Step) throws {
    switch step.kind {
    case .create: try edit { try create(step) }
    case .set: try edit { set(step, top) }
    case .link: try edit { link(step) }
    case .delete: try edit { try delete(step) }
    case .group: try edit { try group(step) }
    case .undo: try undo()
    case .redo: try redo()
    case .openChild where levels.count < 3:
      levels.append(Level(context: context.newChild(), world: levels[top].world))
    case .saveChild where levels.count > 1: try saveChild()
    case .discardChild where levels.count > 1: levels.removeLast()
    case .mergeChild where levels.count > 1: context.mergeChanges()
    case .save: try save()
    case .rollback where levels.count == 1: rollback()
    case .fold: try stores[turn].fold()
    case .reopen: try reopen()
    case .undoSaved where levels.count == 1: try undoSaved()
    case .other where levels.count == 1 && isUntouched: try editBeside(step)
    case .otherBeside: try setBeside(step)
    default: break
    }
  }

  var top: Int { levels.count - 1 }
  var isUntouched: Bool {
    levels[0].world == saved && levels[0].done.isEmpty && levels[0].undone.isEmpty
  }
  var context: ObjectContext { levels[top].context }

  private func edit(_ body: () throws -> Void) throws {
    let before = levels[top].world
    try body()
    guard levels[top].world != before else { return }
    levels[top].done.append(before)
    levels[top].undone = []
  }

  private func pick(_ number: Int, _ entity: String? = nil) -> Int? {
    let world = levels[top].world
    let found = entity.map(world.numbers) ?? world.items.keys.sorted()
    return found.isEmpty ? nil : found[number % found.count]
  }

  private func record(_ item: Int) throws -> Record {
    context.object(with: try #require(ids[item]))
  }

  func create(_ step: Step) throws {
    let entity = ["Book", "Book", "Writer", "Chapter", "Shelf", "Award"][step.first % 6]
    last += 1
    var item = NaiveWorld.Item(entity: entity)
    let field = entity == "Book" || entity == "Chapter" ? "Title" : "Name"
    item.values[field] = .text("\(entity) \(last)")
    try context.undoGroup {
      let record = try context.create(entity)
      record[field] = item.values[field]
      ids[last] = record.id
    }
    levels[top].world.items[last] = item
  }

  private func set(_ step: Step, _ level: Int) {
    guard let item = pick(step.first), let id = ids[item],
      let (field, value) = value(for: levels[level].world.items[item]?.entity, step)
    else { return }
    levels[level].context.object(with: id)[field] = value
    levels[level].world.items[item]?.values[field] = value
  }

  private func value(for entity: String?, _ step: Step) -> (String, Value?)? {
    let number = step.third % 6
    switch (entity, step.second % 6) {
    case ("Book", 0): return ("Rating", number == 0 ? nil : .integer(Int64(number)))
    case ("Book", 1): return ("Slug", number == 0 ? nil : .text("s\(step.third % 40)"))
    case ("Book", 2): return ("Tags", Value(list: (0..<number).map { .text("tag\($0)") }))
    case ("Book", 3): return ("Notes", .text("line\n\nline \(step.third)\\"))
    case ("Book", 4): return ("Lent", .boolean(number > 2))
    case ("Book", 5): return ("Title", .text("Book \(step.third)"))
    case ("Writer", 0): return ("Born", .integer(Int64(step.third)))
    case ("Writer", _), ("Shelf", _): return ("Name", .text("Name \(step.third)"))
    default: return nil
    }
  }

  func link(_ step: Step) {
    guard let item = pick(step.first), let entity = levels[top].world.items[item]?.entity,
      let record = try? record(item)
    else { return }
    let links = NaiveWorld.links(of: entity)
    let link = links.isEmpty ? nil : links[step.second % links.count]
    guard let link else { return }
    let candidates = levels[top].world.numbers(of: link.destination)
    var chosen: [Int] = []
    for round in 0..<(step.third % 4) where !candidates.isEmpty {
      let other = candidates[(step.third / 4 + round * 7) % candidates.count]
      if !chosen.contains(other) { chosen.append(other) }
    }
    if !link.isToMany { chosen = Array(chosen.prefix(1)) }
    let targets = chosen.compactMap { try? self.record($0) }
    record.setLinks(link.name, targets)
    levels[top].world.setLinks(chosen, link, of: item)
  }

  private func delete(_ step: Step) throws {
    guard let item = pick(step.first) else { return }
    let record = try record(item)
    var world = levels[top].world
    if world.delete(item) {
      try record.delete()
      levels[top].world = world
    } else {
      try expectError("a deletion that a rule denies") { try record.delete() }
    }
  }

  private func group(_ step: Step) throws {
    try context.undoGroup {
      set(step, top)
      link(step)
      try create(step)
    }
  }
}
