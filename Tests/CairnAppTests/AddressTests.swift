internal import CairnNavigation
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `An address` {
  @Test(arguments: [
    ("recipes", "cairn://recipes"), ("cairn://recipes", "cairn://recipes"),
    ("CAIRN://recipes/", "cairn://recipes"), ("recipes?sort=name", "cairn://recipes?sort=name"),
    ("recipes/~new?where=(", "cairn://recipes/~new?where=("),
  ])
  func `is absolute with or without its scheme`(text: String, url: String) throws {
    guard case .url(let parsed) = try Address(text) else {
      Issue.record("\(text) is not a URL")
      return
    }
    expectEqual(parsed.text, url)
  }

  @Test func `behind an @ is a favorite's name`() throws {
    try expectEqual(Address("@best"), .favorite("best"))
    try expectEqual(Address("@ a/b"), .favorite(" a/b"))
  }

  @Test(arguments: [
    "@", "a%zz", "http://x", "a\u{7}", "recipes?where=(a", "recipes?where=rating>=",
    String(repeating: "a", count: 9000),
  ])
  func `that is malformed is wrong usage, whatever the store holds`(text: String) {
    #expect { try Address(text) } throws: { ($0 as? AppError)?.exitStatus == 64 }
  }
}
