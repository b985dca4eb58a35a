internal import CairnNavigation
internal import CairnScreens
internal import CairnStore

/// The deletion of a record, with the record's last values.
private struct Deletion: Sendable {
  let entry: ChangeSummary
  let values: [String: Value]

  /// Finds the newest deletion of a record; `nil` if the history does not go back to it.
  init?(of id: ObjectID, _ store: ObjectStore) throws(StoreError) {
    var history = try store.makeHistory()
    while let entry = try history.next() {
      for change in entry.changes(of: id) where change.kind == .delete {
        self.entry = entry.summary
        values = change.fields.reduce(into: [:]) { $0[$1.name] = $1.old }
        return
      }
    }
    return nil
  }
}

// Offers ways to continue the draft of a deleted record.
extension Explanation {
  static func waysOfDraft(_ draft: Entry, of id: ObjectID, _ client: StoreClient) -> [Way] {
    guard !client.isReadOnly, let entity = client.snapshot.model[id.entity] else { return [] }
    let name = entity.name.lowercased()
    return [
      Way(
        "b", "Undo the deletion", detail: "and continue the draft",
        effects: find(id, client) { client.undo($0.entry) }),
      Way(
        "n", "Make a new \(name)",
        detail: "its fields, without records it owned",
        effects: find(id, client) { deletion in
          [.moveDraft(newRecord(entity, deletion.values, draft, client))]
        }),
    ]
  }

  /// Finds the deletion in the history, then calls `act` with it.
  private static func find(
    _ id: ObjectID, _ client: StoreClient, then act: @escaping (Deletion) -> [Effect]
  ) -> [Effect] {
    let (store, model) = (client.store, client.snapshot.model)
    let job = BackgroundJob("reading the history", holdsKeys: true) {
      Result { () throws(StoreError) in try Deletion(of: id, store) }
    } completion: { outcome in
      switch outcome {
      case .success(let deletion?): act(deletion)
      case .success(nil):
        [.say(Message("the history no longer has the deletion", tone: .warning))]
      case .failure(let error): [.say(Message(error.description(in: model), tone: .bad))]
      }
    }
    return [.run(job)]
  }

  /// Returns the form of a new record, with the values of the deleted one and the typed texts.
  private static func newRecord(
    _ entity: Entity, _ values: [String: Value], _ draft: Entry, _ client: StoreClient
  ) -> Visit {
    let (snapshot, clock) = (client.snapshot, client.clock())
    var texts: [(field: String, text: String)] = []
    for property in entity.properties {
      guard let value = values[property.name] else { continue }
      if case .relationship(let link) = property {
        // Records that it owned were deleted with it, and other linked records may be deleted as
        // well.
        let keys = values[property.name].linkedKeys.filter {
          snapshot.row(ObjectID(entity: link.destination, key: $0)) != nil
        }
        guard !keys.isEmpty else { continue }
        texts.append((link.name, keys.map(\.description).joined(separator: "\n")))
      } else if case .data = value {
        continue
      } else {
        texts.append((property.name, ValueText.typed(value, at: clock)))
      }
    }
    for (field, text) in FormScreen.typedTexts(in: draft.state) {
      let present = entity.currentName(of: field)
      texts.removeAll { $0.field == present }
      texts.append((present, text))
    }
    let url = client.url(of: entity).appending(StoreAddress.newSegment)
    return Visit(
      url, mode: .modal, title: "New \(entity.name.lowercased())",
      state: FormScreen.state(typing: texts), importance: .draft,
      savedAt: clock.now, listURL: draft.listURL)
  }
}
