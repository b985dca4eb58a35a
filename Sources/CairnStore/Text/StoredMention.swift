/// A value as the text of a file shows it, for telling without reading the records that none has
/// it.
///
/// Whatever a person's hand did to the spaces and line ends, a text stands in its record behind a
/// colon, from its first byte to the end of its first line, and a link stands there whole. Finding
/// it proves nothing, as it may be in another field, or be the beginning of another text.
struct StoredMention: Hashable, Sendable {
  /// Reading all files costs about as much as searching them so many times.
  static let searchLimit = 4

  private let bytes: [UInt8]
  private let isWord: Bool

  /// The values that are `text`, or have it with a label behind it; `nil` for one that cannot be
  /// looked for.
  init?(text: [UInt8]) {
    bytes = Array(text.prefix { $0 != .newline })
    isWord = false
    if bytes.isEmpty { return nil }
  }

  /// The links to `key`.
  init(linkTo key: RecordKey) {
    var bytes: [UInt8] = []
    key.write(to: &bytes)
    self.bytes = bytes
    isWord = true
  }

  /// Whether a record in `file` may have the value.
  func isPossible(in file: [UInt8]) -> Bool {
    let search = ByteSearch(bytes)
    var start = 0
    while let match = search.firstMatch(in: file, start..<file.count) {
      if isValue(match, in: file) { return true }
      start = match + 1
    }
    return false
  }

  private func isValue(_ place: Int, in file: [UInt8]) -> Bool {
    var before = place - 1
    if before >= 0, file[before] == .space { before -= 1 }
    guard before >= 0, file[before] == .colon else { return false }
    let end = place + bytes.count
    return !isWord || end == file.count || !(file[end] == .minus || Name.isWordByte(file[end]))
  }
}
