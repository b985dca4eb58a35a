internal import CairnScreens
internal import CairnStore

/// An edit of one field in one or several records, in place, without a form.
struct FieldEdit {
  let ids: [ObjectID]
  let entity: Entity
  let client: StoreClient
  /// The form of the first record, which has the fields and checks typed text.
  let form: RecordFormSource
  let seen: Snapshot

  /// Prepares a change; `nil` if all of the records are missing.
  init?(of ids: [ObjectID], on client: StoreClient) {
    let seen = client.snapshot
    self.init(ofPresent: ids.filter { seen.row($0) != nil }, in: seen, on: client)
  }

  /// Prepares a change of records that are known to exist; `nil` for an empty list.
  ///
  /// - Parameters:
  ///   - present: the records.
  ///   - seen: the snapshot that holds them.
  ///   - client: the store.
  init?(ofPresent present: [ObjectID], in seen: Snapshot, on client: StoreClient) {
    guard let first = present.first, let entity = seen.model[first.entity],
      let form = try? RecordFormSource(editing: first, client: client)
    else { return nil }
    (ids, self.seen, self.entity, self.client, self.form) = (present, seen, entity, client, form)
  }

  /// The records to change, in words.
  private var subject: String { seen.title(of: ids) }

  /// Asks for the value of a field, or first which field to change.
  ///
  /// - Parameters:
  ///   - name: the field; `nil` for a question, which also follows if the field has no single
  ///     value.
  ///   - names: the fields to offer first, in a list's order.
  /// - Returns: the effects that ask, or that say that there is no field.
  func ask(for name: String?, first names: [String]) -> [Effect] {
    let fields = form.fields.filter { !$0.kind.isArea && canHaveTogether($0) }
    let texts = form.fields.filter { $0.kind == .multiline }
    if let name, let field = (fields + texts).first(where: { $0.name == name }) {
      return value(of: field)
    }
    let first = names.compactMap { name in fields.first { $0.name == name } }
    let others = fields.filter { field in !first.contains { $0.name == field.name } }
    // Long texts come last, since they open in an editor; owned records are no single value.
    let all = first + others + texts
    guard !all.isEmpty else {
      return [.say(Message("no field can be changed here", tone: .warning))]
    }
    var items = Menu.lettered(all.map(\.label))
    for (index, field) in all.enumerated() where field.kind.isArea {
      items[index].detail = ids.count > 1 ? "in your editor, one text for all" : "in your editor"
    }
    let start = all.firstIndex { names.contains($0.name) } ?? 0
    let menu = Menu("Change of \(subject)", items, placement: .corner, cursor: start) {
      value(of: all[$0])
    }
    return [.present(menu)]
  }

  /// Whether all of the records can have the same value.
  ///
  /// A record that only one record may link to cannot be shared.
  func canHaveTogether(_ field: FormField) -> Bool {
    let link = entity.relationship(entity.currentName(of: field.name))
    return ids.count == 1 || link?.isExclusive(in: seen.model) != true
  }

  /// Asks which records a link of the single record leads to.
  ///
  /// - Parameter name: the link.
  /// - Returns: the effects that ask; `nil` if there is no such link, or its records are owned.
  func pickLinks(_ name: String) -> [Effect]? {
    guard let link = entity.relationship(entity.currentName(of: name)),
      link.isPicked(in: seen.model)
    else { return nil }
    // A form has no field for a link that leads to very many records.
    return value(of: FormField(link, value: text(of: link.name), in: seen.model))
  }

  /// Removes records from a link of the single record.
  ///
  /// - Parameters:
  ///   - others: the records to unlink; they are not deleted.
  ///   - name: the link.
  /// - Returns: the effects that unlink them.
  func unlink(_ others: [ObjectID], from name: String) -> [Effect] {
    let title = "unlink \(seen.title(of: others)) from \(subject)"
    var draft = draft([:])
    draft.linking[name] = LinkChange(removed: Set(others.map { "\($0.key)" }))
    draft.title = title
    let change = change(draft, title: title) {
      $0 == nil ? "nothing changed" : title.replacingFirstWord("unlinked")
    }
    return client.make(
      change,
      then: BulkChange.Ends { _, _ in
        []
      } failed: {
        [.say(Message($0, tone: .bad))]
      })
  }

  /// A typed value that could not be saved.
  private struct Refusal {
    let reason: String
    let text: String
    /// The attempted change of the links of several records.
    let links: LinkChange?
  }

  /// Asks for the value of a field.
  ///
  /// - Parameters:
  ///   - field: the field.
  ///   - refused: the earlier value and the reason why it could not be saved.
  /// - Returns: the effects that ask.
  private func value(of field: FormField, after refused: Refusal? = nil) -> [Effect] {
    let clock = client.clock()
    guard ids.count > RecordFetch.shortCount else {
      let present = Present(field, of: ids, entity, seen, at: clock)
      return value(of: field, which: present, after: refused)
    }
    let job = BackgroundJob("looking at their values", holdsKeys: true) { [ids, entity, seen] in
      Present(field, of: ids, entity, seen, at: clock)
    } completion: {
      value(of: field, which: $0, after: refused)
    }
    return [.run(job)]
  }

