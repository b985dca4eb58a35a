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
    case .model(let path): return try editFile(path)
    case .record(let id):
      // The command looks for it too, but where nobody reads what it says.
      _ = try workspace.environment.editor(on: workspace.fileSystem)
      let url = desk.snapshot.url(of: id).text
      let before = desk.snapshot.version
      // The command opens the editor again after a mistake, and merges what others changed.
      return hand(["/proc/self/exe", "edit", url, "--store", workspace.path], to: "the editor") {
        [desk] in
        desk.takeIn(after: before)
      }
    }
  }

  private func editFile(_ path: String) throws(AppError) -> [Effect] {
    let arguments = try workspace.environment.editing(path, on: workspace.fileSystem)
    return hand(arguments, to: "the editor") { [desk] in desk.reload() + [.refresh] }
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
