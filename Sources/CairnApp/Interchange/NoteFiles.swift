internal import CairnFiles
internal import CairnInterchange
internal import CairnStore

/// Finds files of Markdown that belong together.
///
/// A folder of notes can come from another person, and a link in it can lead to any file of this
/// machine. So links in the folder are skipped and reported. Links that the user names are read.
struct NoteFiles {
  let environment: Environment
  let fileSystem: any FileSystem

  /// The Markdown in a folder and below it; `nil` if `path` is no folder.
  ///
  /// - Throws: ``AppError/failed(_:)`` when there is none, or the folder can't be read.
  func folder(_ path: String) throws(AppError) -> ImportInput? {
    guard let found = try found(in: path) else { return nil }
    guard !found.files.isEmpty else {
      let links = found.links.first.map { "; \($0) is a link, which is not followed" } ?? ""
      throw .failed("\(path) has no Markdown files (*.md)\(links)")
    }
    return ImportInput(
      folder: name(of: environment.absolute(path)), at: path, of: found.files.map(stream),
      passingOver: found.links)
  }

  /// The paths of the Markdown in a folder and below it; `nil` if `path` is no folder.
  ///
  /// - Throws: ``AppError/failed(_:)`` when the folder can't be read.
  func files(in path: String) throws(AppError) -> [String]? { try found(in: path)?.files }

  private struct Found {
    var files: [String] = []
    /// The skipped links.
    var links: [String] = []
  }

  private func found(in path: String) throws(AppError) -> Found? {
    var found = Found()
    do throws(FileError) {
      guard path != "-", try fileSystem.status(of: environment.absolute(path))?.kind == .folder
      else { return nil }
      try gather(path, &found)
    } catch {
      throw .failed(error.description)
    }
    return found
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
    let links = files.filter(isLink)
    return ImportInput(
      folder: name(of: environment.absolute(path).parentFolder),
      of: files.filter { !links.contains($0) }.map(stream), passingOver: links)
  }

  func isLink(_ path: String) -> Bool {
    ((try? fileSystem.target(ofLink: environment.absolute(path))) ?? nil) != nil
  }

  private func gather(_ folder: String, _ found: inout Found) throws(FileError) {
    let names = try fileSystem.list(environment.absolute(folder)).filter { !$0.hasPrefix(".") }
    // In the order in which a person sees them, p2 before p10: that of the records in an export.
    for (name, _) in names.map({ ($0, CollationKey($0)) }).sorted(by: {
      ($0.1, $0.0) < ($1.1, $1.0)
    }) {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      let isNote = InterchangeFormat(path: name) == .markdown
      let kind = try fileSystem.status(of: environment.absolute(path))?.kind
      if isLink(path) {
        if isNote || kind == .folder { found.links.append(path) }
        continue
      }
      switch kind {
      case .folder: try gather(path, &found)
      case .file:
        if isNote { found.files.append(path) }
      case .other, nil: break
      }
    }
  }

  func stream(_ path: String) -> ByteStream {
    ByteStream(name: path, reading: environment.absolute(path), of: fileSystem)
  }

  func name(of folder: String) -> String {
    let parts = folder.split(separator: "/").filter { $0 != "." }
    return parts.last.map(String.init) ?? "notes"
  }
}
