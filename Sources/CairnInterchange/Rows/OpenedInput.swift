/// An input whose encoding is known, and whose bytes readers go through again and again.
struct OpenedInput: Sendable {
  private enum Bytes {
    /// Bytes that came only once, as UTF-8.
    case kept([[UInt8]])
    /// Bytes that are read where they lie, in the input's encoding.
    case reread(RereadBytes)
  }

  /// What messages call the input.
  let name: String
  let encoding: TextEncoding
  /// The first bytes as UTF-8, enough to tell the format by.
  let sample: [UInt8]
  private let bytes: Bytes

  /// Opens an input, and reads all of one that comes only once.
  ///
  /// - Parameters:
  ///   - source: The input.
  ///   - notices: Gets what a person should hear of how it is read.
  /// - Throws: `InterchangeError.unreadable`.
  init(_ source: ByteStream, notices: inout [String]) throws(InterchangeError) {
    name = source.name
    if let reopen = source.reopen {
      let first = try reopen().nextSample()
      encoding = TextEncoding.detect(in: first)
      sample = try encoding.decoded(ByteStream(name: name, blocks: [first])).nextSample()
      bytes = .reread(RereadBytes(name: name, open: reopen))
    } else {
      var blocks = try source.remainingBlocks()
      encoding = TextEncoding.detect(in: blocks.first ?? [])
      if encoding != .utf8 {
        blocks = try encoding.decoded(ByteStream(name: name, blocks: blocks)).remainingBlocks()
      }
      sample = blocks.first ?? []
      bytes = .kept(blocks)
    }
    if encoding != .utf8 { notices.append("\(name) was read as \(encoding.rawValue)") }
  }

  /// The bytes from their start, as UTF-8.
  ///
  /// - Throws: `InterchangeError.unreadable`.
  func stream() throws(InterchangeError) -> ByteStream {
    switch bytes {
    case .kept(let blocks): ByteStream(name: name, blocks: blocks)
    case .reread(let bytes): encoding.decoded(try bytes.stream())
    }
  }

  /// All bytes as UTF-8, in blocks.
  ///
  /// - Throws: `InterchangeError.unreadable`.
  func blocks() throws(InterchangeError) -> [[UInt8]] {
    if case .kept(let blocks) = bytes { return blocks }
    return try stream().remainingBlocks()
  }
}
