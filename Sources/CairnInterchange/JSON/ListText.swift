internal import CairnJSON
internal import CairnStore

/// Reads lists in cells, written as JSON text.
enum ListText {
  /// Returns the elements of a JSON array; `nil` if `bytes` are not an array.
  static func elements(of bytes: ArraySlice<UInt8>) -> [JSONValue]? {
    guard bytes.first == Byte.openBracket else { return nil }
    var reader = JSONReader(bytes)
    // Text that is not JSON is valid text, so this is no error.
    guard let value = try? reader.only() else { return nil }
    return value.array
  }

  /// Returns whether the elements can be tags: different texts without line breaks.
  ///
  /// - Parameters:
  ///   - elements: The elements of a list.
  ///   - mayHaveCommas: Whether commas are allowed in them, as in names of people.
  /// - Returns: Whether all elements can be tags.
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
  /// Returns whether `bytes` are a JSON array of tags, as tables without lists have them.
  ///
  /// Commas in the tags are allowed.
  static func isTagList(_ bytes: ArraySlice<UInt8>) -> Bool {
    ListText.elements(of: bytes).map { ListText.areTags($0, mayHaveCommas: true) } ?? false
  }
}

extension ListText {
  /// Returns the bytes of a plain value in a cell: a text has no quotation marks.
  static func plainBytes(of value: JSONValue) -> ArraySlice<UInt8> {
    if case .string(let text) = value { Array(text.utf8)[...] } else { value.bytes()[...] }
  }
}
