internal import CairnFiles
internal import Synchronization

/// The faults of a store's kept files, as far as they were examined.
///
/// A screen shows what is known and examines the rest on another thread, since a file may be large
/// or on a slow disk.
public final class FileHealth: Sendable {
  private struct Finding {
    let state: FileFingerprint?
    let fault: KeptFile.Fault?
    let time: ContinuousClock.Instant
  }

  /// The time after which a file may have another fault.
  private static let freshness = Duration.seconds(2)

  private let folder: StoreFolder
  private let findings = Mutex<[KeptFile: Finding]>([:])

  /// Creates an empty memory of the kept files of `store`.
  public init(_ store: ObjectStore) { folder = store.folder }

  /// Returns the fault that the last examination of a file found; `nil` for none.
  public func known(_ file: KeptFile) -> KeptFile.Fault? {
    findings.withLock { $0[file]?.fault }
  }

  /// Returns whether each of the files was examined at least once.
  public func isKnown(_ files: [KeptFile]) -> Bool {
    findings.withLock { known in files.allSatisfy { known[$0] != nil } }
  }

  /// Returns the files that no one has examined in the last two seconds.
  public func stale(of files: [KeptFile]) -> [KeptFile] {
    let now = ContinuousClock.now
    return findings.withLock { known in
      files.filter { file in known[file].map { now - $0.time > Self.freshness } ?? true }
    }
  }

  /// Examines files.
  ///
  /// Cost: a file is read, unless it is the same as at the last examination.
  ///
  /// - Returns: whether a file has another fault than was known.
  public func examine(_ files: [KeptFile]) -> Bool {
    var isNews = false
    for file in files {
      let state = (try? folder.fingerprint(of: "\(folder.path)/\(file.path)")) ?? nil
      let before = findings.withLock { $0[file] }
      let isSame = state != nil && before?.state == state
      let fault = isSame ? before?.fault : folder.fault(of: file)
      if fault != before?.fault { isNews = true }
      findings.withLock { $0[file] = Finding(state: state, fault: fault, time: .now) }
    }
    return isNews
  }
}
