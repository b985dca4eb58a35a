internal import CairnJSON
internal import CairnStore

/// Reads the lists that cells hold as JSON text.
enum ListText {
  /// The elements of a JSON array, `nil` if `bytes` are no array.
  static func elements(of bytes: ArraySlice<UInt8>) -> [JSONValue]? {
    guard bytes.first == Byte.openBracket else { return nil }
    var reader = JSONReader(bytes)
    // What is no JSON is text like any other, and no mistake.
    guard let value = try? reader.only() else { return nil }
    return value.array
  }

  /// Whether the elements can be tags: different texts without line breaks.
  ///
  /// - Parameters:
  ///   - elements: The elements of a list.
  ///   - mayHaveCommas: Whether there may be commas in them, as in names of people.
  /// - Returns: Whether they are.
  static func areTags(_ elements: [JSONValue], mayHaveCommas: Bool = false) -> Bool {
    var known: Set<String> = []
    return elements.allSatisfy { element in
      guard let text = element.string, isTag(text),
        mayHaveCommas || !text.utf8.contains(Byte.comma)
      else { return false }
      return known.insert(text).inserted
    }
  }

  private static func isTag(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return false }
    return first > Byte.space && last > Byte.space
      && text.utf8.allSatisfy { $0 >= Byte.space }
  }
}

extension Shapes {
  /// Whether `bytes` are a JSON array of tags, as tables without lists hold them; one that has
  /// commas in its tags is nothing else, either.
  static func isTagList(_ bytes: ArraySlice<UInt8>) -> Bool {
    ListText.elements(of: bytes).map { ListText.areTags($0, mayHaveCommas: true) } ?? false
  }
}

extension ListText {
  /// The tags in a text, without the blanks around them.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - separator: What stands between them.
  /// - Returns: The tags, as often as they are there.
  static func tags(in bytes: ArraySlice<UInt8>, _ separator: UInt8) -> [String] {
    bytes.split(separator: separator)
      .map { String(decoding: $0, as: UTF8.self).trimmingBlanks() }.filter { !$0.isEmpty }
  }

  /// The bytes of a plain value as a cell has them: a text without its quotation marks.
  static func plainBytes(of value: JSONValue) -> ArraySlice<UInt8> {
    if case .string(let text) = value { Array(text.utf8)[...] } else { value.bytes()[...] }
  }
}
