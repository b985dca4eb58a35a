internal import CairnFiles
internal import Synchronization

/// The faults of a store's kept files, each of which is read once until it changes.
public final class FileHealth: Sendable {
  private typealias Finding = (state: FileFingerprint, fault: KeptFile.Fault?)

  /// The largest file that is read at once, in bytes; a larger one takes longer than a key may.
  private static let shortSize: Int64 = 64 << 10

  private let store: ObjectStore
  private let findings = Mutex<[KeptFile: Finding]>([:])

  /// Creates an empty memory of the kept files of `store`.
  public init(_ store: ObjectStore) { self.store = store }

  /// Returns the fault of a kept file; `nil` if it has its content.
  ///
  /// Cost: the file is read, unless it is the same as at the last call.
  public func fault(of file: KeptFile) -> KeptFile.Fault? {
    let folder = store.folder
    guard let state = (try? folder.fingerprint(of: "\(folder.path)/\(file.path)")) ?? nil else {
      return folder.fault(of: file)
    }
    if let known = findings.withLock({ $0[file] }), known.state == state { return known.fault }
    let fault = folder.fault(of: file)
    findings.withLock { $0[file] = (state, fault) }
    return fault
  }

  /// Returns the fault of a kept file as far as it can be told within a key's time; `nil` for none.
  ///
  /// A large file is not read. So a change of its content is known only after ``fault(of:)``.
  public func quickFault(of file: KeptFile) -> KeptFile.Fault? {
    let folder = store.folder
    let state = (try? folder.fingerprint(of: "\(folder.path)/\(file.path)")) ?? nil
    if let state, state.size > Self.shortSize {
      guard let known = findings.withLock({ $0[file] }), known.state == state else { return nil }
      return known.fault
    }
    return fault(of: file)
  }
}
