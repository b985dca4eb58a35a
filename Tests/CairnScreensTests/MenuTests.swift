import TestSupport
import Testing

@testable import CairnScreens

@Suite struct `A menu` {
  @Test func `gives each item a letter of its own`() {
    let items = Menu.lettered(["Name", "Number", "N", "City", "日本"])
    #expect(items.map(\.letter) == ["n", "u", "a", "c", "b"])
  }

  @Test func `leaves items without a letter when there are more than letters`() {
    let letters = Menu.lettered((0..<60).map { "Column \($0)" }).compactMap(\.letter)
    #expect(letters.count == 36)
    #expect(Set(letters).count == 36)
  }
}

@Suite struct `A count` {
  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1 000"), (1_234_567, "1 234 567"), (-1000, "-1 000"),
  ])
  func `has blanks between groups of three digits`(number: Int, text: String) {
    #expect(Count.text(number) == text)
  }
}
