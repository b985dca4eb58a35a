internal import CairnFiles

/// The restoration of a backup into the folder of a new store.
///
/// The archive is read twice: first to check that it is complete and holds a store, then to write
/// its files. The file STORE is written last, so that an incomplete folder is not a store.
struct Restoration {
  let archive: String
  let archives: any FileSystem
  let folder: StoreFolder

  /// Checks the archive, then writes its files.
  ///
  /// - Returns: the number of files.
  func run() throws(StoreError) -> Int {
    guard try folder.isVacant() else { throw .file(.notEmpty(.write, path: folder.path)) }
    let header = try check()
    return try folder.removingOnFailure { () throws(StoreError) in
      let count = try write()
      try folder.perform { fileSystem throws(FileError) in
        try fileSystem.replace(folder.header, with: header)
        try fileSystem.synchronizeFolder(folder.path.parentFolder)
      }
      return count
    }
  }

  /// Reads the whole archive once, and returns its header file.
  private func check() throws(StoreError) -> [UInt8] {
    var header: [UInt8]?
    var model: String?
    try forEachFile { (name, bytes) throws(StoreError) in
      if name == StoreFolder.headerName { header = bytes }
      if name == StoreFolder.modelName { model = String(decoding: bytes, as: UTF8.self) }
    }
    guard let header, let model else {
      let missing = header == nil ? StoreFolder.headerName : StoreFolder.modelName
      throw damage("not a backup of a store: it lacks \(missing)")
    }
    _ = try StoreHeader(parsing: String(decoding: header, as: UTF8.self), path: archive)
    _ = try ObjectModel(parsing: model, file: "\(archive)/\(StoreFolder.modelName)")
    return header
  }

  private func write() throws(StoreError) -> Int {
    var folders: Set<String> = [folder.path]
    var count = 0
    try folder.perform { fileSystem throws(FileError) in try fileSystem.makeFolder(folder.path) }
    try forEachFile { (name, bytes) throws(StoreError) in
      count += 1
      guard name != StoreFolder.headerName else { return }
      let path = "\(folder.path)/\(name)"
      try folder.perform { fileSystem throws(FileError) in
        var parent = path.parentFolder
        try fileSystem.makeFolder(parent)
        let file = try fileSystem.open(path, .create)
        try file.write(bytes, at: 0)
        try file.synchronize()
        while folders.insert(parent).inserted { parent = parent.parentFolder }
      }
    }
    for path in folders.sorted() {
      try folder.perform { fileSystem throws(FileError) in
        try fileSystem.synchronizeFolder(path)
      }
    }
    return count
  }

  private func forEachFile(
    _ body: (_ name: String, _ bytes: [UInt8]) throws(StoreError) -> Void
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
      // No file that another program would run or read as its settings, such as a hook of git.
      guard steps.isEmpty && entry.isFolder || StoreContents.mayHold(steps.map(String.init)) else {
        throw damage("\(entry.name.quotedStart) does not belong in a backup")
      }
      if !entry.isFolder { try body(steps.joined(separator: "/"), entry.bytes) }
    }
  }

  private func damage(_ reason: String) -> StoreError {
    .damaged(file: archive, line: 0, reason: reason)
  }
}
