import Testing

@testable import CairnStore

// What goes beyond one context's edits: undo, saves, files, other hands.
extension Rehearsal {
  func undo() throws {
    guard let before = levels[top].done.popLast() else {
      return try expectError("undo of nothing") { try context.undo() }
    }
    try context.undo()
    levels[top].undone.append(levels[top].world)
    levels[top].world = before
  }

  func redo() throws {
    guard let after = levels[top].undone.popLast() else {
      return try expectError("redo of nothing") { try context.redo() }
    }
    try context.redo()
    levels[top].done.append(levels[top].world)
    levels[top].world = after
  }

  func saveChild() throws {
    let level = levels[top]
    guard level.world != levels[top - 1].world else {
      levels.removeLast()
      return
    }
    if level.world.hasClash, !levels[top - 1].world.hasClash {
      return try expectError("a child's save of a slug twice") { try level.context.save() }
    }
    do {
      try level.context.save()
    } catch {
      // Older clashes count where the child touched one of the records.
      guard level.world.hasClash else { throw error }
      return
    }
    levels.removeLast()
    levels[top].done.append(levels[top].world)
    levels[top].undone = []
    levels[top].world = level.world
  }

  func save() throws {
    let level = levels[0]
    if level.world == saved {
      guard try level.context.save() == nil else { throw Difference("a save of nothing wrote") }
      return
    }
    if level.world.hasClash {
      return try expectError("a save of a slug twice") { try level.context.save() }
    }
    let observation = level.context.observeAssignedIDs { [self] assigned in
      ids = ids.mapValues { assigned[$0] ?? $0 }
    }
    try level.context.save()
    withExtendedLifetime(observation) {}
    levels[0].done = []
    levels[0].undone = []
    history.append(saved)
    saved = level.world
    try changeSetting()
  }

  /// Does what the setting wants after a save.
  private func changeSetting() throws {
    if setting.foldsAfterSave { try stores[turn].fold() }
    guard levels.count == 1 else { return }
    if setting.reopensAfterSave { try reopen() }
    guard stores.count > 1 else { return }
    turn = (turn + 1) % stores.count
    try stores[turn].refresh()
    startOver()
  }

  func rollback() {
    context.rollback()
    levels[0] = Level(context: context, world: saved)
  }

  func reopen() throws {
    stores[turn] = try ObjectStore.open(options(turn))
    startOver()
  }

  func undoSaved() throws {
    guard let before = history.last else {
      return try expectError("undo of nothing saved") { try stores[turn].undo() }
    }
    rollback()
    try stores[turn].undo()
    history.removeLast()
    saved = before
    context.mergeChanges()
    levels[0].world = saved
  }

  /// Another context edits and saves, while this one has nothing unsaved.
  func editBeside(_ step: Step) throws {
    let mine = levels[0].context
    forgetTemporary()
    levels[0].context = stores[turn].newContext()
    try create(step)
    link(step)
    if !levels[0].world.hasClash { try save() } else { levels[0].world = saved }
    guard setting.storeCount == 1, !setting.reopensAfterSave else { return startOver() }
    forgetTemporary()
    mine.mergeChanges()
    levels[0] = Level(context: mine, world: saved)
  }

  /// Another context changes a field that this one leaves alone.
  func setBeside(_ step: Step) throws {
    let items = saved.numbers(of: "Writer")
    guard levels.count == 1, !items.isEmpty else { return }
    let item = items[step.first % items.count]
    let value = Value.integer(Int64(step.third))
    let worlds = levels[0].done + levels[0].undone + [levels[0].world]
    let isEdited = worlds.contains {
      $0.items[item] == nil || $0.items[item]?.values["Born"] != saved.items[item]?.values["Born"]
    }
    guard !isEdited, saved.items[item]?.values["Born"] != value else { return }
    let other = stores[turn].newContext()
    other.object(with: try #require(ids[item]))["Born"] = value
    try other.save()
    history.append(saved)
    saved.items[item]?.values["Born"] = value
    levels[0].context.mergeChanges()
    let patch = { (world: NaiveWorld) in
      var world = world
      world.items[item]?.values["Born"] = value
      return world
    }
    levels[0].world = patch(levels[0].world)
    levels[0].done = levels[0].done.map(patch)
    levels[0].undone = levels[0].undone.map(patch)
  }
}
