import TestSupport
import Testing

@testable import CairnScreens

@Suite struct `Lines in which words are looked for` {
  @Test(arguments: SeededGenerator.seeds(20))
  func `are found as one line after the other would be`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func text(_ most: Int) -> String {
      String((0..<Int.random(in: 0...most, using: &random)).map { _ in "abÄ ".randomElement()! })
    }
    for _ in 0..<200 {
      let lines = (0..<Int.random(in: 0...8, using: &random)).map { _ in text(12) }
      let folded = FoldedLines(lines) { $0.lowercased() }
      let wanted = text(4).lowercased()
      let expected =
        wanted.isEmpty ? [] : lines.indices.filter { lines[$0].lowercased().contains(wanted) }
      expectEqual(folded.places(having: wanted), expected, "\(wanted) in \(lines)")
    }
  }

  @Test func `have nothing of what goes over a line's end`() {
    let folded = FoldedLines(["ab", "", "cd"]) { $0 }
    expectEqual(folded.places(having: "b\nc"), [])
    expectEqual(folded.places(having: "d"), [2])
    expectEqual(FoldedLines([]) { $0 }.places(having: "a"), [])
  }
}
