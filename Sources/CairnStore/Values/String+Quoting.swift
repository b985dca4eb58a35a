extension StringProtocol {
  /// The words of the text, between which white space stands.
  package var words: [String] {
    guard utf8.allSatisfy({ $0 < 0x80 }) else {
      let words = unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
      return words.map { String(String.UnicodeScalarView($0)) }
    }
    var words: [String] = []
    var word: [UInt8] = []
    for byte in utf8 {
      if byte != UInt8(ascii: " "), !(9...13).contains(byte) {
        word.append(byte)
      } else if !word.isEmpty {
        words.append(String(decoding: word, as: UTF8.self))
        word.removeAll(keepingCapacity: true)
      }
    }
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    return words
  }

  /// The text without white space at its ends.
  package func trimmingBlanks() -> String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(self[first..<scalars.index(after: last)])
  }
}

extension String {
  /// The text in quotation marks, with a backslash before each mark and backslash in it.
  ///
  /// Scalar by scalar: an accent after a quotation mark makes one character of the two.
  package var quoted: String {
    var quoted = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
      quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
  }

  /// The text between the quotation marks at both ends, as `quoted` writes it; `nil` if there are
  /// none.
  package var unquoted: String? {
    guard unicodeScalars.count > 1, unicodeScalars.first == "\"",
      endOfQuotation == endIndex
    else { return nil }
    var text = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in unicodeScalars.dropFirst().dropLast() {
      if scalar == "\\", !isEscaped {
        isEscaped = true
        continue
      }
      if isEscaped, scalar != "\"", scalar != "\\" { text.append("\\") }
      isEscaped = false
      text.append(scalar)
    }
    return String(text)
  }

  /// The end of the quotation at the start of the text; the start without one.
  package var endOfQuotation: String.Index {
    guard unicodeScalars.first == "\"" else { return startIndex }
    var isEscaped = false
    var place = unicodeScalars.index(after: startIndex)
    while place < endIndex {
      let scalar = unicodeScalars[place]
      place = unicodeScalars.index(after: place)
      if scalar == "\"", !isEscaped { return place }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return startIndex
  }

  /// The text as a POSIX shell reads it as one word, and nothing in it as a command.
  package var inApostrophes: String { "'\(apostrophesEscaped)'" }

  /// The text as it stands between apostrophes in a POSIX shell.
  ///
  /// Scalar by scalar, for the same reason.
  package var apostrophesEscaped: String {
    var escaped = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar == "'" { escaped.append(contentsOf: "'\\'".unicodeScalars) }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}

extension String {
  /// The text, cut where it has more than `count` characters, with an ellipsis as the last one.
  package func shortened(to count: Int) -> String {
    prefix(count + 1).count <= count ? self : prefix(count - 1) + "…"
  }
}
