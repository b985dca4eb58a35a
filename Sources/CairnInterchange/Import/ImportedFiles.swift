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
  public init(in folder: String, _ fileSystem: any FileSystem) {
    (self.folder, self.fileSystem) = (folder, fileSystem)
    for hash in names(in: KeptFile.folder) {
      for name in names(in: "\(KeptFile.folder)/\(hash)") {
        let path = "\(KeptFile.folder)/\(hash)/\(name)"
        guard let file = KeptFile(path) else { continue }
        if let refusal = refusal(of: file) {
          notices.append("\(path) was not taken: \(refusal.words)")
        } else {
          files.append(file)
        }
      }
    }
  }

  /// The names in a folder that is no link.
  private func names(in path: String) -> [String] {
    let place = "\(folder)/\(path)"
    guard ((try? fileSystem.target(ofLink: place)) ?? nil) == nil else { return [] }
    return (try? fileSystem.list(place)) ?? []
  }

  private func refusal(of file: KeptFile) -> KeptFile.Refusal? {
    let place = "\(folder)/\(file.path)"
    do throws(FileError) {
      guard try fileSystem.target(ofLink: place) == nil,
        let status = try fileSystem.status(of: place), status.kind == .file
      else { return .irregular }
      if status.size > KeptFile.largest { return .size }
      return try file.holds(fileSystem.open(place, .read)) ? nil : .content
    } catch {
      return .content
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
