internal import CairnFiles
internal import CairnKit
internal import CairnRecords
internal import CairnStore

/// What is shown, as text in the person's editor: a record, their settings, the store's model.
extension RecordActions {
  /// What is edited as text.
  private enum Subject {
    case record(ObjectID)
    case settings(String)
    case model(String)
  }

  /// Whether there is something to edit as text.
  func canEditAsText(at place: ActionPlace) -> Bool { subject(at: place) != nil }

  private func subject(at place: ActionPlace) -> Subject? {
    if SettingsScreen.shows(place.url) {
      let file = ConfigurationFile(workspace.environment, workspace.fileSystem)
      return .settings(file.path)
    }
    guard !desk.isReadOnly else { return nil }
    if ModelScreens.shows(place.url) {
      return .model(workspace.path + "/" + ObjectStore.modelFile)
    }
    return record(at: place).map(Subject.record)
  }

  /// Gives the terminal to the person's editor, and takes in what comes back.
  func editAsText(at place: ActionPlace) -> [Effect]? {
    guard let subject = subject(at: place) else { return nil }
    do throws(AppError) {
      return try edit(subject)
    } catch {
      return [.say(Message(error.description, tone: .warning))]
    }
  }

  private func edit(_ subject: Subject) throws(AppError) -> [Effect] {
    switch subject {
    case .settings(let path):
      // Without an editor no file is made.
      _ = try workspace.environment.editor(on: workspace.fileSystem)
      try makeSettings(at: path)
      return try editFile(path)
    case .model(let path):
      _ = try workspace.environment.editor(on: workspace.fileSystem)
      return editModel(path)
    case .record(let id):
      // The command looks for it too, but where nobody reads what it says.
      _ = try workspace.environment.editor(on: workspace.fileSystem)
      let arguments = [
        "/bin/sh", "-c", Self.editing, "cairn", desk.snapshot.url(of: id).text, workspace.path,
      ]
      let before = desk.snapshot.version
      return [
        .hand(
          ForegroundProgram(arguments) { [desk] end in
            switch end {
            case .exited(0): return desk.takeIn(after: before)
            case .exited(let status):
              let words = "nothing was saved: editing ended with status \(status)"
              return desk.takeIn(after: before, isTold: false)
                + [.say(Message(words, tone: .warning))]
            case .failed(let reason): return [.say(Message("the editor: \(reason)", tone: .bad))]
            }
          })
      ]
    }
  }

  /// The command that edits a record: it opens the editor again after a mistake, merges what others
  /// changed, and, where a person gives up, says what was wrong and where the text is kept.
  private static let editing = """
    trap : INT QUIT
    "/proc/$PPID/exe" edit "$1" --store "$2"
    status=$?
    if [ $status -ne 0 ]; then printf '\\n[Enter goes back] '; read -r _ </dev/tty; fi
    exit $status
    """

  /// Edits the model's file once what was saved of the model is in it, which may take a while after
  /// each change.
  private func editModel(_ path: String) -> [Effect] {
    let job = Job("writing the text", lane: .writer, holdsKeys: true) { [store = desk.store] in
      Result { () throws(StoreError) in try store.fold() }
    } completion: { [self] outcome in
      do throws(AppError) {
        let before = desk.snapshot.model
        let text = try? workspace.fileSystem.read(path)
        let edit = try editFile(path) { [self] () throws(AppError) in
          try refuseModel(at: path, insteadOf: text)
        } then: { [desk] in
          let words =
            desk.snapshot.model == before
            ? "the model is as it was" : "the model is as you wrote it; no undo takes that back"
          return [.say(Message(words))]
        }
        // The file may be what is to be mended.
        guard case .failure(let error) = outcome else { return edit }
        return [.say(Message("\(error)", tone: .warning))] + edit
      } catch {
        return [.say(Message(error.description, tone: .warning))]
      }
    }
    return [.run(job)]
  }

  /// Puts the text of before back where the edited one is no model, with which no store opens; the
  /// person's is kept.
  ///
  /// - Throws: ``AppError/failed(_:)`` with what is wrong with it.
  private func refuseModel(at path: String, insteadOf text: [UInt8]?) throws(AppError) {
    // What was no model before is what is being mended.
    guard let text, Self.mistake(inModel: text) == nil else { return }
    guard let edited = try? workspace.fileSystem.read(path),
      let mistake = Self.mistake(inModel: edited)
    else { return }
    let kept = try EditedFile(
      edited, named: "model", as: "rec", workspace.environment, workspace.fileSystem)
    do throws(FileError) {
      try workspace.fileSystem.replace(path, with: text)
    } catch {
      throw .failed("\(mistake); \(error)")
    }
    throw .failed("the model is as it was: \(mistake); your text is kept in \(kept.shownPath)")
  }

  private static func mistake(inModel text: [UInt8]) -> String? {
    guard let text = String(validating: text, as: UTF8.self) else { return "it is not UTF-8" }
    do throws(StoreError) {
      _ = try ObjectModel(parsing: text)
      return nil
    } catch {
      return error.description
    }
  }

  /// Gives the terminal to the editor with a file, and reads again what it may have written.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - check: undoes what can't be, and says why.
  ///   - ends: what follows where all could be read.
  /// - Returns: the effects that do it.
  /// - Throws: ``AppError`` where there is no editor.
  private func editFile(
    _ path: String, check: @escaping () throws(AppError) -> Void = {},
    then ends: @escaping () -> [Effect] = { [] }
  ) throws(AppError) -> [Effect] {
    let arguments = try workspace.environment.editing(path, on: workspace.fileSystem)
    return hand(arguments, to: "the editor") { [desk] in
      do throws(AppError) {
        try check()
      } catch {
        return desk.reload() + [.refresh, .say(Message(error.description, tone: .bad))]
      }
      return desk.reload(then: ends) + [.refresh]
    }
  }

  /// Makes the file of settings where there is none, so that a person sees what can be set.
  private func makeSettings(at path: String) throws(AppError) {
    let fileSystem = workspace.fileSystem
    do throws(FileError) {
      guard try !fileSystem.exists(path) else { return }
      try fileSystem.makeFolder(path.parentFolder)
      try fileSystem.replace(path, with: Array(Configuration.template.utf8))
    } catch {
      throw .failed("\(error)")
    }
  }
}
