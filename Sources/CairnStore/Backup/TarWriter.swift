internal import CairnFiles

/// Writes files one after the other into an archive that every `tar` reads.
struct TarWriter {
  /// The largest file that a header has room to tell the size of, 8 GiB less a byte.
  static let largestSize = 0o777_7777_7777

  private let file: any OpenFile
  private var offset = 0

  init(_ file: any OpenFile) {
    self.file = file
  }

  /// Adds a file of `bytes`, changed `modified` seconds after 1970.
  mutating func add(_ name: String, _ bytes: [UInt8], modified: Int) throws(FileError) {
    guard bytes.count <= Self.largestSize else { throw .full(.write, path: file.path) }
    let header = TarHeader(name: name, kind: .file, size: bytes.count, modified: modified)
    if let block = header.block { return try append(block + bytes) }
    let record = Self.record("path", name)
    var attributes = TarHeader(
      name: "attributes", kind: .attributes, size: record.count, modified: modified)
    try append((attributes.block ?? []) + record)
    attributes = header
    attributes.name = String(name.suffix(20))
    try append((attributes.block ?? []) + bytes)
  }

  /// Ends the archive with the two empty blocks that tell it from one that was cut.
  mutating func finish() throws(FileError) {
    try append([UInt8](repeating: 0, count: 2 * TarHeader.blockSize))
  }

  /// Appends a header and a file, filled up to the end of its last block.
  private mutating func append(_ bytes: [UInt8]) throws(FileError) {
    let padding = [UInt8](repeating: 0, count: TarHeader.padding(after: bytes.count))
    try file.write(bytes + padding, at: offset)
    offset += bytes.count + padding.count
  }

  /// A record of attributes: its own length, a keyword and a value.
  private static func record(_ keyword: String, _ value: String) -> [UInt8] {
    let rest = " \(keyword)=\(value)\n".utf8.count
    var length = rest
    while "\(length)".utf8.count + rest != length { length = "\(length)".utf8.count + rest }
    return Array("\(length) \(keyword)=\(value)\n".utf8)
  }
}
