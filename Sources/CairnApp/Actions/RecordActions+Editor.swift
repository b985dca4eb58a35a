internal import CairnFiles
internal import CairnKit
internal import CairnScreens
internal import CairnStore

/// Texts in the person's editor.
///
///     text ──▶ editor ──▶ take ──▶ unchanged │ saved
///      ▲                    │
///      └── edit again? ◀────┘ it can't be saved
///
/// If the editor ends with an error status, the text is not saved and stays in its file.
extension RecordActions {
  /// Opens a file in the person's editor on the terminal, and then continues with `take`.
  ///
  /// - Throws: ``AppError`` if there is no editor.
  func edit(
    _ file: EditedFile, taking take: @escaping () -> [Effect]
  ) throws(AppError) -> [Effect] {
    let arguments = try workspace.environment.editing(file.path, on: workspace.fileSystem)
    let program = ForegroundProgram(arguments) { end in
      switch end {
      case .exited(0): take()
      case .exited(let status):
        Self.leave(file, "the editor ended with status \(status); nothing was changed")
      case .failed(let reason): Self.leave(file, "the editor: \(reason)", tone: .bad)
      }
    }
    return [.hand(program)]
  }

  /// Says why a text can't be saved, and asks whether to edit it again.
  ///
  /// - Parameters:
  ///   - reason: the reason.
  ///   - question: the title of the question.
  ///   - keep: the other choice.
  ///   - again: edits it again.
  /// - Returns: the effects that ask.
  func askToEdit(
    because reason: String, _ question: String, or keep: Menu.Choice,
    again: @escaping () throws(AppError) -> [Effect]
  ) -> [Effect] {
    let choices = [Menu.Choice("e", "Edit it again") { Effect.trying(again) }, keep]
    return [.say(Message(reason, tone: .bad)), .present(Menu(question, choices: choices))]
  }

  /// Returns the choice that keeps the saved value and leaves the written text in its file.
  func keeping(_ file: EditedFile, _ title: String) -> Menu.Choice {
    Menu.Choice("k", title, detail: "your text stays in \(file.shownPath)") {
      [.say(Message("your text is kept in \(file.shownPath)"))]
    }
  }

  /// Edits a long text of a field.
  func edit(_ edited: EditedText) -> [Effect] {
    let (environment, fileSystem) = (workspace.environment, workspace.fileSystem)
    return Effect.trying { () throws(AppError) in
      // Without an editor, no file is created.
      _ = try environment.editor(on: fileSystem)
      let file = try EditedFile(
        Array(edited.text.utf8), named: Self.fileName(edited.name), as: "md", environment,
        fileSystem)
      return try edit(file) { [self] in take(file, edited) }
    }
  }

