internal import CairnFiles

/// The header block of a file in an archive, in the standard form or as GNU tar writes it.
///
/// The standard is POSIX.1-2017, pax, "ustar Interchange Format".
struct TarHeader: Hashable {
  /// The kind of the contents after the block.
  enum Kind: UInt8 {
    case file = 0x30
    /// A second name of a file before.
    case hardLink = 0x31
    case link = 0x32
    case characterDevice = 0x33
    case blockDevice = 0x34
    case folder = 0x35
    case pipe = 0x36
    /// Records about the next file, such as a name that is too long for its own block.
    case attributes = 0x78
    /// Records about all following files.
    case globalAttributes = 0x67
    /// The name of the next file, as GNU tar writes a name that is too long.
    case longName = 0x4C
  }

  static let blockSize = 512
  private static let checksumRange = 148..<156

  var name: String
  var kind: Kind
  var size: Int
  /// Seconds since 1970.
  var modified: Int

  init(name: String, kind: Kind, size: Int, modified: Int) {
    self.name = name
    self.kind = kind
    self.size = size
    self.modified = modified
  }

  /// The bytes of the block; `nil` if the name is too long.
  var block: [UInt8]? {
    guard let (prefix, name) = Self.split(Array(name.utf8)) else { return nil }
    var block = [UInt8](repeating: 0, count: Self.blockSize)
    block.put(name, at: 0)
    block.put(Self.octal(kind == .folder ? 0o700 : 0o600, width: 7), at: 100)
    block.put(Self.octal(0, width: 7), at: 108)
    block.put(Self.octal(0, width: 7), at: 116)
    block.put(Self.octal(size, width: 11), at: 124)
    // The field ends in the year 2242.
    block.put(Self.octal(min(max(0, modified), 0o77777777777), width: 11), at: 136)
    block[156] = kind.rawValue
    block.put(Array("ustar".utf8), at: 257)
    block.put(Array("00".utf8), at: 263)
    block.put(prefix, at: 345)
    block.put(Self.octal(Self.checksum(of: block), width: 6), at: 148)
    block[155] = .space
    return block
  }

  /// Reads a block; `nil` for other bytes, or for a kind that no backup has.
  init?(_ block: [UInt8]) {
    guard block.count == Self.blockSize, block[257..<262].elementsEqual("ustar".utf8),
      let sum = Self.number(block[Self.checksumRange]), sum == Self.checksum(of: block),
      let size = Self.number(block[124..<136]), let modified = Self.number(block[136..<148]),
      let kind = block[156] == 0 ? Kind.file : Kind(rawValue: block[156])
    else { return nil }
    let name = String(decoding: block[0..<100].prefix { $0 != 0 }, as: UTF8.self)
    // GNU tar uses this place, the start of a long name in the standard, for other data.
    let isStandard = block[262] == 0
    let start = isStandard ? block[345..<500].prefix { $0 != 0 } : []
    let prefix = String(decoding: start, as: UTF8.self)
    self.init(
      name: prefix.isEmpty ? name : "\(prefix)/\(name)", kind: kind, size: size,
      modified: modified)
  }

  /// The number of zero bytes that fill up `count` bytes to the end of their last block.
  static func padding(after count: Int) -> Int { (blockSize - count % blockSize) % blockSize }

  private static func split(_ path: [UInt8]) -> (prefix: [UInt8], name: [UInt8])? {
    if path.count <= 100 { return ([], path) }
    for slash in path.indices where path[slash] == UInt8(ascii: "/") {
      let name = path[(slash + 1)...]
      if slash <= 155, !name.isEmpty, name.count <= 100 {
        return (Array(path[..<slash]), Array(name))
      }
    }
    return nil
  }

  /// The sum of the bytes of a header.
  ///
  /// The field for the sum counts as blanks.
  private static func checksum(of block: [UInt8]) -> Int {
    block.enumerated().reduce(0) { sum, byte in
      sum + (checksumRange.contains(byte.offset) ? 32 : Int(byte.element))
    }
  }

