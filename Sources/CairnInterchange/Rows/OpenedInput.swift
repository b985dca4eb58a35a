internal import CairnStore
internal import Synchronization

/// An input with a known encoding, whose bytes can be read repeatedly.
struct OpenedInput: Sendable {
  private enum Bytes {
    /// The bytes of a stream or of a small input, as UTF-8.
    case kept([[UInt8]])
    /// Bytes that are read again from their source, in the input's encoding.
    case reread(RereadBytes)
  }

  /// The encoding, which may become known only after all bytes were read.
  private final class Found: Sendable {
    private struct State {
      var encoding: TextEncoding
      var others: (count: Int, first: Int)?
    }

    private let state: Mutex<State>

    init(_ encoding: TextEncoding) { state = Mutex(State(encoding: encoding)) }

    var encoding: TextEncoding {
      get { state.withLock { $0.encoding } }
      set { state.withLock { $0.encoding = newValue } }
    }

    /// The lines of a mixed encoding that are not UTF-8.
    var others: (count: Int, first: Int)? {
      get { state.withLock { $0.others } }
      set { state.withLock { $0.others = newValue } }
    }
  }

  /// The name of the input in messages.
  let name: String
  /// The first bytes as UTF-8, enough to recognize the format.
  let sample: [UInt8]
  /// The encoding that the first bytes show; `nil` if they leave it open.
  private let told: TextEncoding?
  private let found: Found
  /// Whether a person gave the encoding.
  let isGiven: Bool
  private let bytes: Bytes

  /// Opens an input.
  ///
  /// An input that can be read only once, or is no longer than a sample, is read whole.
  ///
  /// - Parameters:
  ///   - source: The input.
  ///   - encoding: The encoding, if a person gave it.
  /// - Throws: `InterchangeError.unreadable`, `.binary` for an input that is not text, or
  ///   `.unclearEncoding`.
  init(_ source: ByteStream, encoding: TextEncoding? = nil) throws(InterchangeError) {
    name = source.name
    let reopen = source.reopen
    let source = try source.reopen?() ?? source
    var blocks = [try source.nextSample()]
    let isShort = blocks[0].count < ByteStream.sampleSize
    if reopen == nil, !isShort { blocks += try source.remainingBlocks() }
    if let form = BinaryForm(blocks[0]) { throw .binary(name: name, form: form) }
    let told = if let encoding { encoding } else { try Self.encoding(of: blocks[0], name) }
    let found = Found(told ?? .utf8)
    isGiven = encoding != nil
    if told != .utf8 {
      let stream = ByteStream(name: name, blocks: blocks)
      blocks = try Self.decoded(stream, told, isGiven: isGiven, found).remainingBlocks()
    }
    sample = blocks.first ?? []
    if found.encoding != .utf8, !Self.isText(sample) { throw .binary(name: name, form: nil) }
    if let reopen, !isShort {
      bytes = .reread(RereadBytes(name: name, open: reopen))
    } else {
      bytes = .kept(blocks)
    }
    (self.told, self.found) = (told, found)
  }

  /// Returns the encoding that a sample shows; `nil` if it is ASCII.
  private static func encoding(
    of sample: [UInt8], _ name: String
  ) throws(InterchangeError) -> TextEncoding? {
    switch TextEncoding.detect(in: sample) {
    case .found(let encoding): return encoding
    case .ascii: return nil
    case .notUnicode:
      // The properties of a card name their encodings.
      if ContentLine.nameEncodings(sample) { return .utf8 }
      guard isText(sample) else { throw .binary(name: name, form: nil) }
      return try EncodingGuess(of: sample).encoding(of: name)
    }
  }

  /// The encoding, which is certain after all bytes were read once.
  var encoding: TextEncoding { found.encoding }

  /// A notice about the encoding, valid after all bytes were read.
  var notice: String? {
    if case .mixed(let other) = encoding.kind, let lines = found.others {
      let verb = lines.count == 1 ? "was" : "were"
      return "\(name): \(counted(lines.count, "line")) \(verb) read as \(other), the first is line "
        + "\(lines.first)"
    }
    return encoding == .utf8 || isGiven ? nil : "\(name) was read as \(encoding.name)"
  }

