/// An input whose encoding is known, and whose bytes readers go through again and again.
struct OpenedInput: Sendable {
  private enum Bytes {
    /// Bytes that came only once, or are few, as UTF-8.
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

  /// Opens an input, and reads all of one that comes only once or is no longer than a sample.
  ///
  /// - Parameters:
  ///   - source: The input.
  ///   - notices: Gets what a person should hear of how it is read.
  /// - Throws: `InterchangeError.unreadable`.
  init(_ source: ByteStream, notices: inout [String]) throws(InterchangeError) {
    name = source.name
    let reopen = source.reopen
    let source = try source.reopen?() ?? source
    var blocks = [try source.nextSample()]
    let isShort = blocks[0].count < ByteStream.sampleSize
    if reopen == nil, !isShort { blocks += try source.remainingBlocks() }
    encoding = TextEncoding.detect(in: blocks[0])
    if encoding != .utf8 {
      blocks = try encoding.decoded(ByteStream(name: name, blocks: blocks)).remainingBlocks()
    }
    sample = blocks.first ?? []
    if let reopen, !isShort {
      bytes = .reread(RereadBytes(name: name, open: reopen))
    } else {
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
