internal import CairnStore
internal import Synchronization

/// A named stream of bytes; messages use the name.
///
/// A reader asks for blocks until there are no more. The source chooses the size of each block.
public struct ByteStream {
  /// The name of the input in messages, usually a file's name.
  public let name: String
  /// The number of bytes from which the properties of the rest are inferred.
  static let sampleSize = 1 << 16
  private let read: () throws(InterchangeError) -> [UInt8]
  /// Opens the bytes at their start, if they can be read more than once.
  let reopen: (@Sendable () throws(InterchangeError) -> ByteStream)?

  /// Creates a stream that asks `nextBlock` for its bytes.
  ///
  /// - Parameters:
  ///   - name: The name of the input in messages.
  ///   - nextBlock: Returns the next bytes; an empty block at the end. An error that is no
  ///     `InterchangeError` becomes `.unreadable` with its description.
  public init(name: String, nextBlock: @escaping () throws -> [UInt8]) {
    self.name = name
    read = { () throws(InterchangeError) in
      try InterchangeError.whileReading(name) { try nextBlock() }
    }
    reopen = nil
  }

  /// Creates a stream of bytes that can be read more than once, so that they need not be kept.
  ///
  /// - Parameters:
  ///   - name: The name of the input in messages, usually a file's name.
  ///   - opening: Opens the bytes at their start, when they are first read and for each further
  ///     reading. An error that is no `InterchangeError` becomes `.unreadable` with its description.
  public init(name: String, opening: @escaping @Sendable () throws -> ByteStream) {
    let open: @Sendable () throws(InterchangeError) -> ByteStream = {
      () throws(InterchangeError) in
      try InterchangeError.whileReading(name, opening)
    }
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

  /// Creates a stream of bytes in memory.
  ///
  /// - Parameters:
  ///   - name: The name of the input in messages.
  ///   - blocks: The bytes, split anywhere; an empty block ends them.
  public init(name: String, blocks: [[UInt8]]) {
    var iterator = blocks.makeIterator()
    self.init(name: name) { () throws(InterchangeError) in iterator.next() ?? [] }
  }

  /// Returns the next bytes, never an empty block; `nil` at the end.
  func nextBlock() throws(InterchangeError) -> [UInt8]? {
    let block = try read()
    return block.isEmpty ? nil : block
  }

  /// Returns enough of the next bytes to infer the properties of the rest.
  ///
  /// Fewer only at the end, and none after it.
  func nextSample() throws(InterchangeError) -> [UInt8] {
    var sample: [UInt8] = []
    while sample.count < Self.sampleSize, let block = try nextBlock() {
      if sample.isEmpty { sample = block } else { sample += block }
    }
    return sample
  }

  /// Returns all remaining bytes, in blocks of the size of a sample.
  func remainingBlocks() throws(InterchangeError) -> [[UInt8]] {
    var blocks: [[UInt8]] = []
    while true {
      let block = try nextSample()
      guard !block.isEmpty else { return blocks }
      blocks.append(block)
    }
  }
}

extension InterchangeError {
  /// Does work of a caller, whose errors become errors about reading.
  ///
  /// - Parameters:
  ///   - name: the name of the input in messages.
  ///   - work: the work, which may throw any error.
  /// - Returns: the result of the work.
  /// - Throws: an `InterchangeError` of the work; `.unreadable` for another error.
  fileprivate static func whileReading<Output>(
    _ name: String, _ work: () throws -> Output
  ) throws(InterchangeError) -> Output {
    do {
      return try work()
    } catch {
      throw error as? InterchangeError ?? .unreadable(name: name, reason: "\(error)")
    }
  }
}

/// Splits a stream of bytes into lines.
struct ByteLines {
  /// The number of the last returned line, from 1.
  private(set) var number: Int
  /// The start of that line, in bytes from the start of the stream.
  private(set) var offset = 0

  private let source: ByteStream
  private var block: [UInt8] = []
  private var position = 0
  private var consumed = 0

  /// Creates the lines of a stream, the first of them with the number `firstNumber`.
  init(_ source: ByteStream, firstNumber: Int = 1) {
    self.source = source
    number = firstNumber - 1
  }

  /// Returns the next line without its line feed, and without a byte order mark at the start; `nil`
  /// after the last one.
  mutating func next() throws(InterchangeError) -> ArraySlice<UInt8>? {
    guard let line = try nextLine() else { return nil }
    number += 1
    offset = consumed
    consumed += line.count + 1
    return number == 1 && line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line
  }

  private mutating func nextLine() throws(InterchangeError) -> ArraySlice<UInt8>? {
    if let end = block[position...].firstIndex(of: Byte.lineFeed) {
      defer { position = end + 1 }
      return block[position..<end]
    }
    var line = Array(block[position...])
    while let next = try source.nextBlock() {
      block = next
      position = 0
      guard let end = next.firstIndex(of: Byte.lineFeed) else {
        line += next
        continue
      }
      line += next[..<end]
      position = end + 1
      return line[...]
    }
    block = []
    position = 0
    return line.isEmpty ? nil : line[...]
  }
}

/// Bytes that are read again from their source each time instead of being kept.
///
/// Their end is where the first reading found it; bytes appended to a file later are ignored. If a
/// later reading finds different bytes, it throws at its end, and nothing made from them may be
/// saved.
final class RereadBytes: Sendable {
  /// The length and checksum of the first reading.
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

  /// Returns the bytes from their start.
  ///
  /// - Throws: `InterchangeError.unreadable`; the stream also throws `.changed` at its end if the
  ///   bytes differ from the bytes of the first reading.
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

/// Bytes with a meaning for readers and writers.
enum Byte {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let apostrophe = UInt8(ascii: "'")
  static let comma = UInt8(ascii: ",")
  static let plus = UInt8(ascii: "+")
  static let minus = UInt8(ascii: "-")
  static let point = UInt8(ascii: ".")
  static let slash = UInt8(ascii: "/")
  static let colon = UInt8(ascii: ":")
  static let semicolon = UInt8(ascii: ";")
  static let backslash = UInt8(ascii: "\\")
  static let at = UInt8(ascii: "@")
  static let bar = UInt8(ascii: "|")
  static let zero = UInt8(ascii: "0")
  static let nine = UInt8(ascii: "9")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")

  /// Returns whether a byte ends a line, or is the first half of a line end.
  static func endsLine(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- zero <= 9 }

  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }
}
