/// The words `NaN`, `Infinity` and `-Infinity`, which are not JSON, but which programs write.
///
/// Such a member of an object has no value. Each word becomes an empty array of the same length.
/// So the member is empty, and the positions of later mistakes stay right.
enum JSONNonNumbers {
  private static let words = ["-Infinity", "Infinity", "NaN"].map { Array($0.utf8) }

  /// Returns a value without such words, and how many there were; `nil` without any.
  ///
  /// In arrays they stay, since an element cannot be left out.
  static func emptied(_ bytes: ArraySlice<UInt8>) -> (bytes: [UInt8], count: Int)? {
    var result = Array(bytes)
    var count = 0
    var (isQuoted, place) = (false, 0)
    // For each open bracket, whether it opens an object.
    var areObjects: [Bool] = []
    while place < result.count {
      switch result[place] {
      case UInt8(ascii: "\\") where isQuoted: place += 1
      case Byte.quote: isQuoted.toggle()
      case _ where isQuoted: break
      case Byte.openBrace, Byte.openBracket: areObjects.append(result[place] == Byte.openBrace)
      case Byte.closeBrace, Byte.closeBracket: _ = areObjects.popLast()
      default:
        guard areObjects.last == true,
          let word = words.first(where: { result[place...].starts(with: $0) })
        else { break }
        result.replaceSubrange(place..<(place + word.count), with: emptyArray(of: word.count))
        count += 1
        place += word.count - 1
      }
      place += 1
    }
    return count > 0 ? (result, count) : nil
  }

  private static func emptyArray(of length: Int) -> [UInt8] {
    [Byte.openBracket] + [UInt8](repeating: Byte.space, count: length - 2) + [Byte.closeBracket]
  }
}
