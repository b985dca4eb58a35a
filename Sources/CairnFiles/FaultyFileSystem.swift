internal import Synchronization

/// A file system over another one, which fails on request.
///
/// Code is safe against failures if it is safe at each of its calls. So tests fail the first call,
/// the second and so on, until a run has no call left to fail:
///
///     for call in 1... {
///       let files = FaultyFileSystem(MemoryFileSystem(), Fault(at: call, FileError.full))
///       … // run, and check what must hold
///       if files.failureCount == 0 { break }
///     }
///
/// Each function of the file system and of its open files and streams is a call, except the release
/// of a lock, which can't fail.
public final class FaultyFileSystem: FileSystem {
  private struct Tally {
    var calls = 0
    var failures = 0
  }

  let inner: any FileSystem
  private let fault: Fault?
  private let interruption: (call: Int, work: @Sendable () -> Void)?
  private let tally = Mutex(Tally())

  /// Creates a file system that fails as `fault` says, or only counts.
  public init(_ inner: any FileSystem, _ fault: Fault? = nil) {
    self.inner = inner
    self.fault = fault
    interruption = nil
  }

  /// Creates a file system that does `work` before a call, as another program could.
  ///
  /// - Parameters:
  ///   - inner: The file system. Its calls don't fail.
  ///   - call: The number of the call, from 1.
  ///   - work: Called once, before that call. It works on `inner`.
  public init(_ inner: any FileSystem, before call: Int, _ work: @escaping @Sendable () -> Void) {
    self.inner = inner
    fault = nil
    interruption = (call, work)
  }

  /// The number of counted calls.
  public var callCount: Int { tally.withLock(\.calls) }

  /// The number of calls that failed by the fault.
  public var failureCount: Int { tally.withLock(\.failures) }

  /// Does `work`, or fails as the fault says; `part` is the first half of a write.
  func attempt<Result>(
    _ action: FileAction, _ path: String, part: () throws(FileError) -> Void = {},
    _ work: () throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let (number, due) = count(action)
    if let interruption, number == interruption.call { interruption.work() }
    guard let fault = due else { return try work() }
    switch fault.effect {
    case .nothing: break
    case .part: try part()
    case .whole: _ = try work()
    }
    throw fault.error(action, path)
  }

  /// Counts a call.
  ///
  /// Returns its number, or `nil` if its action doesn't count, and the fault if the call is to
  /// fail.
  private func count(_ action: FileAction) -> (number: Int?, due: Fault?) {
    tally.withLock { tally in
      if let actions = fault?.actions, !actions.contains(action) { return (nil, nil) }
      tally.calls += 1
      guard let fault else { return (tally.calls, nil) }
      let isDue =
        fault.extent == .once ? tally.calls == fault.call : tally.calls >= fault.call
      if isDue { tally.failures += 1 }
      return (tally.calls, isDue ? fault : nil)
    }
  }
}

extension FaultyFileSystem {
  /// Reads a file, or fails.
  public func read(_ path: String) throws(FileError) -> [UInt8] {
    try attempt(.read, path) { () throws(FileError) in try inner.read(path) }
  }

  /// Returns a status, or fails.
  public func status(of path: String) throws(FileError) -> FileStatus? {
    try attempt(.examine, path) { () throws(FileError) in try inner.status(of: path) }
  }

  /// Lists a folder, or fails.
  public func list(_ folder: String) throws(FileError) -> [String] {
    try attempt(.list, folder) { () throws(FileError) in try inner.list(folder) }
  }

  /// Makes a folder, or fails.
  public func makeFolder(_ path: String) throws(FileError) {
    try attempt(.makeFolder, path) { () throws(FileError) in try inner.makeFolder(path) }
  }

  /// Makes a link, or fails.
  public func makeLink(_ path: String, to target: String) throws(FileError) {
    try attempt(.makeLink, path) { () throws(FileError) in
      try inner.makeLink(path, to: target)
    }
  }

  /// Returns the target of a link, or fails.
  public func target(ofLink path: String) throws(FileError) -> String? {
    try attempt(.examine, path) { () throws(FileError) in try inner.target(ofLink: path) }
  }

  /// Renames a file, or fails.
  public func rename(_ from: String, to: String) throws(FileError) {
    try attempt(.rename, from) { () throws(FileError) in try inner.rename(from, to: to) }
  }

  /// Renames a file to a free name, or fails.
  public func renameNew(_ from: String, to: String) throws(FileError) {
    try attempt(.rename, from) { () throws(FileError) in try inner.renameNew(from, to: to) }
  }

