internal import CairnApp
internal import CairnFiles
internal import CairnInterface
internal import CairnInterchange
internal import CairnStore

/// One run of the program: its environment and options, and its output.
///
/// Data goes to standard output and all other text to standard error, so a pipe gets only data.
struct Invocation {
  let environment: Environment
  let options: GlobalOptions
  let fileSystem: any FileSystem = RealFileSystem()

  /// Prints a line of a report.
  func print(_ line: String) throws(AppError) {
    try write(line + "\n")
  }

  /// Prints a text that has its own line ends.
  func write(_ text: String) throws(AppError) {
    try write(Array(text.utf8))
  }

  /// Prints the mistakes of a file, one line each.
  ///
  /// - Throws: ``AppError/failed(_:)`` if there are any.
  func report(
    _ mistakes: [String], of file: String, besides rest: String = ""
  ) throws(AppError) {
    for mistake in mistakes { try print(mistake) }
    guard mistakes.isEmpty else {
      throw .failed("\(file) has \(counted(mistakes.count, "mistake"))\(rest)")
    }
  }

  /// Prints data unchanged; on a terminal, control characters become pictures.
  func write(_ bytes: [UInt8]) throws(AppError) {
    try StandardStream.output.write(bytes)
  }

  /// Prints a line on standard error.
  func note(_ line: String) throws(AppError) {
    try StandardStream.error.write(Array("cairn: \(line.onOneLine)\n".utf8))
  }

  /// Prints which files were not kept, and for a person on a terminal how the typed values were read.
  ///
  /// Scripts get only the first.
  func tellReadings(
    of values: [Assignment], in entity: String, _ workspace: Workspace
  ) throws(AppError) {
    guard let entity = workspace.model[entity] else { return }
    for line in workspace.unkeptFiles(of: values, in: entity) { try note(line) }
    guard environment.terminals.contains(.error) else { return }
    for line in workspace.readings(of: values, in: entity) { try note(line) }
  }

  /// Reads a file or a pipe; `-` is standard input.
  ///
  /// - Throws: ``AppError/failed(_:)`` if it can't be read.
  func readFile(_ path: String) throws(AppError) -> [UInt8] {
    guard path != "-" else { return try StandardStream.readInput() }
    return try StandardStream.readAll { () throws(FileError) in
      try fileSystem.stream(environment.absolute(path))
    }
  }

  /// Reads a file of text.
  func readText(_ path: String) throws(AppError) -> String {
    guard let text = String(validating: try readFile(path), as: UTF8.self) else {
      throw .failed("\(path) is not text in UTF-8")
    }
    return text
  }

  /// Returns a file as an input of an import; `-` is standard input.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - format: the format; `nil` for the one of the file's name.
  ///   - keepsBytes: whether to store the bytes in memory, since the file may change before it is
  ///     read again.
  /// - Returns: the input.
  /// - Throws: ``AppError/failed(_:)`` if it can't be opened.
  func input(
    _ path: String, format: InterchangeFormat?, keepsBytes: Bool = false
  ) throws(AppError) -> ImportInput {
    guard path == "-" else {
      return try environment.input(
        path, format: format, fileSystem: fileSystem, keepsBytes: keepsBytes)
    }
    return ImportInput(
      .init(name: "standard input", blocks: [try StandardStream.readInput()]), format: format)
  }
}
