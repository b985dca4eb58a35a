public import CairnFiles

extension Environment {
  /// Editors to look for where the person names none, the one that Debian lets them choose first.
  private static let usualEditors = ["editor", "nano", "vi"]

  /// The person's editor, as a shell would run it: what `$VISUAL` says, else `$EDITOR`, else one
  /// that is installed.
  ///
  /// - Throws: ``AppError/failed(_:)`` where there is no editor, or no terminal for one that was not
  ///   asked for.
  public func editor(on fileSystem: any FileSystem) throws(AppError) -> String {
    if let named = self["VISUAL"] ?? self["EDITOR"] { return named }
    guard terminals.isSuperset(of: [.input, .output]) else {
      throw .failed("no terminal to edit on; set EDITOR to a program that edits the file")
    }
    guard let found = Self.usualEditors.first(where: { hasProgram($0, on: fileSystem) }) else {
      throw .failed("no editor found; set EDITOR")
    }
    return found
  }

  /// The program and its arguments that let the person edit a file.
  ///
  /// - Throws: as ``editor(on:)`` does.
  func editing(_ path: String, on fileSystem: any FileSystem) throws(AppError) -> [String] {
    // The variable may have options of its own, so a shell reads it; the path it only hands on.
    ["/bin/sh", "-c", "exec \(try editor(on: fileSystem)) \"$1\"", "sh", path]
  }
}