  /// Returns a notice about lines of a single-byte encoding in UTF-8; `nil` without any.
  ///
  /// Cost: reads the input again.
  func otherLines() throws(InterchangeError) -> String? {
    guard encoding == .utf8, !isGiven else { return nil }
    var lines = ByteLines(try stream())
    var found: (count: Int, line: Int) = (0, 0)
    var sample: [UInt8] = []
    while let line = try lines.next() {
      guard UTF8Check.firstInvalidByte(in: line) != nil else { continue }
      // In damaged UTF-8, invalid bytes and valid characters are in one line.
      guard UTF8Evidence(in: Array(line)).characters == 0 else { return nil }
      if found.count == 0 { found.line = lines.number }
      found.count += 1
      if sample.count < 1 << 14 { sample += line + [Byte.lineFeed] }
    }
    guard found.count > 0, let other = EncodingGuess(of: sample).encoding,
      other.kind == .singleByte, let text = other.text(of: sample)
    else { return nil }
    let first = text.split(whereSeparator: \.isNewline).first.map { String($0).excerptOutsideASCII }
    let subject = found.count == 1 ? "line \(found.line) is" : "\(found.count) lines are"
    return
      "\(name): \(subject) not UTF-8; the encoding \(TextEncoding.mixed(with: other).name) reads "
      + "\(found.count == 1 ? "it" : "the first") as \"\(first ?? "")\""
  }

  /// Returns the error for an input without a record of its format.
  func lacksRecord(of format: InterchangeFormat) -> InterchangeError {
    let lines = sample.split(whereSeparator: Byte.endsLine)
    let first = lines.first { !CellEdges.trimmed($0).isEmpty }
    let kind = format.neededRecord ?? (format.isTable ? nil : "record in \(format.title)")
    guard let first, let expected = kind else { return .empty(name: name) }
    let found = String(decoding: CellEdges.trimmed(first), as: UTF8.self).shortened(to: 40)
    return .noneOfKind(name: name, expected: expected, found: found)
  }

  /// Returns the bytes from their start, as UTF-8.
  ///
  /// - Throws: `InterchangeError.unreadable`.
  func stream() throws(InterchangeError) -> ByteStream {
    switch bytes {
    case .kept(let blocks): ByteStream(name: name, blocks: blocks)
    case .reread(let bytes): Self.decoded(try bytes.stream(), told, isGiven: isGiven, found)
    }
  }

  /// Returns all bytes as UTF-8, in blocks.
  ///
  /// - Throws: `InterchangeError.unreadable`.
  func blocks() throws(InterchangeError) -> [[UInt8]] {
    if case .kept(let blocks) = bytes { return blocks }
    return try stream().remainingBlocks()
  }

  private static func decoded(
    _ source: ByteStream, _ told: TextEncoding?, isGiven: Bool, _ found: Found
  ) -> ByteStream {
    if let told {
      return isGiven
        ? told.decoded(source) { found.others = $0.others } : told.decodedAsGuessed(source)
    }
    var decoder = LateDecoder()
    return ByteStream(name: source.name) { () throws(InterchangeError) in
      let block = try decoder.next(from: source)
      if let encoding = decoder.encoding { found.encoding = encoding }
      return block
    }
  }

  /// Returns whether bytes outside UTF-8 look like text: they have few control characters.
  private static func isText(_ sample: [UInt8]) -> Bool {
    let usual: Set<UInt8> = [0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x1A, 0x1B]
    let controls = sample.count { $0 < Byte.space && !usual.contains($0) || $0 == 0x7F }
    return controls * 32 <= sample.count
  }
}

extension BinaryForm {
  /// Returns a sentence that says what the file `name` is, and how to convert it.
  func sentence(of name: String, _ wording: ImportWording) -> String {
    let isShell = wording == .commandOptions
    return switch self {
    case .gzip: "is compressed with gzip\(isShell ? Self.advice("gunzip -c") : "")"
    case .bzip2: "is compressed with bzip2\(isShell ? Self.advice("bunzip2 -c") : "")"
    case .xz: "is compressed with xz\(isShell ? Self.advice("xz -dc") : "")"
    case .zstandard: "is compressed with Zstandard\(isShell ? Self.advice("zstd -dc") : "")"
    case .zip where Self.isSpreadsheet(name): "is a spreadsheet; \(Self.saveAsCSV)"
    case .zip: "is a zip archive\(isShell ? Self.advice("unzip -p") : "")"
    case .oldOffice: "is a document of an old office program; \(Self.saveAsCSV)"
    case .sqlite:
      "is a database of SQLite"
        + (isShell
          ? "; sqlite3 -csv -header FILE 'SELECT * FROM NAME' "
            + "| cairn import - --into NAME imports a table" : "")
    case .pdf: "is a PDF document without records"
    case .png, .jpeg, .gif: "is an image without records"
    case .elf: "is a program without records"
    }
  }

  private static let saveAsCSV = "save it as CSV and import that file"

  private static func advice(_ unpacking: String) -> String {
    "; \(unpacking) FILE | cairn import - --into NAME imports its content"
  }

  /// Returns whether a zip archive is the file of a spreadsheet program.
  private static func isSpreadsheet(_ name: String) -> Bool {
    [".xlsx", ".xlsm", ".ods", ".numbers"].contains { name.lowercased().hasSuffix($0) }
  }
}
