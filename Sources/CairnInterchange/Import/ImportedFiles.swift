public import CairnFiles
internal import CairnStore

/// The kept files in the folder of an export, which an import copies into the store.
///
/// Another person may have made the folder. So a file counts only with the content of its hash, and
/// links are not followed.
public struct ImportedFiles: Sendable {
  /// The files that an import takes.
  private(set) var files: [KeptFile] = []
  /// A sentence for each file that an import leaves.
  private(set) var notices: [String] = []
  private let folder: String
  private let fileSystem: any FileSystem

  /// Examines the files in the folder `files` of an export.
  ///
  /// Cost: the files are read in parts.
  ///
  /// - Parameters:
  ///   - folder: the absolute path of the export.
  ///   - fileSystem: the file system of the folder.
  /// - Throws: the error of a folder that can't be read.
  public init(in folder: String, _ fileSystem: any FileSystem) throws(FileError) {
    (self.folder, self.fileSystem) = (folder, fileSystem)
    for hash in try names(in: KeptFile.folder) {
      for name in try names(in: "\(KeptFile.folder)/\(hash)") {
        let path = "\(KeptFile.folder)/\(hash)/\(name)"
        guard let file = KeptFile(path) else { continue }
        if let reason = reason(against: file) {
          notices.append("\(path) was not taken: \(reason)")
        } else {
          files.append(file)
        }
      }
    }
  }

  /// Returns the names in a folder; none if it is a link or a file.
  private func names(in path: String) throws(FileError) -> [String] {
    let place = "\(folder)/\(path)"
    guard try fileSystem.status(of: place)?.kind == .folder,
      try fileSystem.target(ofLink: place) == nil
    else { return [] }
    return try fileSystem.list(place)
  }

  /// Returns why a file is not taken; `nil` if it is.
  private func reason(against file: KeptFile) -> String? {
    let place = "\(folder)/\(file.path)"
    do throws(FileError) {
      guard try fileSystem.target(ofLink: place) == nil,
        let status = try fileSystem.status(of: place), status.kind == .file
      else { return KeptFile.Refusal.irregular.words }
      if status.size > KeptFile.largest { return KeptFile.Refusal.size.words }
      let isWhole = try file.holds(fileSystem.open(place, .read))
      return isWhole ? nil : KeptFile.Refusal.content.words
    } catch {
      return error.description
    }
  }

  /// Copies the files into a store.
  ///
  /// A file that the store has is kept again, so that its time says that it is in use.
  func keep(in store: ObjectStore) throws(StoreError) {
    for file in files {
      let bytes: [UInt8]
      do throws(FileError) {
        bytes = try fileSystem.open("\(folder)/\(file.path)", .read)
          .read(at: 0, count: KeptFile.largest + 1)
      } catch {
        throw .file(error)
      }
      guard file.holds(bytes) else {
        throw .file(.busy(.read, path: "\(folder)/\(file.path)"))
      }
      _ = try store.keep(bytes, named: file.name)
    }
  }
}
