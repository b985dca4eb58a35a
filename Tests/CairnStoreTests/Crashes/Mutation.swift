@testable import CairnFiles
import TestSupport

@testable import CairnStore

/// A safety step of the engine left out, as far as that can be done from below.
///
/// The engine itself stays whole: waits for the disk are not passed on, names are changed early,
/// checksums are made to fit. A search for crashes that does not notice one of these would not
/// notice the mistake in the engine either.
enum Mutation: String, CaseIterable, Sendable {
  case commitIsNotAwaited = "a save does not wait for its frame"
  case shardIsNotAwaited = "a fold does not wait for a shard's bytes before it renames them"
  case shardNamesAreNotAwaited = "a fold does not wait for the shards' names"
  case segmentIsNotAwaited = "a new segment is named before its bytes are on the disk"
  case segmentNameIsNotAwaited = "the name of a new segment is not waited for"
  case segmentsLeaveEarly = "segments leave the journal before the shards are written"
  case checksumIsNotCompared = "the checksum of a frame is not compared"
  case checksumsAreNotChained = "the checksum does not continue that of the frame before"
  case gapIsNotHeeded = "segments before a gap are replayed"

  /// The file system under an engine that makes this mistake.
  func files(over inner: any FileSystem, _ frames: KnownFrames) -> any FileSystem {
    switch self {
    case .checksumIsNotCompared: SealingFileSystem(inner) { _ in true }
    case .checksumsAreNotChained: SealingFileSystem(inner, frames)
    case .segmentsLeaveEarly: EarlyArchivingFileSystem(inner)
    case .gapIsNotHeeded: GaplessFileSystem(inner)
    default: SynchronizationFilter(inner) { !omits($0) }
    }
  }

  private func omits(_ wait: SynchronizationFilter.Wait) -> Bool {
    switch (self, wait) {
    case (.segmentIsNotAwaited, .file(let path, 1)): path.isNewSegment
    case (.commitIsNotAwaited, .file(let path, let time)):
      path.isSegment && !(path.isNewSegment && time == 1)
    case (.shardIsNotAwaited, .file(let path, _)): path.hasSuffix(".rec.new")
    case (.shardNamesAreNotAwaited, .folder(let path)): path.contains("/data/")
    case (.segmentNameIsNotAwaited, .folder(let path)): path.contains("/.local/")
    default: false
    }
  }
}

extension String {
  /// Whether this is the path of a journal segment, under its name or the one before.
  var isSegment: Bool { contains("/.local/") && contains("/journal-") }
  var isNewSegment: Bool { isSegment && (hasSuffix(".tmp") || hasSuffix("-spare")) }
}

/// A file system that archives all segments but the newest as soon as a fold begins.
private final class EarlyArchivingFileSystem: ForwardingFileSystem {
  let inner: any FileSystem

  init(_ inner: any FileSystem) { self.inner = inner }

  func open(_ path: String, _ mode: OpenMode) throws(FileError) -> any OpenFile {
    if mode == .create, path.hasSuffix(".rec.new") { try archive() }
    return try inner.open(path, mode)
  }

  private func archive() throws(FileError) {
    let journal = "/store/.local/0000"
    try inner.makeFolder("\(journal)/archive")
    let segments = try inner.list(journal).filter { name in
      name.hasPrefix("journal-") && name.dropFirst(8).allSatisfy(\.isNumber)
    }
    for name in segments.dropLast() {
      try inner.rename("\(journal)/\(name)", to: "\(journal)/archive/\(name)")
    }
  }
}

/// A file system that numbers segments without gaps, so that the engine sees none.
private final class GaplessFileSystem: ForwardingFileSystem {
  let inner: any FileSystem

  init(_ inner: any FileSystem) { self.inner = inner }

  func list(_ folder: String) throws(FileError) -> [String] {
    let names = try inner.list(folder)
    guard folder.hasSuffix("/.local/0000") else { return names }
    return names.filter { !Self.isSegment($0) } + (try segments()).keys.sorted()
  }

  func read(_ path: String) throws(FileError) -> [UInt8] { try inner.read(real(path)) }
  func status(of path: String) throws(FileError) -> FileStatus? {
    try inner.status(of: real(path))
  }
  func open(_ path: String, _ mode: OpenMode) throws(FileError) -> any OpenFile {
    try inner.open(real(path), mode)
  }
  func rename(_ from: String, to: String) throws(FileError) {
    try inner.rename(real(from), to: to)
  }

  private func real(_ path: String) throws(FileError) -> String {
    guard path.parentFolder.hasSuffix("/.local/0000"), Self.isSegment(path.lastPathComponent)
    else { return path }
    let name = try segments()[path.lastPathComponent] ?? path.lastPathComponent
    return "\(path.parentFolder)/\(name)"
  }

  /// The names of the segments, by the names that they would have if none were missing.
  private func segments() throws(FileError) -> [String: String] {
    let names = try inner.list("/store/.local/0000").filter(Self.isSegment)
    guard let last = names.last, let newest = Int(last.dropFirst(8)) else { return [:] }
    var segments: [String: String] = [:]
    for (age, name) in names.reversed().enumerated() {
      let digits = String(newest - age)
      segments["journal-" + String(repeating: "0", count: 6 - digits.count) + digits] = name
    }
    return segments
  }

  private static func isSegment(_ name: String) -> Bool {
    name.hasPrefix("journal-") && name.dropFirst(8).allSatisfy(\.isNumber)
  }
}
