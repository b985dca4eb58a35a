/// A value in the form of a file's text.
///
/// It can show, without reading the records, that no record has the value.
///
/// In a record, a text follows a colon, from its first byte to the end of its first line. Edits of
/// spaces and line ends don't change that. A link appears whole. A match proves nothing, because it
/// may be in another field or begin another text.
struct StoredMention: Hashable, Sendable {
  /// The number of such searches that costs about as much as reading all files.
  static let searchLimit = 4

  private let bytes: [UInt8]
  private let isWord: Bool

  /// Matches values that are `text`, or `text` with a label after it; `nil` if a search for the
  /// text is impossible.
  init?(text: [UInt8]) {
    bytes = Array(text.prefix { $0 != .newline })
    isWord = false
    if bytes.isEmpty { return nil }
  }

  /// Matches links to `key`.
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
