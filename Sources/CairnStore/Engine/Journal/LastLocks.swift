internal import CairnFiles
internal import Synchronization

/// The locks that were taken last, so that the next save need not open the file of its lock again.
final class LastLocks: Sendable {
  private let locks = Mutex<[JournalFolder.Lock: any FileLock]>([:])

  subscript(lock: JournalFolder.Lock) -> (any FileLock)? {
    get { locks.withLock { $0[lock] } }
    set { locks.withLock { $0[lock] = newValue } }
  }
}
