internal import CairnScreens
internal import CairnStore

/// One field of one record or several, which gets another value in place, without a form.
struct FieldEdit {
  let ids: [ObjectID]
  let entity: Entity
  let desk: RecordDesk
  /// The form of the first record: it knows the fields and judges what is typed.
  let form: RecordFormSource
  let seen: Snapshot

  /// Prepares a change; `nil` where none of the records is there.
  init?(of ids: [ObjectID], on desk: RecordDesk) {
    let seen = desk.snapshot
    self.init(ofPresent: ids.filter { seen.row($0) != nil }, in: seen, on: desk)
  }

  /// Prepares a change of records that are known to be there; `nil` where there are none.
  ///
  /// - Parameters:
  ///   - present: the records.
  ///   - seen: the content of the store that has them.
  ///   - desk: the store.
  init?(ofPresent present: [ObjectID], in seen: Snapshot, on desk: RecordDesk) {
    guard let first = present.first, let entity = seen.model[first.entity],
      let form = try? RecordFormSource(editing: first, desk: desk)
    else { return nil }
    (ids, self.seen, self.entity, self.desk, self.form) = (present, seen, entity, desk, form)
  }

  /// What is changed, in words.
  private var subject: String { seen.title(of: ids) }

  /// Asks which field.
  ///
  /// - Parameter names: the fields that come first, as a list shows them.
  /// - Returns: the effects that ask, or say that there is none.
  func ask(first names: [String]) -> [Effect] {
    let fields = form.fields.filter { !$0.kind.isArea && canHaveTogether($0) }
    let first = names.compactMap { name in fields.first { $0.name == name } }
    let others = fields.filter { field in !first.contains { $0.name == field.name } }
    // Long texts last, as they are edited elsewhere; records that one owns are no single value.
    let all = first + others + form.fields.filter { $0.kind == .multiline }
    guard !all.isEmpty else {
      return [.say(Message("no field can be changed here", tone: .warning))]
    }
    var items = Menu.lettered(all.map(\.label))
    for (index, field) in all.enumerated() where field.kind.isArea {
      items[index].detail = ids.count > 1 ? "in your editor, one text for all" : "in your editor"
    }
    let menu = Menu("Change of \(subject)", items, placement: .corner) { value(of: all[$0]) }
    return [.present(menu)]
  }

  /// Whether all of the records can have the same value: what only one of them can link to, only
  /// one of them has.
  func canHaveTogether(_ field: FormField) -> Bool {
    let link = entity.relationship(entity.currentName(of: field.name))
    return ids.count == 1 || link?.isExclusive(in: seen.model) != true
  }

  /// Asks which records a link of the one record is to lead to.
  ///
  /// - Parameter name: the link.
  /// - Returns: the effects that ask; `nil` where there is no such link, or records are owned.
  func pickLinks(_ name: String) -> [Effect]? {
    guard let link = entity.relationship(entity.currentName(of: name)),
      link.isPicked(in: seen.model)
    else { return nil }
    // A form has none for a link that leads to very many records.
    return value(of: FormField(link, value: text(of: link.name), in: seen.model))
  }

  /// Takes records from those that a link of the one record leads to.
  ///
  /// - Parameters:
  ///   - others: the records that are no longer linked; they stay.
  ///   - name: the link.
  /// - Returns: the effects that do so.
  func unlink(_ others: [ObjectID], from name: String) -> [Effect] {
    let title = "unlink \(seen.title(of: others)) from \(subject)"
    var draft = draft([:])
    draft.linking[name] = LinkChange(removed: Set(others.map { "\($0.key)" }))
    draft.title = title
    let change = change(draft, title: title) {
      $0 == nil ? "nothing changed" : title.replacingFirstWord("unlinked")
    }
    return desk.make(
      change,
      then: BulkChange.Ends { _ in
        []
      } failed: {
        [.say(Message($0, tone: .bad))]
      })
  }

  /// What was said of a field and could not be saved.
  private struct Refusal {
    let reason: String
    let text: String
    /// What was to become of the links of several records.
    let links: LinkChange?
  }

  /// Asks for the value of a field.
  ///
  /// - Parameters:
  ///   - field: the field.
  ///   - refused: what was said before and why it could not be saved.
  /// - Returns: the effects that ask.
  private func value(of field: FormField, after refused: Refusal? = nil) -> [Effect] {
    let clock = desk.clock()
    guard ids.count > RecordFetch.shortCount else {
      let present = Present(field, of: ids, entity, seen, at: clock)
      return value(of: field, which: present, after: refused)
    }
    let job = Job("looking at their values", holdsKeys: true) { [ids, entity, seen] in
      Present(field, of: ids, entity, seen, at: clock)
    } completion: {
      value(of: field, which: $0, after: refused)
    }
    return [.run(job)]
  }

