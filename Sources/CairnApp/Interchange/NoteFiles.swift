internal import CairnFiles
internal import CairnInterchange
internal import CairnStore

/// Finds files of Markdown that belong together.
struct NoteFiles {
  let environment: Environment
  let fileSystem: any FileSystem

  /// The Markdown in a folder and below it; `nil` if `path` is no folder.
  ///
  /// - Throws: ``AppError/failed(_:)`` when there is none, or the folder can't be read.
  func folder(_ path: String) throws(AppError) -> ImportInput? {
    guard let files = try files(in: path) else { return nil }
    guard !files.isEmpty else { throw .failed("\(path) has no Markdown in it, as *.md") }
    return ImportInput(folder: name(of: environment.absolute(path)), of: files.map(stream))
  }

  /// The paths of the Markdown in a folder and below it; `nil` if `path` is no folder.
  ///
  /// - Throws: ``AppError/failed(_:)`` when the folder can't be read.
  func files(in path: String) throws(AppError) -> [String]? {
    var files: [String] = []
    do throws(FileError) {
      guard path != "-", try fileSystem.status(of: environment.absolute(path))?.kind == .folder
      else { return nil }
      try gather(path, &files)
    } catch {
      throw .failed(error.description)
    }
    return files
  }

  /// The files at the beginning of `paths` that are Markdown of one folder.
  func siblings(
    _ paths: ArraySlice<String>, _ format: InterchangeFormat?
  ) -> ArraySlice<String> {
    guard let first = paths.first else { return [] }
    let folder = first.parentFolder
    return paths.prefix { path in
      path != "-" && (format ?? InterchangeFormat(path: path)) == .markdown
        && path.parentFolder == folder
    }
  }

  /// Files of the folder in which `path` is.
  func input(of files: ArraySlice<String>, in path: String) -> ImportInput {
    ImportInput(
      folder: name(of: environment.absolute(path).parentFolder), of: files.map(stream))
  }

  private func gather(_ folder: String, _ files: inout [String]) throws(FileError) {
    let names = try fileSystem.list(environment.absolute(folder)).filter { !$0.hasPrefix(".") }
    // In the order in which a person sees them, p2 before p10: that of the records in an export.
    for (name, _) in names.map({ ($0, CollationKey($0)) }).sorted(by: {
      ($0.1, $0.0) < ($1.1, $1.0)
    }) {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      let place = environment.absolute(path)
      switch try fileSystem.status(of: place)?.kind {
      case .folder:
        // A link could lead round in a circle.
        if try fileSystem.target(ofLink: place) == nil { try gather(path, &files) }
      case .file:
        if InterchangeFormat(path: name) == .markdown { files.append(path) }
      case .other, nil: break
      }
    }
  }

  private func stream(_ path: String) -> ByteStream {
    ByteStream(name: path, reading: environment.absolute(path), of: fileSystem)
  }

  private func name(of folder: String) -> String {
    let parts = folder.split(separator: "/").filter { $0 != "." }
    return parts.last.map(String.init) ?? "notes"
  }
}
