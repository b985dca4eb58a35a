internal import CairnJSON
internal import CairnStore

/// Makes values of one attribute out of cells.
struct ValueReader: Sendable {
  let attribute: Attribute

  init(_ attribute: Attribute) {
    self.attribute = attribute
  }

  /// The value of the cell in `column`, `nil` for none.
  ///
  /// - Throws: `RowProblem.value` if the cell does not fit the attribute.
  func value(of row: borrowing RawRow, _ column: Int) throws(RowProblem) -> Value? {
    let bytes = row.bytes(at: column)
    switch row.kind(at: column) {
    case .missing: return nil
    case .nested:
      guard attribute.type == .text || attribute.type == .string else { throw misfit(bytes) }
      return listed(.text(String(decoding: bytes, as: UTF8.self)))
    case .list: return try list(bytes)
    case .plain, .text, .number, .boolean:
      if bytes.isEmpty { return emptyText }
      return attribute.isList ? try elements(bytes) : try single(bytes)
    }
  }

  /// Text of no length is a value where text is; elsewhere it is none.
  private var emptyText: Value? {
    guard attribute.type == .string || attribute.type == .text else { return nil }
    return listed(.text(""))
  }

  private func listed(_ value: Value) -> Value { attribute.isList ? .list([value]) : value }

  private func misfit(_ bytes: ArraySlice<UInt8>) -> RowProblem {
    .value(
      field: attribute.name, text: String(decoding: bytes, as: UTF8.self),
      expected: attribute.expectation)
  }
}

// MARK: - Lists

extension ValueReader {
  /// The elements of a JSON array; an attribute of one value takes an array of one.
  private func list(_ bytes: ArraySlice<UInt8>) throws(RowProblem) -> Value? {
    guard let elements = ListText.elements(of: bytes) else { throw misfit(bytes) }
    var values: [Value] = []
    for element in elements {
      values.append(try single(ListText.plainBytes(of: element)))
    }
    if attribute.isList { return Value(list: values) }
    guard values.count <= 1 else { throw misfit(bytes) }
    return values.first
  }

  /// The elements in a cell of text: a JSON array, tags between commas, or one element.
  private func elements(_ bytes: ArraySlice<UInt8>) throws(RowProblem) -> Value? {
    if ListText.elements(of: bytes) != nil { return try list(bytes) }
    guard attribute.type == .tags else { return .list([try single(bytes)]) }
    var tags: [Value] = []
    for part in String(decoding: bytes, as: UTF8.self).split(separator: ",") {
      let tag = part.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
      let value = Value.text(String(tag))
      if !tag.isEmpty, !tags.contains(value) { tags.append(value) }
    }
    return Value(list: tags)
  }
}

// MARK: - Single values

extension ValueReader {
  private func single(_ bytes: ArraySlice<UInt8>) throws(RowProblem) -> Value {
    guard let value = parsed(bytes) else { throw misfit(bytes) }
    return value
  }

  private func parsed(_ bytes: ArraySlice<UInt8>) -> Value? {
    switch attribute.type {
    case .date: return ISOTime.date(bytes).map(Value.date)
    case .datetime: return ISOTime.datetime(bytes).map(Value.datetime)
    case .boolean: return (BooleanText.value(of: bytes)).map(Value.boolean) ?? stored(bytes)
    case .integer: return integer(bytes)
    case .decimal, .double, .data: return stored(bytes)
    case .choice: return choice(String(decoding: bytes, as: UTF8.self))
    case .email: return bytes.contains(Byte.at) ? text(bytes) : nil
    case .uuid: return isUUID(bytes) ? text(bytes) : nil
    case .string, .text, .url, .phone, .file, .tags: return text(bytes)
    }
  }

  private func stored(_ bytes: ArraySlice<UInt8>) -> Value? {
    Value(storedText: String(decoding: bytes, as: UTF8.self), as: attribute.type)
  }

  private func integer(_ bytes: ArraySlice<UInt8>) -> Value? {
    guard let number = Int64(String(decoding: bytes, as: UTF8.self)) else { return nil }
    return attribute.range?.contains(number) ?? true ? .integer(number) : nil
  }

  /// Text cannot hold U+0000: such a value is kept as JSON writes it.
  private func text(_ bytes: ArraySlice<UInt8>) -> Value {
    let text = String(decoding: bytes, as: UTF8.self)
    return .text(bytes.contains(0) ? JSONValue.string(text).text() : text)
  }

  private func choice(_ text: String) -> Value? {
    guard !attribute.choices.isEmpty, !attribute.choices.contains(text) else { return .text(text) }
    let folded = text.lowercased()
    return attribute.choices.first { $0.lowercased() == folded }.map(Value.text)
  }

  private func isUUID(_ bytes: ArraySlice<UInt8>) -> Bool {
    let parts = bytes.split(separator: Byte.minus, omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12]
      && parts.joined().allSatisfy { Byte.isDigit($0) || ($0 | 0x20) &- UInt8(ascii: "a") < 6 }
  }
}

extension Attribute {
  /// What a value of the attribute is, in words for people.
  var expectation: String {
    switch type {
    case .integer:
      range.map { "a whole number from \($0.lowerBound) to \($0.upperBound)" } ?? "a whole number"
    case .decimal: "a decimal number"
    case .double: "a number"
    case .boolean: "true, false, yes or no"
    case .date: "a date such as 2026-11-20"
    case .datetime: "a time such as 2026-11-20T22:30:00Z"
    case .choice: "one of \(choices.joined(separator: ", "))"
    case .uuid: "a UUID"
    case .url: "a URL"
    case .email: "an e-mail address"
    case .phone: "a phone number"
    case .file: "a file"
    case .data: "data in base64"
    case .tags: "a list of tags"
    case .string, .text: "text"
    }
  }
}
