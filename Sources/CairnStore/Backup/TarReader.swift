internal import CairnFiles

/// Reads the files of an archive one after the other: of the store's own, and of those that GNU tar
/// or bsdtar made of the same files.
struct TarReader {
  /// How long what is said about a file may be; its name is a small part of that.
  static let largestNote = 1 << 20

  /// A file, or a folder, which has no bytes.
  struct Entry {
    let name: String
    let isFolder: Bool
    let bytes: [UInt8]
  }

  private let source: any ByteSource
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  init(_ source: any ByteSource) {
    self.source = source
  }

  /// The next file or folder; `nil` at the end that the archive's writer set.
  ///
  /// - Throws: `StoreError.damaged` when the archive is cut or is none; `.file`.
  mutating func next() throws(StoreError) -> Entry? {
    var longName: String?
    while !isAtEnd {
      let block = try take(TarHeader.blockSize)
      if block.allSatisfy({ $0 == 0 }) {
        isAtEnd = true
        guard longName == nil else { throw damage("the archive is cut") }
        return nil
      }
      guard let header = TarHeader(block) else {
        throw damage("not an archive of Cairn")
      }
      let isEntry = header.kind == .file || header.kind == .folder
      guard isEntry || header.size <= Self.largestNote else {
        throw damage("a header of the archive is too long")
      }
      let bytes = try take(header.size)
      _ = try take(TarHeader.padding(after: header.size))
      switch header.kind {
      case .attributes: longName = Self.path(in: bytes) ?? longName
      case .longName: longName = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      case .globalAttributes: continue
      case .file, .folder:
        return Entry(
          name: longName ?? header.name, isFolder: header.kind == .folder, bytes: bytes)
      }
    }
    return nil
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

  /// The name among records of attributes, each of them `LENGTH KEYWORD=VALUE` and a line's end.
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
