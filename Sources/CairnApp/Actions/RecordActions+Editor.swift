internal import CairnFiles
internal import CairnKit
internal import CairnScreens
internal import CairnStore

/// Texts in the person's editor, on the terminal of the app.
///
/// If the editor ends with an error status, the text is not saved and stays in its file.
extension RecordActions {
  /// Returns a loop that edits a file, and asks in a menu whether to edit a refused text again.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - question: the title of the menu.
  ///   - keep: the title of its other choice, which leaves the text in the file.
  /// - Returns: the loop.
  func loop(
    on file: EditedFile, _ question: String, orKeep keep: String
  ) -> EditorLoop<[Effect]> {
    let choice = Menu.Choice("k", keep, detail: "your text stays in \(file.shownPath)") {
      [.say(Message("your text is kept in \(file.shownPath)"))]
    }
    return EditorLoop { [self] taken in
      Effect.trying { () throws(AppError) in
        let arguments = try workspace.environment.editing(file.path, on: workspace.fileSystem)
        let program = ForegroundProgram(arguments) { end in
          switch end {
          case .exited(0): taken()
          case .exited(let status):
            Self.leave(file, "the editor ended with status \(status); nothing was changed")
          case .failed(let reason): Self.leave(file, "the editor: \(reason)", tone: .bad)
          }
        }
        return [.hand(program)]
      }
    } ask: { reason, again in
      Self.ask(because: reason, question, again, or: choice)
    }
  }

  /// Says why a text can't be saved, and asks whether to edit it again.
  static func ask(
    because reason: String, _ question: String, _ again: @escaping () -> [Effect],
    or keep: Menu.Choice
  ) -> [Effect] {
    let choices = [Menu.Choice("e", "Edit it again", effects: again), keep]
    return [.say(Message(reason, tone: .bad)), .present(Menu(question, choices: choices))]
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
      var (edited, isUnsaved) = (edited, false)
      let loop = loop(on: file, "\(edited.name) can't be saved", orKeep: "Keep the old text")
      return loop.run { refuse in
        Self.take(file, edited, isUnsaved: isUnsaved) { reason, completion in
          (edited.completion, isUnsaved) = (completion, true)
          return refuse(reason)
        }
      }
    }
  }

  /// Takes the text that the editor left in a file.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - edited: the text before the first edit, and what to do with the written one.
  ///   - isUnsaved: whether the text in the file could not be saved, so that it counts as written
  ///     even without a change.
  ///   - ask: shows why the text was refused, and asks whether to edit it again.
  /// - Returns: the effects of the text.
  private static func take(
    _ file: EditedFile, _ edited: EditedText, isUnsaved: Bool, ask: @escaping WrittenText.Question
  ) -> [Effect] {
    guard !file.isGone else {
      return [.say(Message("the editor deleted the file; nothing was changed", tone: .warning))]
    }
    guard let bytes = try? file.read() else {
      return leave(file, "\(edited.name) can't be read; nothing was changed")
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else {
      return ask("\(edited.name) is not UTF-8", edited.completion)
    }
    var text = decoded.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    // Editors end the last line with a line feed, which the field's text may not have.
    if text.hasSuffix("\n"), !edited.text.hasSuffix("\n") { text.removeLast() }
    guard isUnsaved || !text.isIdentical(to: edited.text) else {
      file.remove()
      return [.say(Message("\(edited.name) is unchanged"))]
    }
    return edited.completion(
      WrittenText(text, in: file.shownPath, remove: { file.remove() }, ask: ask))
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
