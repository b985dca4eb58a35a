internal import ArgumentParser
internal import CairnApp
internal import CairnFiles
internal import CairnStore
internal import Glibc

/// `cairn edit`: a record, or a list's records, as text in the person's editor.
struct EditCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Edit records as text in your editor.",
    discussion: .examples(
      """
      cairn edit recipes/p1                 # one record
      cairn edit 'recipes?where=kind=soup'  # all soups
      """,
      then: """
        The command opens $VISUAL, or else $EDITOR. Each field is a line. The edited text is \
        saved as one change. A record without Id is added. Id: -p3 deletes p3. A record that you \
        remove from the text stays unchanged. If the text has a mistake, the editor opens again \
        with the reason at the top. An unchanged or empty text changes nothing.
        """))

  @Argument(help: "The URL of a list, or the URLs of records of one collection.")
  var urls: [String]

  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    let addresses = try urls.map { url throws(AppError) in try Address(url) }
    let editor = try Editor(invocation.environment, invocation.fileSystem)
    try invocation.withWorkspace { (workspace) throws(AppError) in
      var edit = try workspace.textEdit(at: addresses)
      let file = try EditedFile(
        edit.text, named: edit.plural, as: "rec", invocation.environment, invocation.fileSystem)
      let loop = EditorLoop { taken in
        Result { () throws(AppError) in
          try editor.edit(file.path)
          try taken().get()
        }
      } ask: { reason, again in
        Result { () throws(AppError) in
          // Without a person, another attempt makes no sense.
          guard invocation.environment.terminals.contains(.input) else {
            throw .failed("nothing was changed: \(reason)")
          }
          try file.write(edit.text)
          try again().get()
        }
      }
      var last: (edited: [UInt8], reasons: [String]) = ([], [])
      let end = loop.run { refuse in
        Result { () throws(AppError) in
          let edited = try file.read()
          switch try edit.take(edited) {
          case .unchanged:
            if let reason = last.reasons.first { throw .failed("nothing was changed: \(reason)") }
            try invocation.note("nothing was changed")
          case .saved(let summary):
            try invocation.note(Self.sentence(about: summary, edit.plural))
          case .mistaken(let reasons):
            // A text that is no text, or that a program as the editor writes again.
            let isText = String(validating: edited, as: UTF8.self) != nil && !edited.contains(0)
            guard isText, last != (edited, reasons) else {
              throw .failed("nothing was changed: \(reasons[0])")
            }
            last = (edited, reasons)
            try refuse(reasons[0]).get()
          }
        }
      }
      do throws(AppError) {
        try end.get()
      } catch {
        if file.isPristine {
          file.remove()
          throw error
        }
        throw .failed("\(error)\(file.whereKept)")
      }
      file.remove()
    }
  }

  private static func sentence(about summary: TextEdit.Summary, _ plural: String) -> String {
    var parts: [String] = []
    if summary.changed > 0 { parts.append("\(summary.changed) changed") }
    if summary.added > 0 { parts.append("\(summary.added) added") }
    if summary.deleted > 0 { parts.append("\(summary.deleted) deleted") }
    let done = "\(plural): \(parts.joined(separator: ", "))"
    guard summary.left > 0 else { return done }
    return "\(done); \(summary.left) removed from the text but kept in the store"
  }
}

/// The person's editor: `$VISUAL`, or else `$EDITOR`, or else an installed one.
struct Editor {
  private let command: String

  /// - Throws: ``AppError/failed(_:)`` without an editor, or without a terminal for a default one.
  init(_ environment: Environment, _ fileSystem: any FileSystem) throws(AppError) {
    command = try environment.editor(on: fileSystem)
  }

  /// Opens a file in the editor, and waits until the editor ends.
  ///
  /// - Throws: ``AppError/failed(_:)`` if the editor can't be started or fails.
  func edit(_ path: String) throws(AppError) {
    // The shell splits the variable, which may have options, and leaves ^C to the editor.
    let status = unsafe system("\(command) \(path.inApostrophes)")
    guard status == 0 else {
      let exit = status >> 8 & 0xFF
      let signal = status & 0x7F
      let reason = signal == 0 ? "with status \(exit)" : "by signal \(signal)"
      throw .failed("the editor (\(command)) ended \(reason); nothing was changed")
    }
  }
}
