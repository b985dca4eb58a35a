internal import CairnJSON

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

  /// Whether the elements can be tags: different texts without commas and line breaks.
  static func areTags(_ elements: [JSONValue]) -> Bool {
    var known: Set<String> = []
    return elements.allSatisfy { element in
      guard let text = element.string, isTag(text) else { return false }
      return known.insert(text).inserted
    }
  }

  private static func isTag(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return false }
    return first > Byte.space && last > Byte.space
      && text.utf8.allSatisfy { $0 >= Byte.space && $0 != Byte.comma }
  }
}

extension Shapes {
  /// Whether `bytes` are a JSON array of tags, as tables without lists hold them.
  static func isTagList(_ bytes: ArraySlice<UInt8>) -> Bool {
    ListText.elements(of: bytes).map(ListText.areTags) ?? false
  }
}

extension ListText {
  /// The bytes of a plain value as a cell has them: a text without its quotation marks.
  static func plainBytes(of value: JSONValue) -> ArraySlice<UInt8> {
    if case .string(let text) = value { Array(text.utf8)[...] } else { value.bytes()[...] }
  }
}
