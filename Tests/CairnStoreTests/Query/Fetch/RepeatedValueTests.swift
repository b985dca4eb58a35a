import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `Values that are alike` {
  @Test(arguments: [
    ("Café  Müller, Lyon", "cafe muller lyon"), ("Jean-Luc", "jean luc"), ("O’Neill", "oneill"),
    ("O'Neill", "oneill"), ("(Lyon)", "lyon"), (" \"Lyon\". ", "lyon"), ("A.B.", "a b"),
    ("a\u{301}", "a"), ("Straße_7", "strasse 7"), ("«Été»", "ete"), ("日本", "日本"),
    ("Ly\u{AD}on\u{200B}", "lyon"), ("\u{202A}Lyon\u{202C}", "lyon"), ("\u{200B}", ""),
    ("„O‚Neill", "oneill"),
  ])
  func `have one form without case, accents, punctuation and repeated blanks`(
    text: String, form: String
  ) {
    expectEqual(Likeness.text(text), form)
  }

  @Test(arguments: [
    ("C#", "C", AttributeType.string), ("C++", "C", .string), ("?", "!", .string),
    ("now here", "nowhere", .string), ("a@x.org", "ax.org", .email),
  ])
  func `do not lose signs and blanks that matter`(one: String, other: String, type: AttributeType) {
    expectTrue(
      Likeness.form(of: .text(one), as: type) != Likeness.form(of: .text(other), as: type))
  }

  @Test(arguments: [
    ("+33 (0)1 23", "+330123", AttributeType.phone),
    ("\u{202A}555\u{200D} 123", "555123", .phone),
    ("\u{FEFF}https://lyon.fr", "lyon.fr", .url),
    ("https://www.Lyon.fr/", "http://lyon.fr", .url), ("Ann@X.org", "ann@x.org", .email),
  ])
  func `are compared by the kind of field`(one: String, other: String, type: AttributeType) {
    expectEqual(Likeness.form(of: .text(one), as: type), Likeness.form(of: .text(other), as: type))
  }

  private func store(_ names: [String?], tags: [[String]] = []) throws -> ObjectStore {
    let store = try Library.emptyStore()
    try Library.insert(
      "Book",
      names.enumerated().map { index, name in
        var fields = ["Title": Value.text(name ?? "x\(index)")]
        if let name { fields["Notes"] = .text(name) }
        if index < tags.count { fields["Tags"] = Value(list: tags[index].map(Value.text)) }
        return fields
      }, into: store)
    return store
  }

  private func repeated(_ field: String, in store: ObjectStore) throws -> [Frequency] {
    try store.snapshot.repeatedValues(
      of: FieldPath([field]), in: FetchRequest(entity: "Book"), at: Library.clock)
  }

  @Test func `are counted together, with the most frequent spelling first`() throws {
    let store = try store(["lyon", "Lyon", "Lyon", "LYÓN.", "Paris", nil, nil, "Rome", "Rome"])
    let found = try repeated("Notes", in: store)
    expectEqual(found.map(\.title), ["Lyon", "Rome"])
    expectEqual(found.map(\.count), [4, 2])
    expectEqual(found[0].otherSpellings.map(\.title), ["lyon", "LYÓN."])
    expectTrue(found[1].otherSpellings.isEmpty)
    for value in found {
      let request = FetchRequest(
        entity: "Book", predicate: value.condition(on: FieldPath(["Notes"])))
      try expectEqual(store.snapshot.count(request, at: Library.clock), value.count)
    }
  }

  @Test func `count once for a record that has two spellings`() throws {
    let store = try store(["a", "b", "c"], tags: [["Warm", "warm"], ["cold"], ["Cold"]])
    expectEqual(try repeated("Tags", in: store).map(\.title), ["cold"])
  }

  // A value that occurs twice stays, and its records are exactly those with a like value.
  @Test(arguments: SeededGenerator.seeds(20))
  func `form the groups that a comparison of all pairs finds`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let names = (0..<generator.number(1...30)).map { _ in
      generator.number(0...4) == 0 ? nil : generator.element(of: RandomValues.words + ["Lyon!"])
    }
    let found = try repeated("Notes", in: try store(names))
    var groups: [String: Int] = [:]
    for name in names.compactMap(\.self) { groups[Likeness.text(name), default: 0] += 1 }
    expectEqual(
      found.map(\.count).sorted(), groups.values.filter { $0 > 1 }.sorted(), "seed \(seed)")
  }
}

@Suite struct `The view in an address` {
  @Test(arguments: [
    "agenda:Due", "frequency:Kind", "frequency:Kind,repeated", "frequency:repeated,repeated",
    "duplicates", "duplicates:Name", "duplicates:Name+City,Email", "frequency:A[b:1,2].count",
    "duplicates:\"Smith, John\"",
  ])
  func `is written as it was read`(text: String) throws {
    try expectEqual(#require(ViewText(text)).description, text)
  }

  @Test func `has an earlier spelling for repeated values`() {
    expectEqual(ViewText("repeated:Kind"), ViewText("frequency:Kind,repeated"))
    expectEqual(ViewText("frequency:repeated")?.isRepeated, false)
  }

  @Test(arguments: ["", "board", "frequency", "agenda", "board:Kind"])
  func `is none for other words`(text: String) { expectTrue(ViewText(text) == nil) }

  @Test func `gets the present names of fields`() throws {
    var model = try Library.model
    model = try model.renamingField("Notes", of: "Book", to: "Remarks")
    let book = try #require(model["Book"])
    let views = ["frequency:Notes,repeated", "duplicates:Title,Notes", "repeated:Notes"]
    let items = model.presentNames(in: views.map { ("view", $0) }, of: book)
    expectEqual(
      items.map(\.value),
      ["frequency:Remarks,repeated", "duplicates:Title,Remarks", "frequency:Remarks,repeated"])
  }

  @Test func `says which option it does not have`() throws {
    let model = try Library.model
    let query = try RecordQuery(
      [("view", "frequency:Kind,weekly")], for: try #require(model["Book"]), in: model)
    expectEqual(query.warnings, ["frequency has no option \"weekly\"; it is ignored"])
  }
}