  /// Asks for the value of a field, given what the records have in it.
  private func value(
    of field: FormField, which present: Present, after refused: Refusal?
  ) -> [Effect] {
    let common = present.common
    let title = "\(field.label) of \(subject)"
    switch field.kind {
    case .choice, .boolean:
      return [
        .present(
          ChoicePicker(
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
    // Lines are never asked for.
    case .multiline, .lines: return edit(field, common ?? "", isCommon: common != nil)
    case .content: return content(title, of: field, common, after: refused)
    case .text, .number, .date, .tags, .path:
      let words: KeyWords = common == nil ? "different values" : field.hint
      return [
        .present(
          TextPrompt(
            title, text: refused?.text ?? common ?? "",
            // To a list something is added as a rule.
            isSelected: refused == nil && field.kind != .tags,
            footer: words.isEmpty ? .taking("sets it") : "\(words) · \(.taking("sets it"))",
            problem: refused?.reason,
            check: { text in form.problem(with: text, in: field).map { "\(field.label) \($0)" } },
            complete: field.kind == .path ? completion : nil
          ) { text in
            common == nil && text.isEmpty ? askToEmpty(field) : save(text, in: field)
          })
      ]
    }
  }

  /// How the path of a file goes on.
  private var completion: (@Sendable (String) -> TextPrompt.Completion)? {
    guard let files = desk.files else { return nil }
    return { path in files.completion(of: path, among: []) }
  }

  /// Asks for the file whose content a field is to take.
  private func content(
    _ title: String, of field: FormField, _ common: String?, after refused: Refusal?
  ) -> [Effect] {
    let now = common.map(field.kind.shown) ?? "different values"
    let keys: KeyWords = "\(key: .complete) completes · \(.taking("sets it"))"
    let prompt = TextPrompt(
      title, text: refused?.text ?? "",
      footer: now.isEmpty ? keys : "\(now) · \(keys)",
      problem: refused?.reason, complete: completion
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
    return [.present(prompt)]
  }

  /// Asks before what differs is emptied, since Enter on an empty line may mean to leave.
  private func askToEmpty(_ field: FormField) -> [Effect] {
    let menu = Menu(
      "Empty \(field.label) of \(subject)?", [Menu.Item("e", "Empty it")], footer: .leaves
    ) { _ in
      save("", in: field)
    }
    return [.present(menu)]
  }

  /// Lets a long text be edited in the person's editor.
  ///
  /// - Parameters:
  ///   - field: the field.
  ///   - text: what it says at first.
  ///   - isCommon: whether all records had one text before.
  ///   - earlier: what was written before and could not be saved, if that is what it says.
  /// - Returns: the effects that do so.
  private func edit(
    _ field: FormField, _ text: String, isCommon: Bool, after earlier: WrittenText? = nil
  ) -> [Effect] {
    [
      .edit(
        EditedText(field.label, text: text, isUnsaved: earlier != nil) { written in
          earlier?.release()
          return take(written, in: field, isCommon: isCommon)
        })
    ]
  }

  private func take(
    _ written: WrittenText, in field: FormField, isCommon: Bool
  ) -> [Effect] {
    if written.text.isEmpty, !isCommon {
      written.release()
      return askToEmpty(field)
    }
    if let problem = form.problem(with: written.text, in: field) {
      return askAgain(field, written, "\(field.label) \(problem)", isCommon: isCommon)
    }
    return save(written.text, in: field, from: written)
  }

  /// Asks what becomes of a long text that can't be saved, which is too long to be shown.
  private func askAgain(
    _ field: FormField, _ written: WrittenText, _ reason: String, isCommon: Bool
  ) -> [Effect] {
    let items = [Menu.Item("e", "Edit it again")]
    let menu = Menu(reason, items, footer: "\(key: .leave) leaves it in \(written.place)") { _ in
      edit(field, written.text, isCommon: isCommon, after: written)
    }
    return [.present(menu)]
  }

  /// A picker of the records that all of these link to.
  ///
  /// - Parameters:
  ///   - title: what is picked.
  ///   - field: the link.
  ///   - present: what they link to.
  ///   - refused: what was picked before and could not be saved.
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
    // Each record keeps an order of its own.
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

  /// What the first record has in a field.
  private func text(of name: String) -> String {
    seen.row(ids[0]).map { RecordFormSource.text(of: name, $0, entity, seen, at: desk.clock()) }
      ?? ""
  }

  /// Saves a value in all records.
  ///
  /// - Parameters:
  ///   - text: the value.
  ///   - field: the field.
  ///   - written: the file that has it, where a person wrote it in their editor.
  /// - Returns: the effects that do so.
  private func save(
    _ text: String, in field: FormField, from written: WrittenText? = nil
  ) -> [Effect] {
    save([field.name: text], in: field, from: written)
  }

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

  func save(
    _ saved: Saved, from written: WrittenText?, addingChoice: Bool = false
  ) -> [Effect] {
    let (field, values, linking) = (saved.field, saved.values, saved.linking)
    var draft = draft(values)
    (draft.linking, draft.contents) = (linking, saved.contents)
    if addingChoice { draft.newChoices = [field.name] }
    let change = change(draft, title: "change \(field.label) of \(subject)") { [draft] in
      draft.report($0)
    }
    let ends = BulkChange.Ends { [desk] _ in
      written?.release()
      desk.lastFieldChange = saved
      return []
    } failed: { reason in
      guard field.kind.takesText || field.kind.isLinks, let again = FieldEdit(of: ids, on: desk)
      else {
        let place = written.map { "; the text is in \($0.place)" } ?? ""
        return [.say(Message(reason + place, tone: .bad))]
      }
      // What was typed is there to be mended, over what the records have by now.
      return written.map { again.askAgain(field, $0, reason, isCommon: ids.count == 1) }
        ?? again.value(
          of: field,
          after: Refusal(
            reason: reason, text: values[field.name] ?? "", links: linking[field.name]))
    }
    return desk.make(change, then: ends)
  }

  private func draft(_ values: [String: String]) -> RecordDraft {
    RecordDraft(
      entity: entity, ids: ids, values: values, seen: seen,
      input: ValueInput(clock: desk.clock()))
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