  private static func octal(_ number: Int, width: Int) -> [UInt8] {
    let digits = String(number, radix: 8)
    precondition(digits.utf8.count <= width, "a number has room in its field")
    return Array(String(repeating: "0", count: width - digits.utf8.count).utf8) + Array(digits.utf8)
  }

  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    let digits = field.drop { $0 == .space }.prefix { $0 != .space && $0 != 0 }
    guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }) else {
      return nil
    }
    return digits.isEmpty ? 0 : Int(String(decoding: digits, as: UTF8.self), radix: 8)
  }
}

extension TarHeader.Kind {
  /// Whether bytes follow the block.
  fileprivate var hasBytes: Bool { self == .file || isNote }
  /// Whether the bytes tell about other entries.
  fileprivate var isNote: Bool {
    self == .attributes || self == .globalAttributes || self == .longName
  }
}

extension [UInt8] {
  mutating func put(_ bytes: [UInt8], at start: Int) {
    replaceSubrange(start..<start + bytes.count, with: bytes)
  }
}

/// Reads the files of an archive in order: archives of the store, and of GNU tar or bsdtar.
///
/// The bytes of a file come in parts, so that a large file needs no memory.
struct TarReader {
  /// The largest size in bytes of a record about a file, such as a long name.
  static let largestNote = 1 << 20
  /// The most bytes of a file that come at once.
  private static let partSize = 256 << 10

  /// A file, a folder, or another entry without bytes.
  struct Entry {
    let name: String
    let kind: TarHeader.Kind
    let size: Int

    var isFolder: Bool { kind == .folder }
  }

  private let source: any ByteSource
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// The number of bytes of the current entry that were not read, and of zeros after them.
  private var rest = (bytes: 0, zeros: 0)

  init(_ source: any ByteSource) {
    self.source = source
  }

  /// Reads the next header; `nil` at the end mark of the archive.
  ///
  /// The unread bytes of the entry before are skipped.
  ///
  /// - Throws: `StoreError.damaged` if the archive is cut or the file is not an archive; `.file`.
  mutating func next() throws(StoreError) -> Entry? {
    var longName: String?
    while !isAtEnd {
      while try !part().isEmpty {}
      let block = try take(TarHeader.blockSize)
      if block.allSatisfy({ $0 == 0 }) {
        isAtEnd = true
        guard longName == nil else { throw damage("the archive is cut") }
        return nil
      }
      guard let header = TarHeader(block) else {
        throw damage("not an archive of Cairn")
      }
      if header.kind.isNote, header.size > Self.largestNote {
        throw damage("a header of the archive is too long")
      }
      let size = header.kind.hasBytes ? header.size : 0
      rest = (size, TarHeader.padding(after: size))
      switch header.kind {
      case .attributes: longName = Self.path(in: try contents()) ?? longName
      case .longName: longName = String(decoding: try contents().prefix { $0 != 0 }, as: UTF8.self)
      case .globalAttributes: continue
      default: return Entry(name: longName ?? header.name, kind: header.kind, size: size)
      }
    }
    return nil
  }

  /// Reads the next bytes of the current entry; empty at its end.
  ///
  /// - Throws: `StoreError.damaged` if the archive is cut; `.file`.
  mutating func part() throws(StoreError) -> [UInt8] {
    let part = try take(min(rest.bytes, Self.partSize))
    rest.bytes -= part.count
    if rest.bytes == 0 {
      _ = try take(rest.zeros)
      rest.zeros = 0
    }
    return part
  }

  /// Reads all the rest of the current entry.
  ///
  /// - Throws: `StoreError.damaged` if the archive is cut; `.file`.
  mutating func contents() throws(StoreError) -> [UInt8] {
    var bytes: [UInt8] = []
    while case let part = try part(), !part.isEmpty { bytes += part }
    return bytes
  }

