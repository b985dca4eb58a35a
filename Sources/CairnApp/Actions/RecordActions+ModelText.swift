internal import CairnFiles
internal import CairnKit
internal import CairnRecords
internal import CairnStore
internal import Synchronization

/// The store's model as text in the person's editor.
///
/// What comes back is one change of the store, which undo takes back.
extension RecordActions {
  /// Edits the model; where its file is none, that file.
  ///
  /// - Parameter path: where its file is.
  /// - Returns: the effects that do it.
  /// - Throws: ``AppError`` where there is no editor.
  func editModel(_ path: String) throws(AppError) -> [Effect] {
    _ = try workspace.environment.editor(on: workspace.fileSystem)
    // What a person or a merge broke by hand can be mended only where it is.
    if let text = try? workspace.fileSystem.read(path), let mistake = Self.mistakes(in: text).first
    {
      let reason = TextEditPage.sentences(of: [mistake], shift: 0)[0]
      return [.say(Message("the model can't be read: \(reason)", tone: .warning))]
        + (try editFile(path))
    }
    let job = Job("reading the model", lane: .writer, holdsKeys: true) { [store = desk.store] in
      Result { () throws(StoreError) in
        _ = try store.refresh()
        return store.modelText
      }
    } completion: { [self] outcome in
      Effect.trying { () throws(AppError) in
        let text = try outcome.mapError(workspace.failure).get()
        let file = try EditedFile(
          Array(text.utf8), named: "model", as: "rec", workspace.environment, workspace.fileSystem)
        return try edit(file) { [self] in take(file, since: text) }
      }
    }
    return [.run(job)]
  }

  /// Saves what a person made of the model's text.
  private func take(_ file: EditedFile, since base: String) -> [Effect] {
    let edited: [UInt8]
    do throws(AppError) {
      edited = TextEditPage.withoutMistakes(try file.read())
      if let obstacle = desk.obstacle { throw AppError.failed(obstacle) }
    } catch {
      let words = "the model is unchanged: \(error)\(file.whereKept)"
      return [.say(Message(words, tone: .bad))]
    }
    guard let text = String(validating: edited, as: UTF8.self) else {
      return askToEdit(file, since: base, Self.mistakes(in: edited), edited)
    }
    guard text != base, !edited.isEmpty else {
      file.remove()
      return [.say(Message("the model is unchanged"))]
    }
    // As with records, what is taken out of all of a text is hardly meant.
    if (try? ObjectModel(parsing: text))?.entities.isEmpty == true {
      file.remove()
      let advice: KeyWords = "\(key: .delete) deletes a collection"
      return [
        .say(Message("the model is unchanged: its text has no collection", advice: advice))
      ]
    }
    let unseen = Mutex(0)
    return ModelChanges(desk: desk).edit("edit its text") { draft throws(StoreError) in
      let before = draft.snapshot
      try draft.updateModel(from: base, to: text)
      let count = try Self.countUnseen(before, under: draft.model)
      unseen.withLock { $0 = count }
    } said: { _ in
      "the model is saved" + Self.words(unseen: unseen.withLock { $0 })
    } then: {
      file.remove()
      return []
    } otherwise: { [self] error in
      // What others made of it meanwhile stands in the text that is edited next, but for what both
      // changed. A text that is no model can't be merged: what it began with is still the same.
      let theirs = desk.store.modelText
      guard let merged = ObjectStore.mergedModel(text, with: theirs, since: base) else {
        return askToEdit(file, since: base, Self.mistakes(for: error), edited)
      }
      return askToEdit(file, since: theirs, Self.mistakes(for: error), Array(merged.utf8))
    }
  }

  /// Says why a text can't be the model, in the text too, and asks whether to edit it again.
  private func askToEdit(
    _ file: EditedFile, since base: String, _ mistakes: [TextEditPlan.Mistake], _ edited: [UInt8]
  ) -> [Effect] {
    let reason = TextEditPage.sentences(of: mistakes, shift: 0).first ?? ""
    let message = Message("the model is unchanged: \(reason)", tone: .bad)
    do throws(AppError) {
      try file.write(TextEditPage.text(edited, under: mistakes))
    } catch {
      return [.say(message), .say(Message(error.description, tone: .bad))]
    }
    let keep = Menu.Choice(
      "k", "Keep the old model", detail: "your text stays in \(file.shownPath)"
    ) {
      [.say(Message("your text is kept in \(file.shownPath)"))]
    }
    return askToEdit(because: message, "The model can't be saved", or: keep) {
      [self] () throws(AppError) in
      try edit(file) { [self] in take(file, since: base) }
    }
  }

  /// How many records no collection has any more, where a model took theirs away.
  private static func countUnseen(
    _ before: Snapshot, under model: ObjectModel
  ) throws(StoreError) -> Int {
    var count = 0
    for entity in before.model.entities where model[model.currentName(of: entity.name)] == nil {
      count += try before.load(entity.name).count
    }
    return count
  }

  private static func words(unseen count: Int) -> String {
    guard count > 0 else { return "" }
    return count == 1
      ? "; 1 record without a collection stays in its file"
      : "; \(Count.text(count)) records without a collection stay in their files"
  }

  /// Why a text is no model; none where it is one.
  private static func mistakes(in text: [UInt8]) -> [TextEditPlan.Mistake] {
    guard let text = String(validating: text, as: UTF8.self) else {
      return [TextEditPlan.Mistake(reason: "it is not text in UTF-8")]
    }
    do throws(StoreError) {
      _ = try ObjectModel(parsing: text)
      return []
    } catch {
      return mistakes(for: error)
    }
  }

  private static func mistakes(for error: StoreError) -> [TextEditPlan.Mistake] {
    guard case .invalidModel(let mistakes) = error else {
      return [TextEditPlan.Mistake(reason: "\(error)")]
    }
    return mistakes.map {
      TextEditPlan.Mistake(line: $0.line > 0 ? $0.line : nil, reason: $0.message)
    }
  }
}
