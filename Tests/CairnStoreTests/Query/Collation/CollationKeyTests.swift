import CairnStore
import TestSupport
import Testing

@Suite struct `A collation key` {
  @Test(arguments: [
    ["", "!", "0", "1", "01", "2", "9", "10", "010", "a", "A", "ä", "Ä", "ae", "æ", "b"],
    ["p9", "p10", "p10a", "p10b", "p100", "P100", "q1"],
    ["resume", "Resume", "résumé", "Résumé", "resumes"],
    ["de la Cruz", "De la Cruz", "de lá Cruz", "Delacroix"],
    ["lyon", "Lyon", "LYON", "Lyon 2", "lyon 10"],
    ["o", "ø", "ö", "oz", "öz", "p"],
    ["ss", "ß", "st"],
    ["1.2.9", "1.2.10", "1.10.1"],
  ])
  func `puts texts in the order of people`(texts: [String]) {
    for (left, right) in zip(texts, texts.dropFirst()) {
      expectTrue(CollationKey(left) < CollationKey(right), "\(left) before \(right)")
    }
  }

  @Test(arguments: SeededGenerator.seeds(200))
  func `is equal exactly for canonically equivalent texts`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    // U+0000 cannot be in a record's text, and the keys use it.
    let texts = (0..<12).map { _ in generator.text(atMost: 3).filter { $0 != "\u{0}" } }
    for left in texts {
      for right in texts {
        expectEqual(
          (CollationKey(left) == CollationKey(right)), (left == right), "\(left) \(right)")
      }
    }
  }

  @Test func `compares numbers of any length`() {
    let long = String(repeating: "9", count: 600)
    expectTrue(CollationKey("x" + long) < CollationKey("x1" + long))
    expectTrue(CollationKey("x" + long) > CollationKey("x" + String(long.dropLast())))
    expectTrue(CollationKey(String(repeating: "0", count: 600)) > CollationKey("0"))
    expectTrue(CollationKey(String(repeating: "0", count: 600) + "1") < CollationKey("2"))
  }
}
