internal import CairnFiles
internal import CairnKit
internal import CairnRecords
internal import CairnStore
internal import Synchronization

/// Edits the store's model as text in the person's editor.
///
/// The edited model is saved as one change, which undo takes back.
extension RecordActions {
  /// Edits the model.
  ///
  /// If its file can't be parsed, the file itself is edited.
  ///
  /// - Parameter path: the path of the model file.
  /// - Returns: the effects that open the editor.
  /// - Throws: ``AppError`` if there is no editor.
  func editModel(_ path: String) throws(AppError) -> [Effect] {
    _ = try workspace.environment.editor(on: workspace.fileSystem)
    // A model broken by hand or by a merge can be fixed only in its file.
    if let text = try? workspace.fileSystem.read(path), let mistake = Self.mistakes(in: text).first
    {
      let reason = TextEditPage.sentences(of: [mistake], shift: 0)[0]
      return [.say(Message("the model can't be read: \(reason)", tone: .warning))]
        + (try editFile(path))
    }
    let job = BackgroundJob("reading the model", lane: .writer, holdsKeys: true) {
      [store = client.store] in
      Result { () throws(StoreError) in
        _ = try store.refresh()
        return store.modelText
      }
    } completion: { [self] outcome in
      Effect.trying { () throws(AppError) in
        let text = try outcome.mapError(workspace.failure).get()
        let file = try EditedFile(
          Array(text.utf8), named: "model", as: "rec", workspace.environment, workspace.fileSystem)
        var base = text
        let loop = loop(on: file, "The model can't be saved", orKeep: "Keep the old model")
        return loop.run { [self] refuse in
          take(file, since: base) { mistakes, edited, next in
            base = next
            return Self.refuse(file, mistakes, edited, refuse)
          }
        }
      }
    }
    return [.run(job)]
  }

  /// Refuses a text with its mistakes, and gives the base of the next text.
  private typealias Refusal = (
    _ mistakes: [TextEditPlan.Mistake], _ edited: [UInt8], _ base: String
  ) -> [Effect]

  /// Saves the edited text of the model.
  private func take(
    _ file: EditedFile, since base: String, refuse: @escaping Refusal
  ) -> [Effect] {
    let edited: [UInt8]
    do throws(AppError) {
      edited = TextEditPage.withoutMistakes(try file.read())
      if let obstacle = client.obstacle { throw AppError.failed(obstacle) }
    } catch {
      let words = "the model is unchanged: \(error)\(file.whereKept)"
      return [.say(Message(words, tone: .bad))]
    }
    guard let text = String(validating: edited, as: UTF8.self) else {
      return refuse(Self.mistakes(in: edited), edited, base)
    }
    guard !text.isIdentical(to: base), !edited.isEmpty else {
      file.remove()
      return [.say(Message("the model is unchanged"))]
    }
    // An empty text would delete all collections, which is hardly meant; it is the same with
    // records.
    if (try? ObjectModel(parsing: text))?.entities.isEmpty == true {
      file.remove()
      let advice: KeyWords = "\(key: .delete) deletes a collection"
      return [
        .say(Message("the model is unchanged: its text has no collection", advice: advice))
      ]
    }
    let unseen = Mutex(0)
    return ModelChanges(client: client).edit("edit its text") { draft throws(StoreError) in
      let before = draft.snapshot
      try draft.updateModel(from: base, to: text)
      let count = try Self.countUnseen(before, under: draft.model)
      unseen.withLock { $0 = count }
    } said: { _ in
      "the model is saved" + Self.words(unseen: unseen.withLock { $0 })
    } then: {
      file.remove()
      return []
    } otherwise: { [client] error in
      // The next text to edit includes the changes that other processes made, except where both
      // sides changed the same part. A text that can't be parsed can't be merged, so its base stays
      // the same.
      let theirs = client.store.modelText
      guard let merged = ObjectStore.mergedModel(text, with: theirs, since: base) else {
        return refuse(Self.mistakes(for: error), edited, base)
      }
      return refuse(Self.mistakes(for: error), Array(merged.utf8), theirs)
    }
  }

  /// Shows why a text can't be the model, also in the text.
  private static func refuse(
    _ file: EditedFile, _ mistakes: [TextEditPlan.Mistake], _ edited: [UInt8],
    _ refuse: (String) -> [Effect]
  ) -> [Effect] {
    let reason = TextEditPage.sentences(of: mistakes, shift: 0).first ?? ""
    let words = "the model is unchanged: \(reason)"
    do throws(AppError) {
      try file.write(TextEditPage.text(edited, under: mistakes))
    } catch {
      return [.say(Message("\(words); \(error)", tone: .bad))]
    }
    return refuse(words)
  }

  /// Returns the number of records that would lose their collection under a model.
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

  /// Returns why a text is not a model; empty if it is one.
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
