internal import CairnFiles

/// The restoration of a backup into the folder of a new store.
///
/// The archive is read twice: first to check that it is complete and holds a store, then to write
/// its files. The file STORE is written last, so that an incomplete folder is not a store.
///
/// Another person may have made the archive. So a kept file must have the content of its hash;
/// otherwise it is left out and reported.
struct Restoration {
  let archive: String
  let archives: any FileSystem
  let folder: StoreFolder

  /// Checks the archive, then writes its files.
  func run() throws(StoreError) -> RestoredBackup {
    guard try folder.isVacant() else { throw .file(.notEmpty(.write, path: folder.path)) }
    let (header, refused) = try check()
    return try folder.removingOnFailure { () throws(StoreError) in
      let count = try write(besides: Set(refused.map(\.file)))
      try folder.perform { fileSystem throws(FileError) in
        try fileSystem.replace(folder.header, with: header)
        try fileSystem.synchronizeFolder(folder.path.parentFolder)
      }
      return RestoredBackup(fileCount: count, refused: refused)
    }
  }

  /// Reads the whole archive once, and returns its header file and the files to leave out.
  private func check() throws(StoreError) -> (header: [UInt8], refused: [StoreProblem]) {
    var header: [UInt8]?
    var model: String?
    var refused: [StoreProblem] = []
    try forEachFile { (name, entry, reader) throws(StoreError) in
      if name == StoreFolder.headerName { header = try reader.contents() }
      if name == StoreFolder.modelName {
        model = String(decoding: try reader.contents(), as: UTF8.self)
      }
      if KeptFile.isPlace(name), let reason = try Self.refusal(of: name, entry, &reader) {
        refused.append(StoreProblem(severity: .damage, file: name, line: 0, message: reason))
      }
    }
    guard let header, let model else {
      let missing = header == nil ? StoreFolder.headerName : StoreFolder.modelName
      throw damage("not a backup of a store: it lacks \(missing)")
    }
    _ = try StoreHeader(parsing: String(decoding: header, as: UTF8.self), path: archive)
    _ = try ObjectModel(parsing: model, file: "\(archive)/\(StoreFolder.modelName)")
    return (header, refused)
  }

  /// Returns why an entry is no kept file, as the end of a sentence; `nil` if it is one.
  private static func refusal(
    of name: String, _ entry: TarReader.Entry, _ reader: inout TarReader
  ) throws(StoreError) -> String? {
    guard entry.kind == .file else { return KeptFile.Refusal.irregular.words }
    guard let kept = KeptFile(name) else { return KeptFile.Refusal.name.words }
    guard entry.size <= KeptFile.largest else { return KeptFile.Refusal.size.words }
    var hash = ContentHash()
    while case let part = try reader.part(), !part.isEmpty { hash.add(part) }
    return hash.digits == kept.hash ? nil : KeptFile.Refusal.content.words
  }

  private func write(besides refused: Set<String>) throws(StoreError) -> Int {
    var folders: Set<String> = [folder.path]
    var count = 0
    try folder.perform { fileSystem throws(FileError) in try fileSystem.makeFolder(folder.path) }
    try forEachFile { (name, _, reader) throws(StoreError) in
      guard !refused.contains(name) else { return }
      count += 1
      guard name != StoreFolder.headerName else { return }
      let path = "\(folder.path)/\(name)"
      try write(&reader, to: path)
      var parent = path.parentFolder
      while folders.insert(parent).inserted { parent = parent.parentFolder }
    }
    for path in folders.sorted() {
      try folder.perform { fileSystem throws(FileError) in
        try fileSystem.synchronizeFolder(path)
      }
    }
    return count
  }

  /// Writes the current file of an archive, in parts.
  private func write(_ reader: inout TarReader, to path: String) throws(StoreError) {
    let file = try folder.perform { fileSystem throws(FileError) in
      try fileSystem.makeFolder(path.parentFolder)
      return try fileSystem.open(path, .create)
    }
    var offset = 0
    while case let part = try reader.part(), !part.isEmpty {
      try folder.perform { _ throws(FileError) in try file.write(part, at: offset) }
      offset += part.count
    }
    try folder.perform { _ throws(FileError) in try file.synchronize() }
  }

  private func forEachFile(
    _ body: (
      _ name: String, _ entry: TarReader.Entry, _ reader: inout TarReader
    ) throws(StoreError) -> Void
  ) throws(StoreError) {
    let source: any ByteSource
    do throws(FileError) {
      source = try archives.stream(archive)
    } catch {
      throw .file(error)
    }
    var reader = TarReader(source)
    while let entry = try reader.next() {
      var steps = entry.name.split(separator: "/", omittingEmptySubsequences: false)
      // Other programs write ./ before each name in a folder, and a slash after folder names.
      if steps.first == "." { steps.removeFirst() }
      if entry.isFolder, steps.last == "" { steps.removeLast() }
      let name = steps.joined(separator: "/")
      if !KeptFile.isPlace(name) { try requirePlace(steps.map(String.init), entry) }
      if !entry.isFolder { try body(name, entry, &reader) }
    }
  }

  /// Refuses a file that another program would run or read as its settings, such as a hook of git.
  private func requirePlace(_ steps: [String], _ entry: TarReader.Entry) throws(StoreError) {
    guard steps.isEmpty && entry.isFolder || StoreContents.mayHold(steps) else {
      throw damage("\(entry.name.quotedStart) does not belong in a backup")
    }
    guard entry.isFolder || entry.kind == .file else {
      throw damage("\(entry.name.quotedStart) is a link or a device, which no backup has")
    }
  }

  private func damage(_ reason: String) -> StoreError {
    .damaged(file: archive, line: 0, reason: reason)
  }
}

/// The result of restoring a backup.
public struct RestoredBackup: Hashable, Sendable {
  /// The number of files that were written.
  public let fileCount: Int

  /// The files that were left out, because they are no kept files, with the reasons.
  public let refused: [StoreProblem]
}
