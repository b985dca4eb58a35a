package import CairnFiles
internal import Synchronization

extension KeptFile {
  /// The reason why a record's file cannot be used.
  public enum Fault: Hashable, Sendable {
    /// The file is gone.
    case missing
    /// The file has another content than the one that was kept.
    case changed
    /// The file cannot be read, for the reason that ends a sentence about it.
    case unreadable(String)

    /// The fault in one word.
    public var word: String {
      switch self {
      case .missing: "missing"
      case .changed: "changed"
      case .unreadable: "unreadable"
      }
    }

    /// The fault, as the end of a sentence about the file.
    public var words: String {
      switch self {
      case .missing: "is missing"
      case .changed: "was changed outside of Cairn"
      case .unreadable(let reason): "can't be read: \(reason)"
      }
    }
  }
}

extension StoreFolder {
  /// Returns the fault of a kept file; `nil` if it has its content.
  ///
  /// Cost: the file is read in parts.
  func fault(of file: KeptFile) -> KeptFile.Fault? {
    do throws(FileError) {
      return try file.holds(fileSystem.open("\(path)/\(file.path)", .read)) ? nil : .changed
    } catch .notFound, .notFolder {
      return .missing
    } catch {
      return .unreadable(error.reason)
    }
  }
}

extension ObjectStore {
  /// The store's folder.
  var folder: StoreFolder { writer.withLock { $0.folder } }

  /// Opens a kept file of the store; links that are not allowed are not followed.
  package func open(_ file: KeptFile) throws(FileError) -> any OpenFile {
    let folder = folder
    return try folder.fileSystem.open("\(folder.path)/\(file.path)", .read)
  }

  /// Returns the fault of a kept file; `nil` if it has its content.
  ///
  /// Cost: the file is read in parts.
  public func fault(of file: KeptFile) -> KeptFile.Fault? { folder.fault(of: file) }
}
