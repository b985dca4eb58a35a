public import CairnNavigation
public import CairnScreens
internal import CairnStore

extension RecordFormSource {
  /// Saves the changed fields as one change, and all fields of a new record.
  public func save(
    _ values: [String: String], completion: @escaping (FormOutcome) -> [Effect]
  ) -> [Effect] {
    // A default value must not replace a field that was emptied in the form.
    let contents = fields.reduce(into: [:]) { $0[$1.name] = $1.kind == .content ? $1.value : nil }
    let values = values.filter { name, text in
      let before = id == nil ? contents[name] : starting[name] ?? ""
      return before.map { !$0.isIdentical(to: text) } ?? true
    }
    return readContents(of: values) { [weak self] contents in
      switch contents {
      case .success(let contents):
        self?.save(values, contents, completion: completion) ?? []
      case .failure(let refusals): completion(.refused(refusals.reasons))
      }
    }
  }

  private func save(
    _ values: [String: String], _ contents: [String: [UInt8]],
    completion: @escaping (FormOutcome) -> [Effect]
  ) -> [Effect] {
    var draft = RecordDraft(
      entity: entity, ids: id.map { [$0] } ?? [], values: values, seen: seen,
      input: ValueInput(clock: client.clock()), files: client.files)
    draft.contents = contents
    draft.promised = promised
    draft.prefilled = fields.reduce(into: [:]) { $0[$1.name] = $1.value }
    draft.receipt = id == nil ? receipt : nil
    return client.change { [draft] (store) throws(StoreError) in
      try draft.save(to: store)
    } completion: { [draft, store = client.store, weak self] outcome in
      switch outcome {
      case .success(let transaction):
        let message = Message.saved(
          draft.report(transaction, in: store), isChange: transaction != nil)
        let revealed = self?.client.reveal(transaction, since: draft.seen.model) ?? []
        return completion(.saved([.say(message)] + revealed))
      case .failure(.invalid(let issues)):
        return completion(.refused(self?.refusals(of: issues) ?? [:]))
      case .failure(.notFound(let id)) where draft.ids.contains(id):
        return completion(.gone(Self.deletionReason))
      case .failure(.conflict(let conflicts))
      where conflicts.contains { $0.kind == .deletedByOthers && draft.ids.contains($0.id) }:
        return completion(.gone(Self.deletionReason))
      case .failure(.conflict(let conflicts)):
        return completion(.refused(self?.refusals(of: conflicts) ?? [:]))
      case .failure(let error):
        return completion(.refused(["": error.description(in: draft.seen.model)]))
      }
    }
  }

  private func refusals(of issues: [ValidationIssue]) -> [String: String] {
    issues.reduce(into: [:]) { refusals, issue in
      // A field of a linked record is not a field of this form.
      let field = issue.id.entity == entity.name ? issue.field.map(formName) : nil
      refusals[field ?? ""] = issue.description
    }
  }

  /// The changes by other processes, by field.
  ///
  /// After this message the person has seen them, and a second save overwrites them.
  private func refusals(of conflicts: [SaveConflict]) -> [String: String] {
    see(client.snapshot)
    return conflicts.reduce(into: [:]) { refusals, conflict in
      guard conflict.kind == .edited, conflict.id.entity == entity.name else {
        return refusals[""] = StoreError.conflict([conflict]).description(in: seen.model)
      }
      for field in conflict.fields {
        let text = words(for: field.theirs, of: field.name)
        refusals[formName(of: field.name)] =
          "it was changed to \(text) elsewhere; save again to replace that"
      }
    }
  }

  static let deletionReason = "the record was deleted"

  /// The new value of a field in words; linked records by their titles.
  private func words(for value: Value?, of name: String) -> String {
    let link = entity.relationship(name)
    let text =
      link.map { link in
        value.linkedKeys.map { seen.title(of: ObjectID(entity: link.destination, key: $0)) }
          .joined(separator: ", ")
      } ?? value.map { words(for: $0) } ?? ""
    return text.isEmpty ? "nothing" : text
  }

  /// A value in words; for a content, its kind and size.
  private func words(for value: Value) -> String {
    if case .data(let bytes) = value {
      ValueText.content(bytes)
    } else {
      ValueText.typed(value, at: client.clock())
    }
  }
}

// The forms of neighbors in the list that the record was opened from.
extension RecordFormSource {
  /// Whether the record has neighbors in a list; a new record has none.
  public var hasSiblings: Bool { id != nil }

  /// Finds the form of the record `offset` places further in its list, on another thread if reading
  /// the list takes long.
  public func findSibling(
    _ offset: Int, in list: ScreenURL?, completion: @escaping (ScreenURL?) -> [Effect]
  ) -> [Effect] {
    let (snapshot, clock) = (client.snapshot, client.clock())
    guard let id = id.map({ snapshot.currentID(of: $0, since: seen) }) else {
      return completion(nil)
    }
    let list = list.flatMap(client.mount.inward)
    let find = { @Sendable [mount = client.mount] () -> ScreenURL? in
      guard let list = SourceList(list, of: id, in: snapshot, at: clock),
        let place = list.index(of: id), let sibling = list.id(at: place + offset)
      else { return nil }
      return mount.outward(snapshot.url(of: sibling)).appending(StoreAddress.editSegment)
    }
    guard !SourceList.isShort(list, of: id, in: snapshot, at: clock) else {
      return completion(find())
    }
    return readingList.start(
      "reading \(entity.plural.lowercased())", holdsKeys: true, work: find,
      completion: completion)
  }
}
