/// What in the first bytes of an input speaks for UTF-8, and what against it.
struct UTF8Evidence {
  /// How many characters are of more than one byte.
  private(set) var characters = 0
  /// How many bytes, or beginnings of characters, are not UTF-8.
  private(set) var misfits = 0

  /// Goes through a sample, which may end within a character.
  init(in sample: [UInt8]) {
    var rest = sample[...]
    while !rest.isEmpty {
      do throws(UTF8.ValidationError) {
        _ = try UTF8Span(validating: rest.span)
        count(in: rest)
        return
      } catch {
        let start = rest.startIndex + error.byteOffsets.lowerBound
        let end = rest.startIndex + error.byteOffsets.upperBound
        count(in: rest[..<start])
        if end == rest.endIndex, error.kind == .truncatedScalar { return }
        misfits += 1
        rest = rest[max(end, start + 1)...]
      }
    }
  }

  private mutating func count(in bytes: ArraySlice<UInt8>) {
    characters += bytes.count { $0 >= 0xC0 }
  }
}
