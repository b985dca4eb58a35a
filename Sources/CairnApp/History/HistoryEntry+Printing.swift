internal import CairnJSON
internal import CairnStore

extension HistoryEntry {
  /// The change as an object: of one record also what happened to it, and to which fields.
  func json(of subject: LogSubject) -> JSONValue {
    var members: [JSONObject.Member] = [
      .init(name: "number", value: .count(Int(number))),
      .init(name: "time", value: .string("\(time)")),
      .init(name: "title", value: .string(title)),
      .init(name: "replica", value: .string("\(replica)")),
      .init(name: "undoes", value: undoes.map { .count(Int($0)) } ?? .null),
      .init(name: "inserted", value: .count(insertedCount)),
      .init(name: "updated", value: .count(updatedCount)),
      .init(name: "deleted", value: .count(deletedCount)),
      .init(name: "model", value: .boolean(changesModel)),
    ]
    if case .record(let id) = subject {
      let (kind, fields) = summary(of: id)
      members.append(.init(name: "kind", value: .string(kind)))
      members.append(.init(name: "fields", value: .array(fields.map { .string($0) })))
    }
    return .object(JSONObject(members))
  }

  /// The change for a person, in columns: number, local time, counts, replica, title.
  func columns(of subject: LogSubject, at clock: WallClock) -> String {
    let when = ValueText.display(.datetime(time), at: clock)
    return [
      String(repeating: " ", count: max(0, 6 - "\(number)".utf8.count)) + "\(number)", when,
      counts.padded(to: 12), "\(replica)", TextTable.visible(description(of: subject)),
    ].joined(separator: "  ")
  }

  /// The change for a program, the same with tabs between and the time in universal time.
  func fields(of subject: LogSubject) -> String {
    ["\(number)", "\(time)", counts, "\(replica)", description(of: subject).onOneLine]
      .joined(separator: "\t")
  }

  /// How many records came, changed and went: `+1 ~2 -3`.
  var counts: String { "+\(insertedCount) ~\(updatedCount) -\(deletedCount)" }

  private func description(of subject: LogSubject) -> String {
    guard case .record(let id) = subject else { return title }
    let (kind, fields) = summary(of: id)
    return kind == "updated" ? "\(title) (\(fields.joined(separator: ", ")))" : title
  }

  /// What happened to a record, in one word, and the fields that changed.
  private func summary(of id: ObjectID) -> (kind: String, fields: [String]) {
    let changes = changes(of: id)
    let kind =
      switch changes.last?.kind {
      case .insert: "inserted"
      case .delete: "deleted"
      case .update, nil: changes.first?.kind == .insert ? "inserted" : "updated"
      }
    var names: [String] = []
    for field in changes.flatMap(\.fields) where !names.contains(field.name) {
      names.append(field.name)
    }
    return (kind, names)
  }
}