  /// Takes the text that the editor left in a file.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - edited: the text before the first edit, and what to do with the written one.
  ///   - isUnsaved: whether the text in the file could not be saved, so that it counts as written
  ///     even without a change.
  /// - Returns: the effects of the text.
  private func take(
    _ file: EditedFile, _ edited: EditedText, isUnsaved: Bool = false
  ) -> [Effect] {
    guard !file.isGone else {
      return [.say(Message("the editor deleted the file; nothing was changed", tone: .warning))]
    }
    guard let bytes = try? file.read() else {
      return Self.leave(file, "\(edited.name) can't be read; nothing was changed")
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else {
      return Self.leave(file, "\(edited.name) is not UTF-8; nothing was changed")
    }
    var text = decoded.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    // Editors end the last line with a line feed, which the field's text may not have.
    if text.hasSuffix("\n"), !edited.text.hasSuffix("\n") { text.removeLast() }
    guard isUnsaved || !text.isIdentical(to: edited.text) else {
      file.remove()
      return [.say(Message("\(edited.name) is unchanged"))]
    }
    let written = WrittenText(text, in: file.shownPath) {
      file.remove()
    } ask: { [self] reason, completion in
      var edited = edited
      edited.completion = completion
      let keep = keeping(file, "Keep the old text")
      return askToEdit(because: reason, "\(edited.name) can't be saved", or: keep) {
        [self] () throws(AppError) in
        try edit(file) { [self] in take(file, edited, isUnsaved: true) }
      }
    }
    return edited.completion(written)
  }

  /// Says why the text was not saved, and which file has it.
  private static func leave(
    _ file: EditedFile, _ reason: String, tone: Message.Tone = .warning
  ) -> [Effect] {
    guard !file.isPristine else {
      file.remove()
      return [.say(Message(reason, tone: tone))]
    }
    return [.say(Message("\(reason)\(file.whereKept)", tone: tone))]
  }

  /// Returns a name as a legal file name.
  private static func fileName(_ name: String) -> String {
    String(name.map { $0.isLetter || $0.isNumber ? $0 : "-" }.prefix(40))
  }
}

/// The changes that a started program saved, and the programs that it started in turn.
///
/// Such a program finds a folder in its environment and leaves a file there for each change that it
/// saves. So changes of other programs are not taken for this person's.
package struct ProgramChanges {
  /// The environment variable with the folder's path.
  private static let variable = "CAIRN_CHANGES"

  private let folder: String?
  private let fileSystem: any FileSystem

  /// Creates a new folder, and removes folders older than a day, left when the app was killed.
  ///
  /// If the folder can't be created, for example on a full disk, the program still starts, but its
  /// changes stay unknown.
  init(_ environment: Environment, _ fileSystem: any FileSystem) {
    let all = environment.cacheFolder + "/changes"
    let folder = "\(all)/\(UInt64.random(in: 0...(.max)))"
    self.fileSystem = fileSystem
    do throws(FileError) {
      try fileSystem.makeFolder(folder)
      self.folder = folder
    } catch {
      self.folder = nil
    }
    // The clock of the disk may differ.
    for path in fileSystem.leftovers(in: all, at: environment.clock()) where path != folder {
      Self.remove(path, on: fileSystem)
    }
  }

  /// Returns the command that starts a program with the folder in its environment.
  func starting(_ arguments: [String]) -> [String] {
    folder.map { ["/usr/bin/env", "\(Self.variable)=\($0)"] + arguments } ?? arguments
  }

  /// Stops collecting changes.
  ///
  /// - Parameter store: the store whose changes to return.
  /// - Returns: the numbers of the changes saved in the store, in order; `nil` if they are unknown.
  func finish(_ store: StoreID) -> [UInt64]? {
    guard let folder else { return nil }
    let names = (try? fileSystem.list(folder)) ?? []
    Self.remove(folder, on: fileSystem)
    return names.compactMap { name in
      name.hasPrefix("\(store).") ? UInt64(name.dropFirst("\(store).".count)) : nil
    }.sorted()
  }

  private static func remove(_ folder: String, on fileSystem: any FileSystem) {
    for name in (try? fileSystem.list(folder)) ?? [] {
      try? fileSystem.remove("\(folder)/\(name)")
    }
    try? fileSystem.remove(folder)
  }

  /// Reports the change of this process to the app that started it, if there is one.
  ///
  /// If the report fails, the change is saved anyway, and `gu` undoes it.
  package static func tell(of workspace: Workspace) {
    let (store, fileSystem) = (workspace.store, workspace.fileSystem)
    guard let folder = workspace.environment[variable],
      (try? fileSystem.exists(folder)) == true
    else { return }
    for number in store.savedNumbers {
      try? fileSystem.replace("\(folder)/\(store.id).\(number)", with: [])
    }
  }
}

extension Effect {
  /// Returns effects; if they can't be made, returns a message with the reason.
  static func trying(_ effects: () throws(AppError) -> [Effect]) -> [Effect] {
    do throws(AppError) {
      return try effects()
    } catch {
      return [.say(Message(error.description, tone: .warning))]
    }
  }
}
