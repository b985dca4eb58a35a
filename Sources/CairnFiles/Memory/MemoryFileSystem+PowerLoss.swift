internal import Synchronization

extension MemoryFileSystem {
  /// How many changes a loss of power might undo, if this file system records.
  public var unsettledCount: Int {
    tree.withLock { $0.disk?.changes.count ?? 0 }
  }

  /// Returns what is found after a loss of power now, while this file system stays as it is.
  ///
  /// `survives` decides for each change that was not synchronized, numbered from 0 to
  /// ``unsettledCount`` in the order in which they were made, whether it reached the disk anyway.
  /// A change is a sector of 512 bytes, a file's new size, or a rename, creation or removal. The
  /// result records too, and has no locks. This file system must be one that records.
  public func afterLossOfPower(keeping survives: (Int) -> Bool) -> MemoryFileSystem {
    let disk = tree.withLock { $0.disk }
    guard let disk else { preconditionFailure("only a file system that records can lose power") }
    return MemoryFileSystem(disk.tree(keeping: survives))
  }
}
