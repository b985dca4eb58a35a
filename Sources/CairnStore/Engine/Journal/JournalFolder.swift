internal import CairnFiles
internal import Synchronization

/// The private folder of a replica: its journal segments, their archive and the locks.
struct JournalFolder: Sendable {
  /// The byte of the lock file for each lock.
  enum Lock: Int64 {
    case commit, fold
  }

  let path: String
  let store: StoreFolder
  /// The commit lock, if it is held for as long as the store is open.
  private(set) var session: (any FileLock)?
  private let lastLocks = LastLocks()

  init(path: String, store: StoreFolder) {
    self.path = path
    self.store = store
  }

  var archive: String { "\(path)/archive" }
  private var lockFile: String { "\(path)/lock" }

  func path(of generation: Int) -> String { Self.path(of: generation, in: path) }
  func archivedPath(of generation: Int) -> String { Self.path(of: generation, in: archive) }

  /// Takes the commit lock until `session` is released.
  ///
  /// On a network file system, saves of another machine may become visible late. So two machines
  /// must not write in turns.
  ///
  /// - Throws: `StoreError.busy` when another process has the lock.
  mutating func beginSession() throws(StoreError) {
    session = try lock(.commit, timeout: .zero)
  }

  /// Takes a lock again without opening its file; `nil` if the file lost its name.
  func renewedLock(_ lock: Lock, timeout: Duration) throws(StoreError) -> (any FileLock)? {
    guard let last = lastLocks[lock] else { return nil }
    return try store.perform { _ throws(FileError) in
      try last.renew(wait: timeout) ? last : nil
    }
  }

  /// Takes a lock, and waits up to `timeout` for another process to release it.
  func lock(_ lock: Lock, timeout: Duration) throws(StoreError) -> any FileLock {
    if lock == .commit, session != nil { return HeldLock() }
    if let last = try renewedLock(lock, timeout: timeout) { return last }
    return try store.perform { fileSystem throws(FileError) in
      func take() throws(FileError) -> any FileLock {
        try fileSystem.lock(lockFile, byte: lock.rawValue, exclusive: true, wait: timeout)
      }
      let taken: any FileLock
      do throws(FileError) {
        taken = try take()
      } catch .notFound {
        // A tool may have removed the folder of an open store. But if the whole store was removed,
        // a new private folder would be in the way of the next store.
        guard try fileSystem.exists(store.header) else {
          throw .notFound(.lock, path: store.path)
        }
        try fileSystem.makeFolder(path)
        taken = try take()
      }
      lastLocks[lock] = taken
      return taken
    }
  }

  /// The numbers of the segments that are not archived, ascending.
  func generations() throws(StoreError) -> [Int] {
    try Self.generations(in: path, store)
  }

  /// The numbers of the archived segments, ascending.
  func archivedGenerations() throws(StoreError) -> [Int] {
    guard try store.fingerprint(of: archive) != nil else { return [] }
    return try Self.generations(in: archive, store)
  }

  /// The paths of incomplete segments; the caller holds the commit lock.
  func drafts() throws(StoreError) -> [String] {
    let names = try store.perform { fileSystem throws(FileError) in try fileSystem.list(path) }
    return names.filter { $0.hasPrefix("journal-") && $0.hasSuffix(".tmp") }
      .map { "\(path)/\($0)" }
  }

  /// Opens a segment, in the archive if it was moved there; `nil` if its first line is damaged.
  func open(_ generation: Int, _ mode: OpenMode) throws(StoreError) -> Segment? {
    try store.perform { fileSystem throws(FileError) in
      do throws(FileError) {
        return try Segment.open(try fileSystem.open(path(of: generation), mode))
      } catch .notFound {
        return try Segment.open(try fileSystem.open(archivedPath(of: generation), .read))
      }
    }
  }

  /// Returns the bytes of a segment, in the archive if it was moved there.
  func bytes(of generation: Int) throws(StoreError) -> [UInt8] {
    let bytes = try store.readIfAny(path(of: generation))
    return bytes.isEmpty ? try store.readIfAny(archivedPath(of: generation)) : bytes
  }

  /// Creates the next segment: it is written and synchronized before it gets its name.
  func create(
    _ header: SegmentHeader, size: Int, room: Int
  ) throws(StoreError) -> Segment {
    if header.text.utf8.count + room < size, let segment = try takeSpare(header, size: size) {
      return segment
    }
    return try store.perform { fileSystem throws(FileError) in
      try fileSystem.makeFolder(path)
      var size = size
      while true {
        do throws(FileError) {
          return try make(header, size: size, room: room, in: fileSystem)
        } catch  where error.lacksRoom && size > Self.shortestSize {
          // A short segment still allows deleting records and folding the journal.
          size = max(size / 16, Self.shortestSize)
        }
      }
    }
  }

  private func make(
    _ header: SegmentHeader, size: Int, room: Int, in fileSystem: any FileSystem
  ) throws(FileError) -> Segment {
    let draft = path(of: header.generation) + ".tmp"
    if try fileSystem.exists(draft) { try fileSystem.remove(draft) }
    do throws(FileError) {
      let file = try fileSystem.open(draft, .create)
      let segment = try Segment.create(header, in: file, size: size, room: room)
      try fileSystem.rename(draft, to: path(of: header.generation))
      return segment
    } catch {
      // The draft takes space that may be missing.
      try? fileSystem.remove(draft)
      throw error
    }
  }

  /// The size of a segment, in bytes, on a disk without room for a usual one.
  private static let shortestSize = 1 << 12

  /// Waits until the names of the segments, and of the folders above, are on the disk.
  ///
  /// A program that was killed may have made them without waiting.
  func synchronize() throws(StoreError) {
    try store.perform { fileSystem throws(FileError) in
      try fileSystem.synchronizeFolder(path)
      for folder in store.ancestors(of: path) { try fileSystem.synchronizeFolder(folder) }
    }
  }

  private static func generations(
    in folder: String, _ store: StoreFolder
  ) throws(StoreError) -> [Int] {
    let names = try store.perform { fileSystem throws(FileError) in try fileSystem.list(folder) }
    return names.compactMap(generation).sorted()
  }

  /// The path of a segment: `journal-000042`, with more digits where six are not enough.
  private static func path(of generation: Int, in folder: String) -> String {
    // Called at each save, so it makes no intermediate texts.
    var path = Array(folder.utf8)
    path.append(contentsOf: "/journal-".utf8)
    if generation < 1_000_000 {
      path.append(decimal: generation, width: 6)
    } else {
      path.append(decimal: UInt64(generation))
    }
    return String(decoding: path, as: UTF8.self)
  }

  private static func generation(_ name: String) -> Int? {
    guard name.hasPrefix("journal-"), let number = Int(name.dropFirst(8)), number >= 0,
      path(of: number, in: "") == "/\(name)"
    else { return nil }
    return number
  }
}

/// The locks taken last, so that the next save need not open the lock's file again.
final class LastLocks: Sendable {
  private let locks = Mutex<[JournalFolder.Lock: any FileLock]>([:])

  subscript(lock: JournalFolder.Lock) -> (any FileLock)? {
    get { locks.withLock { $0[lock] } }
    set { locks.withLock { $0[lock] = newValue } }
  }
}

/// A placeholder for a lock that the store holds until it is closed.
final class HeldLock: FileLock {
  func release() {}
}
