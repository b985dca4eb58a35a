import CairnFiles
import Synchronization

@testable import CairnStore

/// What an observer heard.
final class Recorder: Sendable {
  private let heard = Mutex<[ChangeSet]>([])
  var changes: [ChangeSet] { heard.withLock { $0 } }
  func add(_ change: ChangeSet) { heard.withLock { $0.append(change) } }
}

/// A clock that stands until it is set.
final class Clock: Sendable {
  private let time = Mutex(Timestamp(microseconds: 0))
  var now: Timestamp { time.withLock { $0 } }
  func set(days: Int) {
    time.withLock { $0 = Timestamp(microseconds: Int64(days) * Timestamp.day) }
  }
  func set(seconds: Double) {
    time.withLock { $0 = Timestamp(microseconds: Int64(seconds * 1_000_000)) }
  }
}

/// A file system in which somebody else strikes just before a shard's file is put in its place:
/// before it is exchanged, or before its draft is named, each time once for as long as there are
/// strikes.
final class RacingFileSystem: FileSystem {
  private let inner: any FileSystem
  private let strikes: Mutex<[Strike]>
  private let moment: FileAction

  typealias Strike = @Sendable (any FileSystem) throws -> Void

  init(_ inner: any FileSystem, before moment: FileAction = .exchange, _ strikes: Strike...) {
    self.inner = inner
    self.moment = moment
    self.strikes = Mutex(strikes)
  }

  /// Whether all that were to come came.
  var hasStruck: Bool { strikes.withLock { $0.isEmpty } }

  private func strikeOnce() {
    let strike = strikes.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    try? strike?(inner)
  }

  func exchange(_ first: String, _ second: String) throws(FileError) -> Bool {
    if moment == .exchange { strikeOnce() }
    return try inner.exchange(first, second)
  }

  func read(_ path: String) throws(FileError) -> [UInt8] { try inner.read(path) }
  func status(of path: String) throws(FileError) -> FileStatus? {
    let status = try inner.status(of: path)
    if moment == .create, path.hasSuffix(".new"), status != nil { strikeOnce() }
    return status
  }
  func list(_ folder: String) throws(FileError) -> [String] { try inner.list(folder) }
  func makeFolder(_ path: String) throws(FileError) { try inner.makeFolder(path) }
  func makeLink(_ path: String, to target: String) throws(FileError) {
    try inner.makeLink(path, to: target)
  }
  func target(ofLink path: String) throws(FileError) -> String? {
    try inner.target(ofLink: path)
  }
  func rename(_ from: String, to: String) throws(FileError) { try inner.rename(from, to: to) }
  func remove(_ path: String) throws(FileError) { try inner.remove(path) }
  func synchronizeFolder(_ path: String) throws(FileError) { try inner.synchronizeFolder(path) }
  func open(_ path: String, _ mode: OpenMode) throws(FileError) -> any OpenFile {
    try inner.open(path, mode)
  }
  func stream(_ path: String) throws(FileError) -> any ByteSource { try inner.stream(path) }
  func waitForWriters(of path: String, atMost wait: Duration) throws(FileError) {
    try inner.waitForWriters(of: path, atMost: wait)
  }
  func lock(
    _ path: String, byte: Int64, exclusive: Bool, wait: Duration
  ) throws(FileError) -> any FileLock {
    try inner.lock(path, byte: byte, exclusive: exclusive, wait: wait)
  }
}
