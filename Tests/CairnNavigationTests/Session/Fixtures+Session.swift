import CairnFiles
@testable import CairnNavigation
import TestSupport

/// A folder in memory with sessions.
struct SessionFolder {
  static let path = "/state/store"
  let files = MemoryFileSystem()

  func claim(_ name: String = "main") throws -> SessionFile {
    try SessionFile.claim(name, in: Self.path, fileSystem: files)
  }

  /// One run: claims, starts, does something, releases.
  @discardableResult
  func run(_ body: (SessionFile, RestoredSession) throws -> Void = { _, _ in }) throws
    -> RestoredSession
  {
    let session = try claim()
    defer { session.release() }
    let restored = session.start()
    session.succeed()
    try body(session, restored)
    return restored
  }

  func names() throws -> [String] {
    try files.list(Self.path).filter { !$0.hasSuffix(".lock") }
  }

  func write(_ bytes: [UInt8], _ name: String = "main.jsonl") throws {
    try files.makeFolder(Self.path)
    try files.replace("\(Self.path)/\(name)", with: bytes)
  }

  func read(_ name: String = "main.jsonl") throws -> [UInt8] {
    try files.read("\(Self.path)/\(name)")
  }
}

extension Timestamp {
  static let start = Timestamp(milliseconds: 1_000_000)
}
