internal import CairnApp
internal import CairnFiles
internal import CairnInterface
internal import CairnInterchange
internal import CairnStore

/// One run of the program: what it was told, and where it answers.
///
/// Data goes to standard output and everything else to standard error, so that a pipe gets data.
struct Invocation {
  let environment: Environment
  let options: GlobalOptions
  let fileSystem: any FileSystem = RealFileSystem()

  /// Prints a line of a report.
  func print(_ line: String) throws(AppError) {
    try write(line + "\n")
  }

  /// Prints a text, which ends its lines itself.
  func write(_ text: String) throws(AppError) {
    try write(Array(text.utf8))
  }

  /// Prints the mistakes of `file`, a line each.
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

  /// Prints data as it is; only a terminal gets its control characters as pictures.
  func write(_ bytes: [UInt8]) throws(AppError) {
    try StandardStream.output.write(bytes)
  }

  /// Says something that is no data.
  func note(_ line: String) throws(AppError) {
    try StandardStream.error.write(Array("cairn: \(line.onOneLine)\n".utf8))
  }

  /// Tells a person on a terminal how the typed values were read.
  ///
  /// Scripts get no such lines.
  func tellReadings(
    of values: [Assignment], in entity: String, _ workspace: Workspace
  ) throws(AppError) {
    guard environment.terminals.contains(.error), let entity = workspace.model[entity] else {
      return
    }
    for line in workspace.readings(of: values, in: entity) { try note(line) }
  }

  /// Reads a file, or what a pipe gives; `-` is standard input.
  ///
  /// - Throws: ``AppError/failed(_:)`` where it can't be read.
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

  /// A file as an input of an import; `-` is standard input.
  ///
  /// - Parameters:
  ///   - path: the file, as it was named.
  ///   - format: its form; `nil` asks its name.
  ///   - keepsBytes: whether it may be gone or changed when it is read again, and is kept in memory.
  /// - Returns: the input.
  /// - Throws: ``AppError/failed(_:)`` when it can't be opened.
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
