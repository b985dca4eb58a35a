internal import CairnFiles
internal import CairnInterchange
internal import CairnStore

/// A folder with an export of a store: a model beside the files of the collections.
///
/// A Markdown file belongs to the collection in its own address, else to the collection of its
/// folder. Any other file belongs to the collection of its name, or of its first record.
struct ExportFolder {
  /// The files of collections, and the file of the model.
  private(set) var files: [String] = []
  /// The Markdown files, by collection.
  private(set) var notes = NotesByCollection()
  /// Whether the folder has kept files.
  private(set) var hasKeptFiles = false
  /// A sentence for each file of the folder that is not part of the export.
  private(set) var passedOver: [String] = []
  private let export: ExportedModel
  private let path: String
  /// The file or folder of each collection found so far.
  private var collections: [String: String] = [:]

  /// Examines a folder; `nil` if `path` is not a folder with a model.
  ///
  /// Links in the folder are not followed.
  ///
  /// - Throws: ``AppError/failed(_:)`` for a folder that can't be read, an invalid model, or two
  ///   files of one collection.
  init?(_ path: String, _ reader: NoteFiles) throws(AppError) {
    let place = reader.environment.absolute(path)
    guard path != "-", let export = try Self.model(in: place, reader.fileSystem) else { return nil }
    (self.export, self.path) = (export, path)
    let plurals = Set(export.model.entities.map(\.plural))
    var unaddressed: [String] = []
    for name in try reader.names(in: path) where !name.hasPrefix(".") {
      let part = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
      if reader.isLink(part) {
        passOver(part, "is a link")
        continue
      }
      let kind = try reader.kind(of: part)
      // A pipe would keep the import waiting.
      guard kind == .folder || kind == .file else {
        passOver(part, "is not a file")
        continue
      }
      if kind == .folder,
        try Self.model(in: reader.environment.absolute(part), reader.fileSystem) != nil
      {
        passOver(part, "is another export")
      } else if var found = try reader.found(in: part, skippingExports: true) {
        if name == KeptFile.folder {
          // A kept file may be a Markdown file, but it is no note.
          found.files.removeAll { KeptFile(String($0.dropFirst(part.count - name.count))) != nil }
          hasKeptFiles = true
        } else if found.files.isEmpty {
          passOver(part, "has no Markdown files")
        }
        for link in found.links { passOver(link, "is a link") }
        for file in found.files {
          let own = try reader.address(in: file, .markdown)?.collection
          if let collection = own.flatMap({ plurals.contains($0) ? $0 : nil }) {
            notes.add(file, to: collection, in: path)
          } else if plurals.contains(name) {
            notes.add(file, to: name, in: path)
          } else {
            unaddressed.append(file)
          }
        }
      } else if let format = InterchangeFormat(path: name) {
        let own = try reader.address(in: part, format)?.collection
        if format == .markdown {
          if let own, plurals.contains(own) {
            notes.add(part, to: own, in: path)
          } else {
            unaddressed.append(part)
          }
          continue
        }
        let stem = String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)])
        if plurals.contains(stem), name != ExportedModel.fileName {
          try note(stem, part)
        } else {
          var isKnown = name == ExportedModel.fileName || own.map(plurals.contains) == true
          if !isKnown, format == .rec {
            isKnown = try reader.definesRecords(of: export.model, part)
          }
          guard isKnown else {
            passOver(part, Self.noCollection)
            continue
          }
        }
        files.append(part)
      } else {
        passOver(part, "has no known format")
      }
    }
    takeUnaddressed(unaddressed, in: reader.name(of: place))
    for group in notes.groups { try note(group.collection, group.files[0]) }
  }

  /// Adds notes without an address to the only collection with notes in the same folder.
  ///
  /// Beside files of several collections, or of other formats, a text such as README.md is not a
  /// note.
  private mutating func takeUnaddressed(_ found: [String], in folder: String) {
    guard let first = found.first else { return }
    let beside = notes.groups.filter { $0.folder == path }.map(\.collection)
    if collections.isEmpty, beside.count == 1 || notes.groups.isEmpty {
      for file in found { notes.add(file, to: beside.first ?? folder, in: path) }
      return
    }
    passOver(first, Self.noCollection)
    if found.count > 1 { passedOver.append("nor were \(found.count - 1) more Markdown files") }
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
