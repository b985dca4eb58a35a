import CairnFiles
import Synchronization
import TestSupport

@testable import CairnStore

/// Frames as they were written, the checksum included.
final class KnownFrames: Sendable {
  private let frames = Mutex<Set<[UInt8]>>([])

  func add(_ frame: [UInt8]) { frames.withLock { _ = $0.insert(frame) } }
  func contains(_ frame: [UInt8]) -> Bool { frames.withLock { $0.contains(frame) } }
}

/// A file system in which the checksum of a frame that is read is the one that the engine wants,
/// as if it compared another one or none.
final class SealingFileSystem: ForwardingFileSystem {
  let inner: any FileSystem
  private let known: KnownFrames?
  let isTrusted: @Sendable ([UInt8]) -> Bool

  /// One that makes the checksums of all frames fit that `isTrusted` accepts.
  init(_ inner: any FileSystem, isTrusted: @escaping @Sendable ([UInt8]) -> Bool) {
    self.inner = inner
    self.isTrusted = isTrusted
    known = nil
  }

  /// One that makes the checksums of all frames fit that were ever written whole, whatever came
  /// before them.
  init(_ inner: any FileSystem, _ known: KnownFrames) {
    self.inner = inner
    self.known = known
    isTrusted = known.contains
  }

  func open(_ path: String, _ mode: OpenMode) throws(FileError) -> any OpenFile {
    let file = try inner.open(path, mode)
    return path.isSegment ? SealingFile(file, of: self) : file
  }

  func note(_ bytes: [UInt8]) {
    if bytes.starts(with: "%txn ".utf8) { known?.add(bytes) }
  }
}

private final class SealingFile: ForwardingFile {
  let inner: any OpenFile
  private let files: SealingFileSystem

  init(_ inner: any OpenFile, of files: SealingFileSystem) {
    self.inner = inner
    self.files = files
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    files.note(bytes)
    try inner.write(bytes, at: offset)
  }

  func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    var bytes = try inner.read(at: 0, count: try inner.size())
    seal(&bytes)
    return Array(bytes.dropFirst(offset).prefix(count))
  }

  /// Gives each frame from the first on the checksum that follows from those before it.
  private func seal(_ bytes: inout [UInt8]) {
    guard let header = SegmentHeader(bytes.span) else { return }
    var start = header.text.utf8.count
    var number = header.base
    var seed = header.seed
    while let end = endLine(in: bytes, from: start, number: number) {
      let unsealed = bytes[start..<end]
      let whole = end + 9
      guard whole <= bytes.count, files.isTrusted(Array(bytes[start..<whole])) else { return }
      var frame = Array(unsealed)
      seed = FrameWriter.seal(&frame, seed: seed)
      bytes.replaceSubrange(start..<whole, with: frame)
      start = whole
      number += 1
    }
  }

  /// Where the checksum stands that ends the frame at `start`.
  private func endLine(in bytes: [UInt8], from start: Int, number: UInt64) -> Int? {
    guard bytes[min(start, bytes.count)...].starts(with: "%txn ".utf8) else { return nil }
    var line = start
    while line < bytes.count, bytes[line] != .newline {
      let next = bytes[line...].firstIndex(of: .newline) ?? bytes.count
      let last = Array("%end \(number) \(line - start) ".utf8)
      if bytes[line..<next].starts(with: last), next == line + last.count + 8 {
        return line + last.count
      }
      line = next + 1
    }
    return nil
  }
}