  /// Asks for the value of a field, given the present values of the records.
  private func value(
    of field: FormField, which present: Present, after refused: Refusal?
  ) -> [Effect] {
    let common = present.common
    let title = "\(field.label) of \(subject)"
    switch field.kind {
    case .choice, .boolean:
      return [
        .present(
          Menu.choosing(
            title, field.kind.choices, current: common, offersNothing: !field.isRequired,
            fold: form.folded,
            problem: { Attribute.canChoose($0) ? nil : "a choice can't have this sign" },
            add: field.kind == .boolean
              ? nil : { save([field.name: $0], in: field, addingChoice: true) }
          ) {
            save($0, in: field)
          })
      ]
    case .link:
      return [
        .present(
          LinkPicker(field, title: title, source: form, offersNothing: !field.isRequired) {
            save($0, in: field)
          })
      ]
    case .links:
      let picker = links(title, field, of: present.links, after: refused)
      return [.present(picker)] + (refused.map { [.say(Message($0.reason, tone: .bad))] } ?? [])
    // Owned records, as lines, are never asked for here.
    case .multiline, .lines: return edit(field, common ?? "", isCommon: common != nil)
    case .content: return content(title, of: field, common, after: refused)
    case .text, .number, .date, .tags, .path:
      let words: KeyWords = common == nil ? "different values" : field.hint
      let prompt = TextPrompt(
        title, text: refused?.text ?? common ?? "",
        // For a list, the person usually wants to add something.
        isSelected: refused == nil && field.kind != .tags,
        footer: words.isEmpty ? .taking("sets it") : "\(words) · \(.taking("sets it"))",
        problem: refused?.reason,
        check: { text in form.problem(with: text, in: field).map { "\(field.label) \($0)" } },
        complete: field.kind == .path ? completion(in: field) : nil
      ) { text in
        common == nil && text.isEmpty ? askToEmpty(field) : save(text, in: field)
      }
      prompt.isInLine = true
      return [.present(prompt)]
    }
  }

  /// Completes the path of a file.
  private func completion(
    in field: FormField
  ) -> (@Sendable (String) -> TextPrompt.Completion)? {
    guard let files = client.files else { return nil }
    let isList = entity.attribute(entity.currentName(of: field.name))?.isList == true
    return { text in
      let paths = TypedPaths(text, isList: isList)
      return paths.completed(by: files.completion(of: paths.last, among: []))
    }
  }

  /// Asks for the file whose content becomes the field's value.
  private func content(
    _ title: String, of field: FormField, _ common: String?, after refused: Refusal?
  ) -> [Effect] {
    let now = common.map(field.kind.shown) ?? "different values"
    let keys: KeyWords = "\(key: .complete) completes · \(.taking("sets it"))"
    let prompt = TextPrompt(
      title, text: refused?.text ?? "",
      footer: now.isEmpty ? keys : "\(now) · \(keys)",
      problem: refused?.reason, complete: completion(in: field)
    ) { path -> [Effect] in
      guard !path.isEmpty else { return common?.isEmpty == true ? [] : askToEmpty(field) }
      return form.readContents(of: [field.name: path]) { read -> [Effect] in
        switch read {
        case .success(let contents): return save([field.name: path], contents: contents, in: field)
        case .failure(let refusals):
          let reason = "\(field.label) \(refusals.reasons[field.name] ?? "can't be read")"
          return value(of: field, after: Refusal(reason: reason, text: path, links: nil))
        }
      }
    }
    prompt.isInLine = true
    return [.present(prompt)]
  }

  /// Asks before different values are cleared, since Enter on an empty line may mean to leave.
  private func askToEmpty(_ field: FormField) -> [Effect] {
    let menu = Menu(
      "Empty \(field.label) of \(subject)?", [Menu.Item("e", "Empty it")], footer: .leaves
    ) { _ in
      save("", in: field)
    }
    return [.present(menu)]
  }

  /// Opens a long text in the person's editor.
  ///
  /// - Parameters:
  ///   - field: the field.
  ///   - text: the initial text.
  ///   - isCommon: whether all records had the same text before.
  /// - Returns: the effects that open the editor.
  private func edit(_ field: FormField, _ text: String, isCommon: Bool) -> [Effect] {
    [.edit(EditedText(field.label, text: text) { take($0, in: field, isCommon: isCommon) })]
  }

  private func take(
    _ written: WrittenText, in field: FormField, isCommon: Bool
  ) -> [Effect] {
    if written.text.isEmpty, !isCommon {
      written.release()
      return askToEmpty(field)
    }
    if let problem = form.problem(with: written.text, in: field) {
      return written.askToEdit(because: "\(field.label) \(problem)") {
        take($0, in: field, isCommon: isCommon)
      }
    }
    return save([field.name: written.text], in: field, from: written)
  }

