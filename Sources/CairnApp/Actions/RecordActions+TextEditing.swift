internal import CairnFiles
internal import CairnKit
internal import CairnRecords
internal import CairnStore

/// Edits the shown content as text: the shown record or the marked ones, the settings, or the
/// model.
extension RecordActions {
  /// The content to edit as text.
  private enum Subject {
    case records
    case settings(String)
    case model(String)
  }

  /// Returns whether the screen has content that can be edited as text.
  func canEditAsText(at place: ActionPlace) -> Bool { subject(at: place) != nil }

  private func subject(at place: ActionPlace) -> Subject? {
    if SettingsScreen.shows(place.url) {
      let file = ConfigurationFile(workspace.environment, workspace.fileSystem)
      return .settings(file.path)
    }
    guard !client.isReadOnly else { return nil }
    if ModelScreens.shows(place.url) {
      return .model(workspace.path + "/" + ObjectStore.modelFile)
    }
    return entityOfRecords(at: place).map { _ in .records }
  }

  /// Opens the person's editor on the terminal, and saves the edited text.
  func editAsText(at place: ActionPlace) -> [Effect]? {
    subject(at: place).map { subject in
      Effect.trying { () throws(AppError) in try edit(subject, at: place) }
    }
  }

  private func edit(_ subject: Subject, at place: ActionPlace) throws(AppError) -> [Effect] {
    switch subject {
    case .settings(let path):
      // Without an editor, no file is created.
      _ = try workspace.environment.editor(on: workspace.fileSystem)
      try makeSettings(at: path)
      return try editSettings(path)
    case .model(let path): return try editModel(path)
    case .records:
      let ids = try records(at: place, for: "an editor")
      guard !ids.isEmpty else { return [.say(.goneMarks)] }
      // The command checks this too, but its output would not be seen.
      _ = try workspace.environment.editor(on: workspace.fileSystem)
      let arguments =
        ["/bin/sh", "-c", Self.editing, "cairn", Machine.ownProgram, workspace.path]
        + ids.map { client.snapshot.url(of: $0).text }
      let changes = ProgramChanges(workspace.environment, workspace.fileSystem)
      let program = ForegroundProgram(changes.starting(arguments)) { [client] end in
        let saved = changes.finish(client.store.id)
        switch end {
        case .exited(0): return client.takeIn(saved ?? [], isTold: saved != nil)
        case .exited(let status):
          let words = "nothing was saved: editing ended with status \(status)"
          return client.takeIn(saved ?? [], isTold: false) + [.say(Message(words, tone: .warning))]
        case .failed(let reason): return [.say(Message("the editor: \(reason)", tone: .bad))]
        }
      }
      return [.hand(program)]
    }
  }

  /// The command that edits records of the store `$2` with the program `$1`.
  ///
  /// It opens the editor again after a mistake, and merges changes of other programs. If the person
  /// gives up, it prints the mistakes and the place of the text.
  private static let editing = terminalScript(
    """
    program=$1 store=$2
    shift 2
    "$program" edit --store "$store" -- "$@"
    status=$?
    # An editor that was killed may have left modes in which Enter is no end of a line.
    if [ $status -ne 0 ]; then await 'Enter goes back'; fi
    exit $status
    """)

  /// Opens a file in the editor, and afterwards reloads the store.
  ///
  /// - Throws: ``AppError`` if there is no editor.
  func editFile(_ path: String) throws(AppError) -> [Effect] {
    let arguments = try workspace.environment.editing(path, on: workspace.fileSystem)
    return hand(arguments, to: "the editor") { [client] in client.reload() + [.refresh] }
  }

  /// Edits the settings file, and asks whether to edit it again if it has a mistake.
  ///
  /// Until the mistake is fixed, the old settings stay in use, or all new ones except a wrong key
  /// or command.
  private func editSettings(_ path: String) throws(AppError) -> [Effect] {
    let arguments = try workspace.environment.editing(path, on: workspace.fileSystem)
    let file = ConfigurationFile(workspace.environment, workspace.fileSystem)
    let loop = EditorLoop { [self] taken in
      hand(arguments, to: "the editor") { [client] in client.reload() + [.refresh] + taken() }
    } ask: { mistake, again in
      let keep = Menu.Choice("k", "Keep it", detail: file.mistake?.holds ?? "") { [] }
      return Self.ask(because: mistake, "The settings have a mistake", again, or: keep)
    }
    return loop.run { refuse in file.mistake.map { refuse($0.text) } ?? [] }
  }

  /// Creates a settings file if there is none, so that a person sees all settings.
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
