internal import CairnFiles
internal import CairnInterchange
internal import CairnStore

/// A folder with an export of a store: a model beside the files of the collections.
struct ExportFolder {
  /// The files of collections, and the file of the model.
  private(set) var files: [String] = []
  /// Folders of Markdown, one for each collection.
  private(set) var folders: [String] = []
  /// The Markdown files that are not in the folder of a collection.
  private(set) var notes: [String] = []
  /// A sentence for each file of the folder that is not part of the export.
  private(set) var passedOver: [String] = []
  /// The file or folder of each collection found so far.
  private var collections: [String: String] = [:]

  /// Examines a folder; `nil` if `path` is not a folder with a model.
  ///
  /// Links in the folder are not followed.
  ///
  /// - Throws: ``AppError/failed(_:)`` for a folder that can't be read, an invalid model, or two
  ///   files of one collection.
  init?(_ path: String, _ markdown: NoteFiles) throws(AppError) {
    let (environment, fileSystem) = (markdown.environment, markdown.fileSystem)
    guard path != "-", let export = try Self.model(in: environment.absolute(path), fileSystem)
    else { return nil }
    let plurals = Set(export.model.entities.map(\.plural))
    func read<Value>(_ body: () throws(FileError) -> Value) throws(AppError) -> Value {
      do throws(FileError) { return try body() } catch { throw .failed(error.description) }
    }
    let names = try read { () throws(FileError) in
      try fileSystem.list(environment.absolute(path)).sorted()
    }
    for name in names where !name.hasPrefix(".") {
      let part = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
      if markdown.isLink(part) {
        passOver(part, "is a link")
        continue
      }
      let kind = try read { () throws(FileError) in
        try fileSystem.status(of: environment.absolute(part))?.kind
      }
      // A pipe would keep the import waiting.
      guard kind == .folder || kind == .file else {
        passOver(part, "is not a file")
        continue
      }
      if let found = try markdown.files(in: part) {
        guard plurals.contains(name), !found.isEmpty else {
          if found.isEmpty { passOver(part, "has no Markdown files") }
          notes += found
          continue
        }
        try note(name, part)
        folders.append(part)
      } else if let format = InterchangeFormat(path: name) {
        guard format != .markdown else {
          notes.append(part)
          continue
        }
        let stem = String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)])
        if plurals.contains(stem) {
          try note(stem, part)
        } else if name != ExportedModel.fileName {
          passOver(part, Self.noCollection)
          continue
        }
        files.append(part)
      } else {
        passOver(part, "has no known format")
      }
    }
    // Beside files of collections, a text such as README.md is not a note.
    if !collections.isEmpty, let first = notes.first {
      passOver(first, Self.noCollection)
      if notes.count > 1 { passedOver.append("nor were \(notes.count - 1) more Markdown files") }
      notes = []
    }
  }

  private static let noCollection = "has no collection of the export"

  private mutating func passOver(_ path: String, _ reason: String) {
    passedOver.append("\(path) \(reason) and was not read")
  }

  /// Refuses a second file of a collection, because an import can't know which one is right.
  private mutating func note(_ collection: String, _ path: String) throws(AppError) {
    if let other = collections.updateValue(path, forKey: collection) {
      throw .failed("\(path) and \(other) are files of one collection; remove one")
    }
  }

  /// Returns the model in a folder; `nil` if there is none.
  ///
  /// - Throws: ``AppError/failed(_:)`` for a model that can't be read or parsed.
  static func model(
    in folder: String, _ fileSystem: any FileSystem
  ) throws(AppError) -> ExportedModel? {
    let path = "\(folder)/\(ExportedModel.fileName)"
    do {
      // A link in another person's folder may lead anywhere.
      guard try fileSystem.status(of: folder)?.kind == .folder,
        try fileSystem.status(of: path)?.kind == .file,
        try fileSystem.target(ofLink: path) == nil
      else { return nil }
      return try ExportedModel(
        parsing: String(decoding: try fileSystem.read(path), as: UTF8.self), file: path)
    } catch {
      throw .failed("\(error)")
    }
  }
}