  /// Creates a picker for the records that all of these link to.
  ///
  /// - Parameters:
  ///   - title: the picker's title.
  ///   - field: the link.
  ///   - present: the linked records.
  ///   - refused: the earlier choice that could not be saved, with the reason.
  /// - Returns: the picker.
  private func links(
    _ title: String, _ field: FormField, of present: Present.Links?, after refused: Refusal? = nil
  ) -> LinksPicker {
    guard ids.count > 1 else {
      let before = FormField.Kind.ids(in: field.value)
      let picked = refused.map { FormField.Kind.ids(in: $0.text) }
      return LinksPicker(field, title: title, source: form, chosen: picked ?? before) { choice in
        choice.chosen == before
          ? [] : save([field.name: choice.chosen.joined(separator: "\n")], in: field)
      }
    }
    let common = present?.shared ?? []
    let earlier = refused?.links ?? LinkChange()
    let before = (present?.first ?? []).filter {
      common.contains($0) && !earlier.removed.contains($0)
    }
    let added = earlier.added.filter { !before.contains($0) }
    // Each record keeps its own order.
    var unordered = field
    unordered.kind = .links(isOrdered: false)
    return LinksPicker(
      unordered, title: title, source: form, chosen: before + added,
      partly: (present?.any ?? []).subtracting(common).subtracting(added).subtracting(
        earlier.removed),
      unlinked: earlier.removed
    ) { choice in
      let change = LinkChange(
        added: choice.chosen.filter { !common.contains($0) }, removed: choice.removed)
      return change.added.isEmpty && change.removed.isEmpty
        ? [] : save([:], [field.name: change], in: field)
    }
  }

  /// The text of a field in the first record.
  private func text(of name: String) -> String {
    seen.row(ids[0]).map { RecordFormSource.text(of: name, $0, entity, seen, at: client.clock()) }
      ?? ""
  }

  /// Saves a value in all records.
  private func save(_ text: String, in field: FormField) -> [Effect] {
    save([field.name: text], in: field)
  }

  /// Saves values in all records.
  ///
  /// - Parameters:
  ///   - values: the values, by field.
  ///   - linking: the changes of links, by link.
  ///   - contents: the contents of files, by field.
  ///   - field: the changed field.
  ///   - written: the file that holds the value, if a person wrote it in their editor.
  ///   - addingChoice: whether the value is a new choice.
  /// - Returns: the effects that save them.
  private func save(
    _ values: [String: String], _ linking: [String: LinkChange] = [:],
    contents: [String: [UInt8]] = [:], in field: FormField, from written: WrittenText? = nil,
    addingChoice: Bool = false
  ) -> [Effect] {
    save(
      Saved(
        entity: entity.name, field: field, values: values, linking: linking, contents: contents),
      from: written, addingChoice: addingChoice)
  }

  /// Saves a change of a field in all records.
  ///
  /// - Parameters:
  ///   - saved: the change.
  ///   - written: the file that holds the value, if a person wrote it in their editor.
  ///   - addingChoice: whether the value is a new choice.
  ///   - words: the end of the message.
  ///   - phrase: the verb of the change's title, and the first word of the message; `nil` for the
  ///     usual ones.
  /// - Returns: the effects that save it.
  func save(
    _ saved: Saved, from written: WrittenText?, addingChoice: Bool = false,
    telling words: String = "", as phrase: (verb: String, past: String)? = nil
  ) -> [Effect] {
    let (field, values, linking) = (saved.field, saved.values, saved.linking)
    var draft = draft(values)
    draft.title = phrase.map { "\($0.verb) \(subject)" }
    (draft.linking, draft.contents) = (linking, saved.contents)
    if addingChoice { draft.newChoices = [field.name] }
    let title = draft.title ?? "change \(field.label) of \(subject)"
    let change = change(draft, title: title) { [draft, store = client.store] in
      draft.report($0, in: store, verb: phrase?.past) + ($0 == nil ? "" : words)
    }
    let ends = BulkChange.Ends { [client] _, _ in
      written?.release()
      client.lastFieldChange = saved
      return []
    } failed: { reason in
      let ids = client.snapshot.currentIDs(of: ids, since: seen)
      guard field.kind.takesText || field.kind.isLinks, let again = FieldEdit(of: ids, on: client)
      else {
        let place = written.map { "; the text is in \($0.place)" } ?? ""
        return [.say(Message(reason + place, tone: .bad))]
      }
      // The prompt shows the typed text again for correction, over the newest values.
      if let written {
        return written.askToEdit(because: reason) {
          again.take($0, in: field, isCommon: ids.count == 1)
        }
      }
      let refusal = Refusal(
        reason: reason, text: values[field.name] ?? "", links: linking[field.name])
      return again.value(of: field, after: refusal)
    }
    return client.make(change, then: ends)
  }

  private func draft(_ values: [String: String]) -> RecordDraft {
    RecordDraft(
      entity: entity, ids: ids, values: values, seen: seen,
      input: ValueInput(clock: client.clock()), files: client.files)
  }

  private func change(
    _ draft: RecordDraft, title: String, report: @escaping @Sendable (Transaction?) -> String
  ) -> BulkChange {
    BulkChange(title: title, doing: "changing \(subject)", count: ids.count) {
      store, control throws(StoreError) in
      try draft.save(to: store, under: control)
    } report: {
      report($0)
    }
  }
}
