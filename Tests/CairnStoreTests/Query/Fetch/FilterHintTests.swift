import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `A filter in the words of other programs` {
  private let store: ObjectStore
  private let clock = WallClock(now: Timestamp(microseconds: 0))

  init() throws {
    store = try ObjectStore.create(
      Fixture.options(MemoryFileSystem()),
      modelText: "%rec: Row\n%attribute: Kind string\n%attribute: No integer\n")
    let context = store.newContext()
    for (number, kind) in ["not me", "Lyon", "a", "d"].enumerated() {
      let row = try context.create("Row")
      row["Kind"] = .text(kind)
      row["No"] = .integer(Int64(number))
    }
    _ = try context.save()
  }

  private func result(_ filter: String) throws -> (count: Int, hint: String?) {
    let request = FetchRequest(entity: "Row", predicate: try Predicate.parse(filter))
    let count = try store.snapshot.fetch(request, at: clock).totalCount
    return (count, store.snapshot.hint(for: request, finding: count, at: clock))
  }

  @Test(arguments: [
    ("!kind:d", 0, "\"!kind:d\" is a word here; -kind:d excludes these records"),
    ("not kind:d", 0, "\"not\" is a word here; NOT kind:d excludes these records"),
    ("kind:a or kind:d", 0, "\"or\" is a word here; OR finds either"),
    ("Not kind:d", 0, "\"Not\" is a word here; NOT kind:d excludes these records"),
    ("! kind:d", 0, "\"!\" is a word here; NOT kind:d excludes these records"),
    ("kind:a Or kind:d", 0, "\"Or\" is a word here; OR finds either"),
    ("kind:a || kind:d", 0, "\"||\" is a word here; OR finds either"),
    ("kind:a | kind:d", 0, "\"|\" is a word here; OR finds either"),
    ("kind:a && no:1", 0, "\"&&\" is a word here; AND finds both together"),
    ("kind:a and kind:d", 0, "\"and\" is a word here; AND finds both together"),
    ("kind:!d", 0, "\"!d\" is a word here; -kind:d excludes these records"),
    ("kind:a|d", 0, "\"a|d\" is a word here; kind:a,d finds either"),
    ("kind=a||d", 0, "\"a||d\" is a word here; kind:a,d finds either"),
    ("(kind:a|d OR kind:x) no:>0", 0, "\"a|d\" is a word here; kind:a,d finds either"),
    ("kind:ly*", 0, "\"*\" is a character here; kind:ly finds the word anywhere in the text"),
    ("kind:*on*", 0, "\"*\" is a character here; kind:on finds the word anywhere in the text"),
    ("kind:null", 0, "\"null\" is a word here; no:kind finds records without a value"),
    ("kind~x|q", 0, nil), ("kind~zz.*", 0, nil), ("kind!=null no:99", 0, nil),
    ("-kind:null no:99", 0, nil),
    ("kind:\"a | d\"", 0, "\"a | d\" is a word here; kind:a,d finds either"),
    ("kind:*", 0, nil), ("kind:!", 0, nil), ("kind:a AND kind:d", 0, nil),
    ("kind=lyon", 0, "= compares the whole text; kind:lyon finds 1"),
    ("not me", 1, nil), ("-kind:d", 3, nil), ("kind:a OR kind:d", 2, nil), ("kind=Lyon", 1, nil),
    ("!nothing:d", 0, nil), ("kind=paris", 0, nil), ("no:1", 1, nil), ("no:kind", 0, nil),
    ("http://x.org", 0, nil),
  ])
  func `has a hint where it says something else`(
    filter: String, count: Int, hint: String?
  ) throws {
    let found = try result(filter)
    expectEqual(found.count, count)
    expectEqual(found.hint, hint)
  }

  @Test(arguments: ["no:", "has:", "has:1"])
  func `needs a field after has and no`(filter: String) throws {
    #expect(throws: FilterError.self) { try result(filter) }
  }
}
