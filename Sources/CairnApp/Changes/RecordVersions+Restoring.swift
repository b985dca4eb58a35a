internal import CairnInterchange
internal import CairnKit
internal import CairnRecords
internal import CairnStore

// Restores earlier versions of a record.
extension RecordVersions {
  /// Returns the action sheet of a version.
  func sheet(_ version: Version) -> Menu {
    var choices: [Menu.Choice] = []
    if !history.records.isReadOnly {
      if let present {
        choices += restoring(version, present)
        choices.append(
          Menu.Choice("t", "Undo this change", detail: version.entry.title) { [history] in
            history.takeBack(version.entry)
          })
      } else if let deletion = all.first(where: { $0.change.kind == .delete }) {
        let detail = "undoes change \(deletion.entry.number)"
        choices.append(
          Menu.Choice("b", "Restore it", detail: detail) { [history] in
            history.takeBack(deletion.entry)
          })
      }
    }
    choices.append(Menu.Choice("l", "Keep it") { [] })
    let isNow = present != nil && present == version.values
    let words = isNow ? " · the present version" : ""
    return Menu("Change \(version.entry.number)\(words)", choices: choices)
  }

  /// The record's present values; `nil` if it was deleted.
  private var present: [String: Value]? {
    let snapshot = history.records.snapshot
    return snapshot.row(id).map { Self.values(of: $0, in: snapshot) }
  }

  /// Returns the fields that differ from a version; empty without differences, or after a deletion.
  func difference(since version: Version) -> String {
    guard let values = version.values, let present else { return "" }
    let fields = changedFields(values, present).map {
      FieldChange(name: $0, old: values[$0], new: present[$0])
    }
    return RecordChange(id: id, kind: .update, fields: fields)
      .summary(at: history.records.clock(), in: history.records.snapshot)
  }

  /// Returns the fields whose values differ, in the order of the model.
  private func changedFields(
    _ values: [String: Value], _ present: [String: Value]
  ) -> [String] {
    let names = history.records.snapshot.model[id.entity]?.keptFields ?? []
    return names.filter { present[$0] != values[$0] }
  }

  /// Returns the choices that restore the record, or one field; empty without differences.
  private func restoring(
    _ version: Version, _ present: [String: Value]
  ) -> [Menu.Choice] {
    guard let values = version.values else { return [] }
    let others = changedFields(values, present)
    guard let first = others.first else { return [] }
    let bringAll = { [self] in bringBack(others, of: version) }
    guard others.count > 1 else {
      return [Menu.Choice("b", "Restore \(first)", effects: bringAll)]
    }
    return [
      Menu.Choice("b", "Restore the record", effects: bringAll),
      Menu.Choice("f", "Restore one field") { [self] in
        [.present(fieldMenu(others, of: version))]
      },
    ]
  }

  /// Asks for the field to restore, with its earlier and its present value.
  private func fieldMenu(_ names: [String], of version: Version) -> Menu {
    let (snapshot, clock) = (history.records.snapshot, history.records.clock())
    var items = Menu.lettered(names)
    for (place, name) in names.enumerated() {
      let texts = FieldChange(name: name, old: present?[name], new: version.values?[name])
        .texts(in: snapshot.model[id.entity], at: clock, snapshot)
      items[place].detail = texts.map { $0.shortened(to: 24) }.joined(separator: " → ")
    }
    return Menu("Which field", items, footer: .leaves) { [self] in
      bringBack([names[$0]], of: version)
    }
  }

  /// Restores fields of the record, as one change.
  ///
  /// - Parameters:
  ///   - names: the fields.
  ///   - version: the version with the values.
  /// - Returns: the effects that start the change.
  private func bringBack(_ names: [String], of version: Version) -> [Effect] {
    let (id, seen) = (id, history.records.snapshot)
    let title = seen.title(of: id)
    let subject = names.count == 1 ? "\(names[0]) of \(title)" : title
    let values = version.values ?? [:]
    return history.records.change("restoring \(subject)") { store throws(StoreError) in
      let context = store.newContext()
      let record = try context.existingObject(
        with: context.snapshot.currentID(of: id, since: seen))
      for name in names where record[name] != values[name] { record[name] = values[name] }
      return try context.save(title: "restore \(subject) of change \(version.entry.number)")
    } completion: { outcome in
      switch outcome {
      case .success(let transaction):
        let text = "\(subject) is restored"
        return [.say(.saved(text, isChange: transaction != nil))]
      case .failure(let error):
        return [.say(Message(error.description(in: seen.model), tone: .bad))]
      }
    }
  }
}