  /// Swaps two names, or fails.
  public func exchange(_ first: String, _ second: String) throws(FileError) -> Bool {
    try attempt(.exchange, first) { () throws(FileError) in try inner.exchange(first, second) }
  }

  /// Removes a file, or fails.
  public func remove(_ path: String) throws(FileError) {
    try attempt(.remove, path) { () throws(FileError) in try inner.remove(path) }
  }

  /// Synchronizes a folder, or fails.
  public func synchronizeFolder(_ path: String) throws(FileError) {
    try attempt(.synchronize, path) { () throws(FileError) in
      try inner.synchronizeFolder(path)
    }
  }

  /// Opens a file whose calls fail like these, or fails.
  public func open(_ path: String, _ mode: OpenMode) throws(FileError) -> any OpenFile {
    try attempt(mode == .create ? .create : .open, path) { () throws(FileError) in
      FaultyFile(try inner.open(path, mode), of: self)
    }
  }

  /// Tells whether files are on a network, or fails.
  public func isRemote(_ path: String) throws(FileError) -> Bool {
    try attempt(.examine, path) { () throws(FileError) in try inner.isRemote(path) }
  }

  /// Returns the identity of a file, or fails.
  public func identity(of path: String) throws(FileError) -> FileIdentity? {
    try attempt(.examine, path) { () throws(FileError) in try inner.identity(of: path) }
  }

  /// Takes a lock, or fails.
  public func lock(
    _ path: String, byte: Int64, exclusive: Bool, wait: Duration
  ) throws(FileError) -> any FileLock {
    try attempt(.lock, path) { () throws(FileError) in
      try inner.lock(path, byte: byte, exclusive: exclusive, wait: wait)
    }
  }

  /// Waits for writers, or fails.
  public func waitForWriters(of path: String, atMost wait: Duration) throws(FileError) {
    try attempt(.examine, path) { () throws(FileError) in
      try inner.waitForWriters(of: path, atMost: wait)
    }
  }
}

/// An open file over another one, which fails as its file system says.
final class FaultyFile: OpenFile {
  private let inner: any OpenFile
  private let files: FaultyFileSystem

  init(_ inner: any OpenFile, of files: FaultyFileSystem) {
    self.inner = inner
    self.files = files
  }

  var path: String { inner.path }

  func status() throws(FileError) -> FileStatus {
    try files.attempt(.examine, path) { () throws(FileError) in try inner.status() }
  }

  func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    try files.attempt(.read, path) { () throws(FileError) in
      try inner.read(at: offset, count: count)
    }
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    let half = { () throws(FileError) in
      try self.inner.write(Array(bytes.prefix(bytes.count / 2)), at: offset)
    }
    try files.attempt(.write, path, part: half) { () throws(FileError) in
      try inner.write(bytes, at: offset)
    }
  }

  func synchronize() throws(FileError) {
    try files.attempt(.synchronize, path) { () throws(FileError) in try inner.synchronize() }
  }

  func truncate(to size: Int) throws(FileError) {
    try files.attempt(.truncate, path) { () throws(FileError) in try inner.truncate(to: size) }
  }

  func setPermissions(_ bits: UInt16) throws(FileError) {
    try files.attempt(.permit, path) { () throws(FileError) in try inner.setPermissions(bits) }
  }
}

/// A failure to inject: the call that fails, the error, and the effect of the call.
public struct Fault: Sendable {
  /// The number of calls that fail.
  public enum Extent: Hashable, Sendable {
    /// Only the one call fails, as after an interruption.
    case once
    /// The call and all calls after it fail, as on a full disk.
    case forever
  }

  /// The effect of a call before it fails.
  public enum Effect: Hashable, Sendable {
    /// The call changes no file.
    case nothing
    /// For a write, its first half is written; other calls have no effect.
    case part
    /// The whole effect; only the result is wrong.
    case whole
  }

  /// The number of the first counted call that fails, from 1.
  public let call: Int
  /// The number of calls that fail.
  public let extent: Extent
  /// The effect of the calls that fail.
  public let effect: Effect
  /// The counted actions; `nil` counts all.
  public let actions: Set<FileAction>?
  /// The thrown error, for an action and a path.
  public let error: @Sendable (FileAction, String) -> FileError

  /// Creates a failure; the cases of `FileError` serve as `error`, for example `FileError.full`.
  public init(
    at call: Int, _ error: @escaping @Sendable (FileAction, String) -> FileError,
    lasting extent: Extent = .once, of actions: Set<FileAction>? = nil, effect: Effect = .nothing
  ) {
    self.call = call
    self.extent = extent
    self.actions = actions
    self.effect = effect
    self.error = error
  }
}
