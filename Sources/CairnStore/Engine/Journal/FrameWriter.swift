/// Writes a transaction as a frame of the journal.
///
///     %txn 1042 2026-11-20T22:31:07.123Z k7q2
///     %title Rename Repair the boat
///     %from command set
///     %put Task/p3
///     -Title: Repair the boat
///     +Title: Repair the old boat
///     %end 1042 118 c1a0b9d3
///
/// The origin has a line if it is known. A deleted or restored record has its comments at their
/// places in its file, and its Id for the comments above it. A change of the model has its place in
/// the order of changes, as `%model` with the lines of the text.
///
/// The last line has the length of the frame before it, and a checksum. The checksum covers all
/// bytes before itself, and is continued from the previous frame.
struct FrameWriter {
  private(set) var bytes: [UInt8] = []
  private let number: UInt64

  /// Starts the frame of `transaction` with its head, without its changes.
  init(_ transaction: Transaction) {
    number = transaction.number
    bytes.reserveCapacity(256)
    bytes.append(contentsOf: "%txn ".utf8)
    bytes.append(decimal: number)
    bytes.append(.space)
    transaction.time.write(to: &bytes)
    bytes.append(.space)
    bytes.append(contentsOf: transaction.replica.description.utf8)
    if let undone = transaction.undoes { bytes.append(contentsOf: " undoes \(undone)".utf8) }
    if transaction.movesKeys { bytes.append(contentsOf: " moves keys".utf8) }
    bytes.append(contentsOf: "\n%title ".utf8)
    let start = bytes.count
    bytes.append(contentsOf: transaction.title.utf8)
    // Fast path: few titles have a byte with which a Unicode line end could begin.
    if bytes[start...].contains(where: { 10...13 ~= $0 || $0 == 0xC2 || $0 == 0xE2 }) {
      let words = transaction.title.split(whereSeparator: \.isNewline)
      bytes.replaceSubrange(start..., with: words.joined(separator: " ").utf8)
    }
    bytes.append(.newline)
    if let origin = transaction.origin {
      // One line; a name must not contain a line end.
      let name = origin.normalized.name
      bytes.append(contentsOf: "%from \(origin.kind)\(name.isEmpty ? "" : " \(name)")\n".utf8)
    }
    if let receipt = transaction.receipt {
      bytes.append(contentsOf: "%receipt \(receipt)\n".utf8)
    }
  }

  /// Adds a change of the model: each line of its text before and after, with a sign.
  mutating func add(_ change: ModelChange) {
    bytes.append(contentsOf: "%model\n".utf8)
    for (sign, text) in [(UInt8.minus, change.old), (.plus, change.new)] {
      for line in text.utf8.split(separator: .newline, omittingEmptySubsequences: false) {
        bytes.append(sign)
        bytes.append(contentsOf: line)
        bytes.append(.newline)
      }
    }
  }

  mutating func add(_ change: RecordChange) {
    start(change.kind.keyword, change.id.entity, change.id.key)
    let start = bytes.count
    let sign: UInt8 = change.kind == .delete ? .minus : .plus
    if !change.comments.isEmpty {
      bytes.append(sign)
      bytes.append(contentsOf: "Id: \(change.id.key)\n".utf8)
    }
    for field in change.fields {
      let name = Array(field.name.utf8)
      add(field.old, name, sign: .minus)
      add(field.new, name, sign: .plus)
    }
    guard !change.comments.isEmpty else { return }
    change.comments.weave(into: &bytes, from: start, sign: sign, of: nil)
  }

  /// Appends the record lines `inserted`.
  mutating func append(_ inserted: [UInt8]) { bytes.append(contentsOf: inserted) }

  /// Returns the lines for records inserted as a batch: the rows of `chunk` from `firstRow` on.
  static func inserted(_ chunk: Chunk, from firstRow: Int) -> [UInt8] {
    var writer = ShardWriter(chunk, rows: firstRow..<chunk.count, sign: .plus)
    let entity = Array(chunk.entity.name.utf8)
    for row in firstRow..<chunk.count {
      writer.bytes.append(contentsOf: "%new ".utf8)
      writer.bytes.append(contentsOf: entity)
      writer.bytes.append(UInt8(ascii: "/"))
      chunk.keys[row].write(to: &writer.bytes)
      writer.bytes.append(.newline)
      writer.writeFields(ofRow: row)
    }
    return writer.bytes
  }

  /// Reserves space for `count` more bytes, so that a large frame is not copied while it grows.
  mutating func reserve(_ count: Int) {
    bytes.reserveCapacity(bytes.count + count)
  }

  /// Returns the whole frame except its checksum, which `seal` appends.
  consuming func unsealed() -> [UInt8] {
    let length = UInt64(bytes.count)
    bytes.append(contentsOf: "%end ".utf8)
    bytes.append(decimal: number)
    bytes.append(.space)
    bytes.append(decimal: length)
    bytes.append(.space)
    return bytes
  }

  /// The number of bytes that `seal` appends.
  static let sealLength = 9

  /// Appends the checksum, continued from `seed`, and returns it.
  static func seal(_ frame: inout [UInt8], seed: UInt32) -> UInt32 {
    let checksum = CRC32C.checksum(of: frame.span, seed: seed)
    frame.append(hexadecimal: checksum)
    frame.append(.newline)
    return checksum
  }

  private mutating func start(_ keyword: String, _ entity: String, _ key: RecordKey) {
    bytes.append(contentsOf: keyword.utf8)
    bytes.append(.space)
    bytes.append(contentsOf: entity.utf8)
    bytes.append(UInt8(ascii: "/"))
    key.write(to: &bytes)
    bytes.append(.newline)
  }

  private mutating func add(_ value: Value?, _ name: [UInt8], sign: UInt8) {
    for element in value?.elements ?? [] {
      var text: [UInt8] = []
      element.write(to: &text)
      bytes.appendField(sign: sign, name: name.span, text: text.span)
    }
  }
}

extension RecordChange.Kind {
  var keyword: String {
    switch self {
    case .insert: "%new"
    case .update: "%put"
    case .delete: "%del"
    }
  }

  /// The kind of record change in the frame's line at `line`; `nil` for another line.
  init?(ofLine line: Int, in frame: Span<UInt8>) {
    if frame.hasPrefix("%put ", at: line) {
      self = .update
    } else if frame.hasPrefix("%new ", at: line) {
      self = .insert
    } else if frame.hasPrefix("%del ", at: line) {
      self = .delete
    } else {
      return nil
    }
  }

  init?(keyword: some StringProtocol) {
    switch keyword {
    case "%new": self = .insert
    case "%put": self = .update
    case "%del": self = .delete
    default: return nil
    }
  }
}
