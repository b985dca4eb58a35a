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

/// A file system that counts how often the file at `path` loses its name to another, or for none.
final class NamingFileSystem: ForwardingFileSystem {
  let inner: any FileSystem
  private let path: String
  private let moves = Mutex(0)

  init(_ inner: any FileSystem, of path: String) {
    self.inner = inner
    self.path = path
  }

  var timesMoved: Int { moves.withLock { $0 } }

  func rename(_ from: String, to: String) throws(FileError) {
    if from == path { moves.withLock { $0 += 1 } }
    try inner.rename(from, to: to)
  }

  func exchange(_ first: String, _ second: String) throws(FileError) -> Bool {
    if second == path { moves.withLock { $0 += 1 } }
    return try inner.exchange(first, second)
  }
}

/// A file system in which a tool takes away what lies at the other name of an exchange, right after
/// a call about it.
final class CleaningFileSystem: ForwardingFileSystem {
  /// Which call it is after, counted from 1 among those of its kind that find something there.
  struct Moment: CustomStringConvertible {
    let call: FileAction
    let number: Int
    var description: String { "\(call) \(number)" }
  }

  let inner: any FileSystem
  private let moment: Moment
  private let count = Mutex(0)

  init(_ inner: any FileSystem, after moment: Moment) {
    self.inner = inner
    self.moment = moment
  }

  /// Whether the moment came.
  var hasCleaned: Bool { count.withLock { $0 >= moment.number } }

  private func clean(after call: FileAction, _ path: String) {
    guard call == moment.call, path.hasSuffix(".swap"),
      (try? inner.status(of: path)) ?? nil != nil
    else { return }
    let number = count.withLock { count in
      count += 1
      return count
    }
    if number == moment.number { try? inner.remove(path) }
  }

  func rename(_ from: String, to: String) throws(FileError) {
    try inner.rename(from, to: to)
    clean(after: .rename, to)
  }

  func exchange(_ first: String, _ second: String) throws(FileError) -> Bool {
    defer { clean(after: .exchange, first) }
    return try inner.exchange(first, second)
  }

  func status(of path: String) throws(FileError) -> FileStatus? {
    defer { clean(after: .examine, path) }
    return try inner.status(of: path)
  }

  func waitForWriters(of path: String, atMost wait: Duration) throws(FileError) {
    defer { clean(after: .lock, path) }
    try inner.waitForWriters(of: path, atMost: wait)
  }
}

/// A file system that can't tell who writes a file, as over a network, nor exchange two, perhaps.
final class DistantFileSystem: ForwardingFileSystem {
  let inner: any FileSystem
  private let exchanges: Bool

  init(_ inner: any FileSystem, exchanges: Bool) {
    self.inner = inner
    self.exchanges = exchanges
  }

  func exchange(_ first: String, _ second: String) throws(FileError) -> Bool {
    guard exchanges else { return false }
    return try inner.exchange(first, second)
  }

  func waitForWriters(of path: String, atMost wait: Duration) throws(FileError) {}
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

  func identity(of path: String) throws(FileError) -> FileIdentity? {
    if moment == .examine { strikeOnce() }
    return try inner.identity(of: path)
  }

  func renameNew(_ from: String, to: String) throws(FileError) {
    if moment == .rename { strikeOnce() }
    try inner.renameNew(from, to: to)
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
