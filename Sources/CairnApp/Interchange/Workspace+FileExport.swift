internal import CairnFiles
internal import CairnInterchange
internal import CairnStore

extension Workspace {
  /// Writes copies of kept files into the folder of an export, under the paths that the records
  /// name.
  ///
  /// A complete copy from an earlier export stays.
  ///
  /// - Parameters:
  ///   - files: the files that the exported records name.
  ///   - place: the folder of the export.
  /// - Returns: the number of written files, and a sentence about files that the store lacks.
  /// - Throws: ``AppError`` when a file can't be written, or the folder has links on the way.
  func export(
    _ files: Set<KeptFile>, into place: String
  ) throws(AppError) -> (count: Int, lack: String?) {
    var (count, faults) = (0, [String]())
    for file in files.sorted(by: { $0.path < $1.path }) {
      let path = place.hasSuffix("/") ? place + file.path : "\(place)/\(file.path)"
      try requireNoLinks([path], in: place)
      if (try? file.holds(fileSystem.open(path, .read))) == true { continue }
      if let fault = try copy(file, to: path) {
        faults.append("\(file.path) \(fault.words)")
      } else {
        count += 1
      }
    }
    guard let first = faults.first else { return (count, nil) }
    let more = faults.count > 1 ? ", and \(counted(faults.count - 1, "more file"))" : ""
    return (count, "not exported: \(first)\(more); cairn store verify names each")
  }

  /// Copies a kept file in parts, unless it has a fault.
  private func copy(_ file: KeptFile, to path: String) throws(AppError) -> KeptFile.Fault? {
    if let fault = store.fault(of: file) { return fault }
    do throws(FileError) {
      try fileSystem.makeFolder(path.parentFolder)
      try fileSystem.replace(path) { draft throws(FileError) in
        let source = OpenFileSource(try store.open(file))
        var offset = 0
        while case let part = try source.next(), !part.isEmpty {
          try draft.write(part, at: offset)
          offset += part.count
        }
      }
      return nil
    } catch {
      throw .failed(error.description)
    }
  }
}
