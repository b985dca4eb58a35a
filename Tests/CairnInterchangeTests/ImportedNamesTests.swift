import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `An import that makes names` {
  @Test func `says which names lost letters, and how to choose others`() throws {
    let store = try makeStore()
    let text = "größe,Unit price,имя,名=x\n1,2,3,4\n"
    let report = try store.take(text)
    expectEqual(
      report.notices,
      [
        "things.csv: a field's name needs letters a to z, so 名=x became u540d_x; "
          + "--map COLUMN=FIELD chooses other names"
      ])
    try expectEqual(store.take(text.replacing("1,2,3,4", with: "1,2,3,5")).notices, [])
    let other = try makeStore()
    let mapped = try other.take(text) { options in
      options.mapping = ["größe": "size", "имя": "name", "名=x": ""]
    }
    expectEqual(mapped.notices, [])
    try expectEqual(other.texts("size", of: "Thing"), ["1"])
  }

  @Test func `says of names without any letter or digit what they lack, between quotes`() throws {
    let store = try makeStore()
    let report = try store.take(#"[{" ":1,"!?":2,"日":3}]"#, as: "-.json")
    expectEqual(
      report.notices,
      [
        "-.json: a collection's name needs a letter or a digit, so \"-\" became U2d; "
          + "--into NAME chooses another",
        "-.json: a field's name needs letters a to z, so 日 became u65e5; "
          + "--map COLUMN=FIELD chooses other names",
        "-.json: a field's name needs a letter or a digit, so \" \" became u20, \"!?\" became "
          + "u21u3f; --map COLUMN=FIELD chooses other names",
      ])
  }

  @Test func `makes a collection of its own of each file, whatever letters its name has`() throws {
    let store = try makeStore()
    try expectEqual(
      store.take("a\n1\n", as: "日本.csv").notices,
      [
        "日本.csv: a collection's name needs letters a to z, so 日本 became U65e5u672c; "
          + "--into NAME chooses another"
      ])
    try store.take("a\n2\n", as: "中国.csv")
    try expectEqual(store.take("a\n3\n", as: "日本.csv").notices, [])
    try expectEqual(store.texts("a", of: "U65e5u672c"), ["1", "3"])
    try expectEqual(store.texts("a", of: "U4e2du56fd"), ["2"])
    #expect(throws: InterchangeError.self) {
      try store.take("a\n1\n", as: String(repeating: "n", count: 256) + ".csv")
    }
  }

  @Test func `says which names of members lost letters by their paths`() throws {
    let store = try makeStore()
    let report = try store.take(#"[{"author":{"名":"Ann"}}]"#, as: "books.json")
    expectEqual(
      report.notices,
      [
        "books.json: a field's name needs letters a to z, so author.名 became u540d; "
          + "--map COLUMN=FIELD chooses other names"
      ])
  }
}
