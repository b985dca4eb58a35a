internal import CairnFiles
internal import CairnInterchange
internal import CairnStore

/// Finds the files of an export, or of a folder of Markdown.
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
  func files(in path: String) throws(AppError) -> [String]? {
    guard let parts = try exported(path) else { return try found(in: path)?.files }
    var files = parts.files + parts.notes
    for folder in parts.folders { files += try found(in: folder)?.files ?? [] }
    return files
  }

  /// The parts of an export in a folder; `nil` if `path` is no folder with a model.
  ///
  /// A folder that is called like a collection has its Markdown. All other Markdown is of the one
  /// collection that was exported, in the folders of its notes.
  ///
  /// - Throws: ``AppError/failed(_:)`` when the folder can't be read.
  func exported(_ path: String) throws(AppError) -> ExportedFiles? {
    guard path != "-", let model = try model(in: environment.absolute(path)) else { return nil }
    let plurals = Set(model.model.entities.map(\.plural))
    var parts = ExportedFiles()
    var collections: [String: String] = [:]
    do {
      for name in try fileSystem.list(environment.absolute(path)).sorted()
      where !name.hasPrefix(".") {
        let part = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
        guard !isLink(part) else { continue }
        let kind = try fileSystem.status(of: environment.absolute(part))?.kind
        if kind == .folder {
          var found = Found()
          try gather(part, &found)
          if found.files.isEmpty { continue }
          guard plurals.contains(name) else {
            parts.notes += found.files
            continue
          }
          try note(name, part, &collections)
          parts.folders.append(part)
        } else if kind == .file, let format = InterchangeFormat(path: name) {
          guard format != .markdown else {
            parts.notes.append(part)
            continue
          }
          let stem = String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)])
          if plurals.contains(stem) { try note(stem, part, &collections) }
          parts.files.append(part)
        }
      }
      return parts
    } catch let error as AppError {
      throw error
    } catch {
      throw .failed("\(error)")
    }
  }

  /// Refuses two files of one collection, since nobody can tell which of them is right.
  private func note(
    _ collection: String, _ path: String, _ known: inout [String: String]
  ) throws(AppError) {
    if let other = known.updateValue(path, forKey: collection) {
      throw .failed("\(other) and \(path) are both \(collection); remove one of them")
    }
  }

  /// The file of the model of an export in which `path` is a file, or a folder of Markdown; `nil` for
  /// none.
  func modelBeside(_ path: String) -> String? {
    let folder = environment.absolute(path).parentFolder
    guard path != "-", path.split(separator: "/").last.map(String.init) != ExportedModel.fileName,
      ((try? model(in: folder)) ?? nil) != nil
    else { return nil }
    return "\(folder)/\(ExportedModel.fileName)"
  }

  private func model(in folder: String) throws(AppError) -> ExportedModel? {
    let path = "\(folder)/\(ExportedModel.fileName)"
    do {
      guard try fileSystem.status(of: folder)?.kind == .folder, !isLink(path),
        try fileSystem.status(of: path)?.kind == .file
      else { return nil }
      let text = String(decoding: try fileSystem.read(path), as: UTF8.self)
      return try ExportedModel(parsing: text, file: path)
    } catch {
      throw .failed("\(error)")
    }
  }

  /// The Markdown of the one collection of an export.
  func notes(_ files: [String], of path: String) -> ImportInput {
    ImportInput(folder: name(of: environment.absolute(path)), at: path, of: files.map(stream))
  }

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

  private func isLink(_ path: String) -> Bool {
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

  private func stream(_ path: String) -> ByteStream {
    ByteStream(name: path, reading: environment.absolute(path), of: fileSystem)
  }

  private func name(of folder: String) -> String {
    let parts = folder.split(separator: "/").filter { $0 != "." }
    return parts.last.map(String.init) ?? "notes"
  }
}

/// What an export left in a folder.
struct ExportedFiles {
  /// The files of collections, and the file of the model.
  var files: [String] = []
  /// Folders of Markdown, one for each collection.
  var folders: [String] = []
  /// Markdown of the only collection.
  var notes: [String] = []
}
