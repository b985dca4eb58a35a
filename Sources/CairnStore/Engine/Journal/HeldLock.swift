internal import CairnFiles

/// Stands for a lock that is held anyway, and stays so when this is given back.
final class HeldLock: FileLock {
  func release() {}
}
