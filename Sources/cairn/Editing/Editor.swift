internal import CairnApp
internal import CairnFiles
internal import CairnStore
internal import Glibc

/// The person's editor: what `$VISUAL` says, else `$EDITOR`, else one that is installed.
struct Editor {
  private let command: String

  /// - Throws: ``AppError/failed(_:)`` where there is no editor, or no terminal for one that was not
  ///   asked for.
  init(_ environment: Environment, _ fileSystem: any FileSystem) throws(AppError) {
    command = try environment.editor(on: fileSystem)
  }

  /// Lets the person edit a file, and waits until the editor has ended.
  ///
  /// - Throws: ``AppError/failed(_:)`` when it can't be run, or says that it failed.
  func edit(_ path: String) throws(AppError) {
    // A shell, since the variable may have options; it also leaves ^C to the editor.
    let status = unsafe system("\(command) \(path.inApostrophes)")
    guard status == 0 else {
      let exit = status >> 8 & 0xFF
      let signal = status & 0x7F
      let reason = signal == 0 ? "with status \(exit)" : "by signal \(signal)"
      throw .failed("the editor (\(command)) ended \(reason); nothing was changed")
    }
  }
}
