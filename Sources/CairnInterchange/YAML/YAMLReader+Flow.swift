extension YAMLReader {
  /// Reads a list in brackets, or fields in braces.
  mutating func flow() throws(YAMLError) -> YAMLValue {
    try enter()
    defer { leave() }
    return byte == Byte.openBracket ? try flowList() : .fields(try flowFields())
  }

  private mutating func flowList() throws(YAMLError) -> YAMLValue {
    let start = mark
    mark.index += 1
    var elements: [YAMLValue] = []
    while try !isClosed(by: Byte.closeBracket, since: start) {
      elements.append(try flowValue())
      skipFlowBlanks()
      if byte == Byte.colon { throw error("a field within a list needs braces") }
      try requireComma(or: Byte.closeBracket)
    }
    return .list(elements)
  }

  private mutating func flowFields() throws(YAMLError) -> [YAMLValue.Field] {
    let start = mark
    mark.index += 1
    var fields: [YAMLValue.Field] = []
    var names: Set<String> = []
    while try !isClosed(by: Byte.closeBrace, since: start) {
      let place = mark
      let name = try flowName()
      if name == "<<" { throw error("merged fields (<<) are not read", at: place) }
      guard names.insert(name).inserted else {
        throw error("the field \(name) is repeated", at: place)
      }
      skipFlowBlanks()
      var value = YAMLValue.null
      if byte == Byte.colon {
        mark.index += 1
        skipFlowBlanks()
        if byte != Byte.comma, byte != Byte.closeBrace { value = try flowValue() }
      }
      fields.append(YAMLValue.Field(name: name, value: value))
      skipFlowBlanks()
      try requireComma(or: Byte.closeBrace)
    }
    return fields
  }

  private mutating func flowName() throws(YAMLError) -> String {
    switch byte {
    case Byte.quote: try doubleQuoted()
    case Self.apostrophe: try singleQuoted()
    default: try flowText()
    }
  }

  private mutating func flowValue() throws(YAMLError) -> YAMLValue {
    switch byte {
    case Byte.openBracket, Byte.openBrace: return try flow()
    case Byte.quote, Self.apostrophe: return .text(try flowName())
    default:
      let text = try flowText()
      return YAMLValue.nullWords.contains(text) ? .null : .plain(text)
    }
  }

  /// Reads plain text inside brackets up to its end; a line feed in it becomes a blank.
  private mutating func flowText() throws(YAMLError) -> String {
    try requirePlainStart()
    var text: [UInt8] = []
    while let byte, !isFlowEnd(byte) {
      guard isBlank(at: mark.index) else {
        text.append(byte)
        mark.index += 1
        continue
      }
      let blanks = mark.index
      skipFlowBlanks()
      guard let next = self.byte, !isFlowEnd(next) else { break }
      text += mark.lineStart > blanks ? [Byte.space] : bytes[blanks..<mark.index]
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func isFlowEnd(_ byte: UInt8) -> Bool {
    if byte == Byte.colon {
      let next = mark.index + 1
      return isBlank(at: next)
        || [Byte.comma, Byte.closeBracket, Byte.closeBrace].contains(bytes[next])
    }
    return [
      Byte.comma, Byte.openBracket, Byte.closeBracket, Byte.openBrace, Byte.closeBrace,
    ].contains(byte)
  }

  // MARK: - Between values

  /// Skips blanks, and the closing bracket if it comes next.
  private mutating func isClosed(by bracket: UInt8, since start: Mark) throws(YAMLError) -> Bool {
    skipFlowBlanks()
    guard !isAtEnd else { throw error("the bracket that opens here is never closed", at: start) }
    guard byte == bracket else { return false }
    mark.index += 1
    return true
  }

  private mutating func requireComma(or bracket: UInt8) throws(YAMLError) {
    if byte == Byte.comma { return mark.index += 1 }
    guard isAtEnd || byte == bracket else {
      throw error("a comma or \(String(UnicodeScalar(bracket))) is expected")
    }
  }

  /// Skips blanks, line feeds and comments.
  private mutating func skipFlowBlanks() {
    while true {
      skipBlanks()
      guard !isAtEnd, isAtLineEnd else { return }
      skipToLineEnd()
      if !isAtEnd { skipLineFeed() }
    }
  }
}
