internal import CairnStore

/// A path as people type or paste it.
///
///     '/a b.pdf'   "/a b.pdf"   /a\ b.pdf   file:///a%20b.pdf
///
/// A terminal writes one of these forms when a file is dragged into it. The text itself comes
/// first, since a file may have such a name.
struct TypedPath {
  /// The paths that the text may mean, the likeliest first.
  let readings: [String]

  init(_ text: String) {
    let bare = text.trimmingBlanks()
    let others = [Self.unquoted(bare), Self.local(bare), Self.unescaped(bare), bare]
    readings = others.reduce(into: [text]) { known, other in
      if let other, !other.isEmpty, !known.contains(other) { known.append(other) }
    }
  }

  /// The text within a pair of quotation marks.
  private static func unquoted(_ text: String) -> String? {
    guard text.count > 2, let first = text.first, "'\"".contains(first), text.last == first else {
      return nil
    }
    let inner = String(text.dropFirst().dropLast())
    // A shell ends the quotation for a mark in the name: 'it'\''s.pdf'
    return first == "'" ? inner.replacing("'\\''", with: "'") : unescaped(inner) ?? inner
  }

  /// The path of a URL of a file on this machine.
  private static func local(_ text: String) -> String? {
    guard text.lowercased().hasPrefix("file://") else { return nil }
    let rest = text.dropFirst("file://".count)
    guard let slash = rest.firstIndex(of: "/"), ["", "localhost"].contains(rest[..<slash]) else {
      return nil
    }
    var bytes: [UInt8] = []
    var path = Array(rest[slash...].utf8)[...]
    while let byte = path.popFirst() {
      let digits = String(decoding: path.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.count == 2, let code = UInt8(digits, radix: 16) {
        bytes.append(code)
        path = path.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The text without the backslashes before other characters; `nil` without any.
  private static func unescaped(_ text: String) -> String? {
    guard text.contains("\\") else { return nil }
    var (plain, isEscaped) = ("", false)
    for character in text {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        plain.append(character)
        isEscaped = false
      }
    }
    return plain
  }
}
