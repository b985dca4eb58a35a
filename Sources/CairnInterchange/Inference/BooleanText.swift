/// The words for yes and no in data.
enum BooleanText {
  private static let words: [(text: [UInt8], value: Bool)] = [
    (Array("true".utf8), true), (Array("false".utf8), false),
    (Array("yes".utf8), true), (Array("no".utf8), false),
  ]

  /// What `bytes` say, in capitals or not, or `nil` if they are another word.
  static func value(of bytes: ArraySlice<UInt8>) -> Bool? {
    words.first { word in
      word.text.count == bytes.count && zip(word.text, bytes).allSatisfy { $0 == $1 | 0x20 }
    }?.value
  }
}
