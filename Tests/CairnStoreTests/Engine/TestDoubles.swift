import CairnFiles
import Synchronization
import TestSupport

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

/// A file system in which somebody else strikes just before a shard's file is put in its place,
/// before it is exchanged, or before its draft is named, just before a lock is taken, or just after
/// the file at `path` was read; each time once for as long as there are strikes.
final class RacingFileSystem: ForwardingFileSystem {
  let inner: any FileSystem
  private let strikes: Mutex<[Strike]>
  private let moment: FileAction
  private let path: String

  typealias Strike = @Sendable (any FileSystem) throws -> Void

  init(
    _ inner: any FileSystem, before moment: FileAction = .exchange, _ strike: @escaping Strike,
    _ others: Strike...
  ) {
    self.inner = inner
    self.moment = moment
    path = ""
    strikes = Mutex([strike] + others)
  }

  init(_ inner: any FileSystem, before moment: FileAction, strikes: [Strike]) {
    self.inner = inner
    self.moment = moment
    path = ""
    self.strikes = Mutex(strikes)
  }

  init(_ inner: any FileSystem, afterReading path: String, strikes: [Strike]) {
    self.inner = inner
    moment = .read
    self.path = path
    self.strikes = Mutex(strikes)
  }

  /// Whether all that were to come came.
  var hasStruck: Bool { strikes.withLock { $0.isEmpty } }

  private func strikeOnce() {
    let strike = strikes.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    try? strike?(inner)
  }

  func read(_ path: String) throws(FileError) -> [UInt8] {
    let bytes = try inner.read(path)
    if moment == .read, path == self.path { strikeOnce() }
    return bytes
  }

  func exchange(_ first: String, _ second: String) throws(FileError) -> Bool {
    if moment == .exchange { strikeOnce() }
    return try inner.exchange(first, second)
  }

  func lock(
    _ path: String, byte: Int64, exclusive: Bool, wait: Duration
  ) throws(FileError) -> any FileLock {
    if moment == .lock { strikeOnce() }
    return try inner.lock(path, byte: byte, exclusive: exclusive, wait: wait)
  }

  func status(of path: String) throws(FileError) -> FileStatus? {
    let status = try inner.status(of: path)
    if moment == .create, path.hasSuffix(".new"), status != nil { strikeOnce() }
    return status
  }
}
