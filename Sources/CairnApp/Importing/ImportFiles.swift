internal import CairnFiles
internal import CairnInterchange
internal import CairnScreens

/// Files that were read for an import, with marks to detect later changes.
struct ImportFiles: Sendable {
  let inputs: InspectedInputs
  let marks: [Mark]

  /// The properties of a file that show whether it changed.
  struct Mark: Hashable, Sendable {
    let path: String
    let size: Int
    let modified: Int64

    /// The mark as a text, to be compared with a later one.
    var text: String { "\(size) \(modified) \(path)" }
  }

  /// Reads files to their end.
  ///
  /// - Parameters:
  ///   - choices: the files and their format.
  ///   - environment: the process environment.
  ///   - fileSystem: the file system of the files.
  ///   - progress: receives the progress, and may cancel the reading.
  ///   - keepsBytes: whether to keep the bytes in memory, in case the files change or disappear.
  /// - Throws: ``AppError/failed(_:)`` if a file can't be read.
  init(
    _ choices: ImportChoices, _ environment: Environment, _ fileSystem: any FileSystem,
    _ progress: JobProgress, keepsBytes: Bool = false
  ) throws(AppError) {
    let format = choices.format
    // The marks are taken first, so that a change during the reading is noticed.
    marks = try Self.marks(of: choices.files, environment, fileSystem)
    // Notices name the files by these paths.
    let paths = choices.files.map { environment.abbreviated(environment.absolute($0)) }
    let sources = try environment.inputs(
      paths, format: format, dialect: choices.options.dialect, fileSystem: fileSystem
    ) { (path) throws(AppError) in
      try environment.input(
        path, format: format, fileSystem: fileSystem, keepsBytes: keepsBytes)
    }
    inputs = try environment.inspect(sources) { state in
      progress.report(JobProgress.Reading(state))
      return progress.ending == nil ? .proceed : .cancel
    }
  }

  /// Returns the current marks of files; a folder is replaced by its Markdown files.
  ///
  /// - Throws: ``AppError/failed(_:)`` for a missing file, or for a pipe, which may never end.
  static func marks(
    of files: [String], _ environment: Environment, _ fileSystem: any FileSystem
  ) throws(AppError) -> [Mark] {
    let notes = NoteFiles(environment: environment, fileSystem: fileSystem)
    var marks: [Mark] = []
    for named in files.map(environment.absolute) {
      let paths: [String]
      if let export = try ExportFolder(named, notes) {
        paths = export.files + export.notes.groups.flatMap(\.files)
      } else {
        paths = try notes.found(in: named)?.files ?? [named]
      }
      for path in paths { marks.append(try mark(of: path, environment, fileSystem)) }
    }
    return marks
  }

  private static func mark(
    of path: String, _ environment: Environment, _ fileSystem: any FileSystem
  ) throws(AppError) -> Mark {
    let status: FileStatus?
    do throws(FileError) {
      status = try fileSystem.status(of: path)
    } catch {
      throw .failed(error.description)
    }
    let name = environment.abbreviated(path)
    guard let status else { throw .failed("\(name) does not exist") }
    guard status.kind != .other else {
      throw .failed("\(name) is a pipe or a device; cairn import - reads one in the shell")
    }
    return Mark(path: path, size: status.size, modified: status.modified)
  }
}
