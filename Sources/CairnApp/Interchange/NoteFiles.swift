internal import CairnFiles
internal import CairnInterchange
internal import CairnStore

/// Finds Markdown files that belong together.
///
/// A folder of notes can come from another person, and a link in it can lead to any file on this
/// machine. So links in the folder are skipped and reported. Links that the user names are read.
struct NoteFiles {
  let environment: Environment
  let fileSystem: any FileSystem

  /// Returns the Markdown files in a folder and its subfolders; `nil` if `path` is not a folder.
  ///
  /// - Throws: ``AppError/failed(_:)`` when there are no such files, or the folder can't be read.
  func folder(_ path: String) throws(AppError) -> ImportInput? {
    guard let found = try found(in: path) else { return nil }
    guard !found.files.isEmpty else {
      let links = found.links.first.map { "; \($0) is a link, which is not followed" } ?? ""
      throw .failed("\(path) has no Markdown files (*.md), and no model.rec of an export\(links)")
    }
    return ImportInput(
      folder: name(of: environment.absolute(path)), at: path, of: found.files.map(stream),
      passingOver: found.links)
  }

  /// Markdown files in a folder and its subfolders.
  struct Found {
    var files: [String] = []
    /// The skipped links.
    var links: [String] = []
  }

  /// Returns the paths of Markdown files in a folder and its subfolders; `nil` if `path` is not a
  /// folder.
  ///
  /// - Throws: ``AppError/failed(_:)`` when the folder can't be read.
  func found(in path: String, skippingExports: Bool = false) throws(AppError) -> Found? {
    var found = Found()
    do throws(FileError) {
      guard path != "-", try fileSystem.status(of: environment.absolute(path))?.kind == .folder
      else { return nil }
      try gather(path, &found, skippingExports)
    } catch {
      throw .failed(error.description)
    }
    return found
  }

  /// Returns the Markdown files of one folder at the start of `paths`.
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

  /// Returns an input of files from the folder that contains `path`.
  func input(of files: ArraySlice<String>, in path: String) -> ImportInput {
    let links = files.filter(isLink)
    return ImportInput(
      folder: name(of: environment.absolute(path).parentFolder),
      of: files.filter { !links.contains($0) }.map(stream), passingOver: links)
  }

  /// Returns inputs of files from one folder with the model of an export, one for each collection
  /// in the files' addresses; `nil` if no file has an address.
  func inputsByCollection(of files: ArraySlice<String>) throws(AppError) -> [ImportInput]? {
    guard let first = files.first else { return nil }
    let folder = name(of: environment.absolute(first).parentFolder)
    var (notes, hasAddress) = (NotesByCollection(), false)
    for file in files where !isLink(file) {
      let own = try address(in: file, .markdown)?.collection
      hasAddress = hasAddress || own != nil
      notes.add(file, to: own ?? folder, in: file.parentFolder)
    }
    guard hasAddress else { return nil }
    return notes.groups.map { group in
      ImportInput(
        folder: group.collection, of: group.files.map(stream), passingOver: files.filter(isLink))
    }
  }

  /// Returns the names of the files and folders in a folder, in order.
  func names(in path: String) throws(AppError) -> [String] {
    try reading { () throws(FileError) in
      try fileSystem.list(environment.absolute(path)).sorted()
    }
  }

  /// Returns the kind of a file or folder.
  func kind(of path: String) throws(AppError) -> FileStatus.Kind? {
    try reading { () throws(FileError) in
      try fileSystem.status(of: environment.absolute(path))?.kind
    }
  }

  /// Returns the first record's address in an exported file; `nil` without one.
  func address(in path: String, _ format: InterchangeFormat) throws(AppError) -> RecordAddress? {
    RecordAddress.own(in: try head(of: path), of: format)
  }

  /// Returns whether a file of recutils begins with the descriptor of an entity of `model`.
  func definesRecords(of model: ObjectModel, _ path: String) throws(AppError) -> Bool {
    let text = String(decoding: try head(of: path), as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).contains { line in
      line.hasPrefix("%rec: ") && model[String(line.dropFirst(6))] != nil
    }
  }

  private func head(of path: String) throws(AppError) -> [UInt8] {
    try reading { () throws(FileError) in
      try fileSystem.open(environment.absolute(path), .read).read(at: 0, count: 1 << 12)
    }
  }

  private func reading<Value>(_ body: () throws(FileError) -> Value) throws(AppError) -> Value {
    do throws(FileError) { return try body() } catch { throw .failed(error.description) }
  }

  func isLink(_ path: String) -> Bool {
    ((try? fileSystem.target(ofLink: environment.absolute(path))) ?? nil) != nil
  }

  private func gather(
    _ folder: String, _ found: inout Found, _ skipsExports: Bool
  ) throws(FileError) {
    let names = try fileSystem.list(environment.absolute(folder)).filter { !$0.hasPrefix(".") }
    // The names are sorted as a person sees them, p2 before p10, like the records of an export.
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
      case .folder:
        // A folder with a model of its own is another export.
        let model = "\(environment.absolute(path))/\(ExportedModel.fileName)"
        if skipsExports, try fileSystem.exists(model) { continue }
        try gather(path, &found, skipsExports)
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

/// Markdown files, grouped by their collections.
struct NotesByCollection {
  /// The Markdown files of a collection.
  struct Group {
    let collection: String
    /// The folder with which the paths of the notes' own folders begin.
    let folder: String
    var files: [String]
  }

  /// The groups, in the order of their first files.
  private(set) var groups: [Group] = []

  /// Adds a file of the folder `root`.
  mutating func add(_ file: String, to collection: String, in root: String) {
    if let place = groups.firstIndex(where: { $0.collection == collection }) {
      groups[place].files.append(file)
      return
    }
    let own = root.hasSuffix("/") ? root + collection : "\(root)/\(collection)"
    let folder = file.hasPrefix(own + "/") ? own : root
    groups.append(Group(collection: collection, folder: folder, files: [file]))
  }
}