  private mutating func take(_ count: Int) throws(StoreError) -> [UInt8] {
    while buffer.count - start < count {
      let more: [UInt8]
      do throws(FileError) {
        more = try source.next()
      } catch {
        throw .file(error)
      }
      guard !more.isEmpty else { throw damage("the archive is cut") }
      buffer.removeFirst(start)
      start = 0
      buffer += more
    }
    defer { start += count }
    return Array(buffer[start..<start + count])
  }

  private func damage(_ reason: String) -> StoreError {
    .damaged(file: source.path, line: 0, reason: reason)
  }

  /// The name among attribute records, each of them `LENGTH KEYWORD=VALUE` and a line end.
  private static func path(in records: [UInt8]) -> String? {
    var rest = records[...]
    while let blank = rest.firstIndex(of: .space),
      let length = Int(String(decoding: rest[..<blank], as: UTF8.self)),
      length > blank + 1 - rest.startIndex, length <= rest.count
    {
      let end = rest.startIndex + length
      let record = String(decoding: rest[(blank + 1)..<(end - 1)], as: UTF8.self)
      if record.hasPrefix("path=") { return String(record.dropFirst(5)) }
      rest = rest[end...]
    }
    return nil
  }
}

/// Writes files in order into an archive that every `tar` reads.
struct TarWriter {
  /// The largest file size that a header can hold, 8 GiB less a byte.
  static let largestSize = 0o777_7777_7777

  private let file: any OpenFile
  private var offset = 0

  init(_ file: any OpenFile) {
    self.file = file
  }

  /// Adds a file of `bytes`, changed `modified` seconds after 1970.
  mutating func add(_ name: String, _ bytes: [UInt8], modified: Int) throws(FileError) {
    try begin(name, size: bytes.count, modified: modified)
    try append(bytes)
    try pad(after: bytes.count)
  }

  /// Adds a copy of a file, in parts, and returns the checksum of its bytes.
  mutating func add(
    _ name: String, _ source: any OpenFile, modified: Int
  ) throws(FileError) -> UInt32 {
    let size = try source.size()
    try begin(name, size: size, modified: modified)
    var (sum, done) = (UInt32(0), 0)
    while done < size {
      let part = try source.read(at: done, count: min(256 << 10, size - done))
      // Another program cut the file.
      guard !part.isEmpty else { throw .busy(.read, path: source.path) }
      try append(part)
      sum = CRC32C.checksum(of: part.span, seed: sum)
      done += part.count
    }
    try pad(after: size)
    return sum
  }

  private mutating func begin(_ name: String, size: Int, modified: Int) throws(FileError) {
    guard size <= Self.largestSize else { throw .full(.write, path: file.path) }
    var header = TarHeader(name: name, kind: .file, size: size, modified: modified)
    if let block = header.block { return try append(block) }
    let record = Self.record("path", name)
    let attributes = TarHeader(
      name: "attributes", kind: .attributes, size: record.count, modified: modified)
    try append((attributes.block ?? []) + record)
    try pad(after: record.count)
    header.name = String(name.suffix(20))
    try append(header.block ?? [])
  }

  /// Ends the archive with two empty blocks, which distinguish it from a cut one.
  mutating func finish() throws(FileError) {
    try append([UInt8](repeating: 0, count: 2 * TarHeader.blockSize))
  }

  private mutating func append(_ bytes: [UInt8]) throws(FileError) {
    try file.write(bytes, at: offset)
    offset += bytes.count
  }

  /// Appends zeros up to the end of the last block.
  private mutating func pad(after count: Int) throws(FileError) {
    let zeros = TarHeader.padding(after: count)
    if zeros > 0 { try append([UInt8](repeating: 0, count: zeros)) }
  }

  /// A record of attributes: its own length, a keyword and a value.
  private static func record(_ keyword: String, _ value: String) -> [UInt8] {
    let rest = " \(keyword)=\(value)\n".utf8.count
    var length = rest
    while "\(length)".utf8.count + rest != length { length = "\(length)".utf8.count + rest }
    return Array("\(length) \(keyword)=\(value)\n".utf8)
  }
}
