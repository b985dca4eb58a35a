internal import Synchronization

/// A lock on a byte of a file in memory (F9).
final class MemoryLock: FileLock {
  /// The byte of a lock.
  struct Place: Hashable {
    let node: Int
    let byte: Int64
  }

  /// The holders of a byte: an exclusive one, or several others.
  enum Holders {
    case one
    case several(Int)
  }

  private let place: Place
  private let files: MemoryFileSystem
  private let isHeld = Mutex(true)

  init(_ place: Place, in files: MemoryFileSystem) {
    self.place = place
    self.files = files
  }

  func release() {
    let wasHeld = isHeld.withLock { isHeld in
      defer { isHeld = false }
      return isHeld
    }
    if wasHeld { files.tree.withLock { $0.unlock(place) } }
  }

  deinit { release() }
}

extension MemoryTree {
  /// Takes a lock if it is free, and creates the file if it is missing.
  mutating func lock(
    _ path: String, byte: Int64, exclusive: Bool
  ) throws(FileError) -> MemoryLock.Place? {
    let node = try fileToLock(path)
    let place = MemoryLock.Place(node: node, byte: byte)
    switch locks[place] {
    case nil: locks[place] = exclusive ? .one : .several(1)
    case .several(let count) where !exclusive: locks[place] = .several(count + 1)
    case .one, .several: return nil
    }
    self[node].openCount += 1
    return place
  }

  private mutating func fileToLock(_ path: String) throws(FileError) -> Int {
    let place = try locate(path, for: .lock)
    if place.node == nil { return add(MemoryNode(kind: .file), at: place) }
    return try file(at: path, for: .lock)
  }

  mutating func unlock(_ place: MemoryLock.Place) {
    if case .several(let count) = locks[place], count > 1 {
      locks[place] = .several(count - 1)
    } else {
      locks[place] = nil
    }
    self[place.node].openCount -= 1
    forgetIfUnused(place.node)
  }
}
