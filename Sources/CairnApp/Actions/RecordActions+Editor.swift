internal import CairnKit
internal import CairnScreens
internal import CairnStore

/// The person's editor, for a long text of a field.
extension RecordActions {
  /// Gives the terminal to the person's editor with a text in a file, and takes in what comes back.
  ///
  /// An editor that ends with a status says that nothing is to be taken; what was written then
  /// stays in its file.
  func edit(_ edited: EditedText) -> [Effect] {
    let (environment, fileSystem) = (workspace.environment, workspace.fileSystem)
    return Effect.trying { () throws(AppError) in
      // Without an editor no file is made.
      _ = try environment.editor(on: fileSystem)
      let file = try EditedFile(
        Array(edited.text.utf8), named: Self.fileName(edited.name), as: "md", environment,
        fileSystem)
      let arguments = try environment.editing(file.path, on: fileSystem)
      return [
        .hand(
          ForegroundProgram(arguments) { end in
            switch end {
            case .exited(0): Self.take(file, edited)
            case .exited(let status):
              Self.leave(file, "the editor ended with status \(status); nothing was changed")
            case .failed(let reason): Self.leave(file, "the editor: \(reason)")
            }
          })
      ]
    }
  }

  private static func take(_ file: EditedFile, _ edited: EditedText) -> [Effect] {
    guard !file.isGone else {
      return [.say(Message("the editor deleted the file; nothing was changed", tone: .warning))]
    }
    guard let bytes = try? file.read() else {
      return leave(file, "\(edited.name) can't be read; nothing was changed")
    }
    guard let written = String(validating: bytes, as: UTF8.self) else {
      return leave(file, "\(edited.name) is not UTF-8; nothing was changed")
    }
    var text = written.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    // Editors end the last line, which the field's text need not do.
    if text.hasSuffix("\n"), !edited.text.hasSuffix("\n") { text.removeLast() }
    guard text != edited.text || edited.isUnsaved else {
      file.remove()
      return [.say(Message("\(edited.name) is unchanged"))]
    }
    return edited.completion(WrittenText(text, in: file.shownPath) { file.remove() })
  }

  private static func leave(_ file: EditedFile, _ reason: String) -> [Effect] {
    guard !file.isPristine else {
      file.remove()
      return [.say(Message(reason, tone: .warning))]
    }
    return [.say(Message("\(reason); the text is in \(file.shownPath)", tone: .warning))]
  }

  /// A name as a file can have it.
  private static func fileName(_ name: String) -> String {
    String(name.map { $0.isLetter || $0.isNumber ? $0 : "-" }.prefix(40))
  }
}
