/// A stream of bytes with a name that messages can give it.
///
/// A reader asks for blocks until there are no more; the size of a block is the source's affair.
public struct ByteStream {
  /// What messages call the input, a file's name as a rule.
  public let name: String
  /// How many bytes tell what the rest is like.
  static let sampleSize = 1 << 16
  private let read: () throws(InterchangeError) -> [UInt8]
  /// Opens the bytes at their start, where they can be read more than once.
  let reopen: (@Sendable () throws(InterchangeError) -> ByteStream)?

  /// Creates a stream that asks `nextBlock` for its bytes.
  ///
  /// - Parameters:
  ///   - name: What messages call the input.
  ///   - nextBlock: Returns the next bytes, or none when there are no more.
  public init(name: String, nextBlock: @escaping () throws(InterchangeError) -> [UInt8]) {
    self.name = name
    self.read = nextBlock
    reopen = nil
  }

  /// Creates a stream of bytes that can be read more than once, so that nobody need keep them.
  ///
  /// - Parameters:
  ///   - name: What messages call the input, a file's name as a rule.
  ///   - open: Opens the bytes at their start; asked for when they are first read, and again for
  ///     each further reading.
  public init(
    name: String, opening open: @escaping @Sendable () throws(InterchangeError) -> ByteStream
  ) {
    self.name = name
    reopen = open
    var opened: ByteStream?
    read = { () throws(InterchangeError) in
      let known = opened
      let source = if let known { known } else { try open() }
      opened = source
      return try source.read()
    }
  }

  /// Creates a stream of bytes that are in memory.
  ///
  /// - Parameters:
  ///   - name: What messages call the input.
  ///   - blocks: The bytes, cut anywhere; an empty block ends them.
  public init(name: String, blocks: [[UInt8]]) {
    var iterator = blocks.makeIterator()
    self.init(name: name) { () throws(InterchangeError) in iterator.next() ?? [] }
  }

  /// The next bytes, never an empty block, or `nil` at the end.
  func nextBlock() throws(InterchangeError) -> [UInt8]? {
    let block = try read()
    return block.isEmpty ? nil : block
  }

  /// The next bytes, enough of them to judge the rest by; fewer only at the end, none after it.
  func nextSample() throws(InterchangeError) -> [UInt8] {
    var sample: [UInt8] = []
    while sample.count < Self.sampleSize, let block = try nextBlock() {
      if sample.isEmpty { sample = block } else { sample += block }
    }
    return sample
  }

  /// All that is left, in blocks that are samples each.
  func remainingBlocks() throws(InterchangeError) -> [[UInt8]] {
    var blocks: [[UInt8]] = []
    while true {
      let block = try nextSample()
      guard !block.isEmpty else { return blocks }
      blocks.append(block)
    }
  }
}
