extension ArraySlice<UInt8> {
  /// Whether the text that these bytes are has more than `count` characters.
  ///
  /// Cost: that of the first of them, even of a text of gigabytes, unless they have many marks each.
  func hasMoreCharacters(than count: Int) -> Bool {
    guard self.count > count else { return false }
    let start = prefix(16 * (count + 1))
    // Where it is cut there may stand one character that is none of the text's.
    if String(decoding: start, as: UTF8.self).count > count + 1 { return true }
    return String(decoding: self, as: UTF8.self).count > count
  }
}
