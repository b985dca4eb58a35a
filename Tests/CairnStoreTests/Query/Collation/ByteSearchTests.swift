import TestSupport
import Testing

@testable import CairnStore

@Suite struct `A search for bytes` {
  @Test(arguments: SeededGenerator.seeds(300))
  func `finds what looking at every place finds`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let bytes = (0..<generator.number(0...90)).map { _ in UInt8(generator.number(97...99)) }
    let needle = (0...generator.number(0...20)).map { _ in UInt8(generator.number(97...98)) }
    let start = generator.number(0...bytes.count)
    let end = generator.number(start...bytes.count)
    let places = start..<max(start, end - needle.count + 1)
    let expected = places.first { bytes[$0..<$0 + needle.count].elementsEqual(needle) }
    expectEqual(ByteSearch(needle).firstMatch(in: bytes, start..<end), expected)
  }

  @Test(arguments: SeededGenerator.seeds(50))
  func `in folded rows finds just the rows asked for`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let words = ["lyon", "Lyón", "ly", "on", "", "yon lyo", "paris"]
    let texts = (0..<generator.number(1...200)).map { _ in words[generator.number(0...6)] }
    let store = try Library.emptyStore()
    try Library.insert("Chapter", texts.map { ["Title": .text($0)] }, into: store)
    let chunk = try store.snapshot.load("Chapter").chunks[0]
    var asked = RowSet(noneOf: chunk.count)
    let share = generator.number(1...8)
    for row in 0..<chunk.count where generator.number(1...share) == 1 { asked.insert(row) }
    let found = chunk.foldedText(of: [0]).rows(
      matching: ByteSearch(Array("lyo".utf8)), among: asked)
    let expected = asked.filter { SearchFold.fold(texts[$0]).contains("lyo") }
    expectEqual(Array(found), Array(expected))
  }
}
