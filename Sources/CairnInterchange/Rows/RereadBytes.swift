internal import CairnStore
internal import Synchronization

/// Bytes that lie somewhere, and are read there each time anew instead of being kept.
///
/// They reach as far as the first reading found them: what is added to a file meanwhile is not part
/// of them. A later reading that finds others says so at its end, and what it was for must not be
/// saved then.
final class RereadBytes: Sendable {
  /// What the first reading came to.
  private struct Extent {
    var count = 0
    var checksum: UInt32 = 0

    mutating func add(_ block: [UInt8]) {
      count += block.count
      checksum = CRC32C.checksum(of: block.span, seed: checksum)
    }
  }

  private let name: String
  private let open: @Sendable () throws(InterchangeError) -> ByteStream
  private let extent = Mutex<Extent?>(nil)

  init(name: String, open: @escaping @Sendable () throws(InterchangeError) -> ByteStream) {
    (self.name, self.open) = (name, open)
  }

  /// The bytes from their start.
  ///
  /// - Throws: `InterchangeError.unreadable`; the stream also throws `.changed` once it gets to the
  ///   end of other bytes than those of the first time.
  func stream() throws(InterchangeError) -> ByteStream {
    let source = try open()
    let first = extent.withLock { $0 }
    var found = Extent()
    return ByteStream(name: name) { [self] () throws(InterchangeError) in
      var block = try source.nextBlock() ?? []
      if let first { block.removeLast(max(0, found.count + block.count - first.count)) }
      guard block.isEmpty else {
        found.add(block)
        return block
      }
      guard let first else {
        extent.withLock { $0 = $0 ?? found }
        return []
      }
      guard found.count == first.count, found.checksum == first.checksum else {
        throw .changed(name: name)
      }
      return []
    }
  }
}
