import TestSupport
import Testing

@testable import CairnScreens

@Suite struct `A menu` {
  @Test func `gives each item a letter of its own`() {
    let items = Menu.lettered(["Name", "Number", "N", "City", "日本"])
    expectEqual(items.map(\.letter), ["n", "u", "a", "c", "b"])
  }

  @Test func `leaves items without a letter when there are more than letters`() {
    let letters = Menu.lettered((0..<60).map { "Column \($0)" }).compactMap(\.letter)
    expectEqual(letters.count, 34)
    expectTrue(Set(letters).count == 34 && !letters.contains("j") && !letters.contains("k"))
  }

  @Test func `moves by letters that no item has`() {
    var chosen: [Int] = []
    let menu = Menu("Sort by", Menu.lettered(["Ort", "Bojk", "Art"])) {
      chosen.append($0)
      return []
    }
    for text in ["j", "j", "k", "G", "g", "j"] { expectEqual(menu.insert(text)?.isEmpty, true) }
    expectTrue(chosen.isEmpty)
    _ = menu.perform(.accept)
    expectEqual(chosen, [1])
    // Where one of the two chooses, the other doesn't move.
    let other = Menu("Sort by", Menu.lettered(["Name", "Kind"])) {
      chosen.append($0)
      return []
    }
    _ = other.insert("j")
    _ = other.perform(.accept)
    _ = other.insert("k")
    expectEqual(chosen, [1, 0, 1])
  }

  @Test func `searches its items after a slash`() throws {
    var chosen: [Int] = []
    let menu = Menu("Sort by", Menu.lettered(["Name", "Kind", "Minutes"])) {
      chosen.append($0)
      return []
    }
    let effects = try #require(menu.insert("/"))
    guard case .dismiss? = effects.first, case .present(let picker)? = effects.last else {
      return expectTrue(false)
    }
    _ = picker.insert("nut")
    _ = picker.perform(.accept)
    expectEqual(chosen, [2])
  }
}

@Suite struct `A count` {
  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1 000"), (1_234_567, "1 234 567"), (-1000, "-1 000"),
  ])
  func `has blanks between groups of three digits`(number: Int, text: String) {
    expectEqual(Count.text(number), text)
  }
}
