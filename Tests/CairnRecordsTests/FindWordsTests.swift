import CairnRecords
import TestSupport
import Testing

@Suite struct `The words of a search` {
  @Test(arguments: [
    ("", []), ("  ", []), ("war and", ["war", "and"]), ("\"war and\"", ["war and"]),
    ("\"war and\" peace", ["war and", "peace"]), ("war \"and peace", ["war", "and peace"]),
    ("\"war and\"peace", ["war and", "peace"]), ("7\" disk", ["7\"", "disk"]),
    ("\"", ["\""]), ("war \"", ["war", "\""]), ("\"\" war", ["war"]),
    ("\"  \" war", ["war"]), ("war\tand", ["war", "and"]),
  ])
  func `are what was typed, those between quotation marks together`(
    text: String, words: [String]
  ) {
    expectEqual(FindWords.split(text), words)
  }
}
