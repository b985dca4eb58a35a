import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `Bibliographies in BibTeX` {
  /// The stored texts of each record's fields.
  private func records(_ text: String, in store: ObjectStore) throws -> [[String: [String]]] {
    try store.snapshot.load("Ref").rows.map { row in
      var fields: [String: [String]] = [:]
      for attribute in row.chunk.entity.attributes {
        fields[attribute.name] = row[attribute.name]?.storedTexts
      }
      return fields
    }
  }

  @Test func `are read with persons, keywords, macros and LaTeX`() throws {
    let store = try makeStore()
    let text = #"""
      Exported by hand; a@b.example is no entry.
      @string{acm = "ACM Press"}
      @comment{@book{ignored, title = {Ignored}}}
      @Book{knuth84,
        author    = "Donald E. Knuth and {Barnes and Noble} and G{\"o}del, K.",
        title     = {The {\TeX}book --- a \emph{manual} for caf\'e \& bar},
        publisher = acm # { New York},
        year      = 1984,
        month     = jan,
        keywords  = {typesetting, \LaTeX},
        url       = {https://x.example/~knuth/a--b\_c},
      }

      @article(gauss,
        title = {Über $a^2 + b_2$ und {\v{S}}umava},
        year = {1801},
        doi = {10.1000/182})
      """#
    let report = try store.take(text, as: "refs.bib")
    expectEqual(report.badRows, [])
    let records = try records(text, in: store)
    expectEqual(
      records[0],
      [
        "Citekey": ["knuth84"], "Type": ["book"],
        "Author": ["Donald E. Knuth", "Barnes and Noble", "Gödel, K."],
        "Title": ["The TeXbook — a manual for café & bar"],
        "Publisher": ["ACM Press New York"], "Year": ["1984"], "Month": ["January"],
        "Keywords": ["typesetting", "LaTeX"], "URL": ["https://x.example/~knuth/a--b_c"],
      ])
    expectEqual(
      records[1],
      [
        "Citekey": ["gauss"], "Type": ["article"], "Title": ["Über $a^2 + b_2$ und Šumava"],
        "Year": ["1801"], "DOI": ["10.1000/182"],
      ])
    let entity = try #require(store.snapshot.model["Ref"])
    expectEqual(entity.title, "Title")
    expectEqual(entity.attribute("Year")?.type, .integer)
    expectEqual(entity.attribute("Author")?.isList, true)
  }

  @Test func `lose only the field or entry that can't be read`() throws {
    let store = try makeStore()
    let text = """
      @book{one, title = {First}, year = {about 1900}, note {no sign}, pages = {1--2}
      }
      @book{two,
        title = {Never closed,
        year = 1999
      @book{three, title = {Third}}
      """
    let report = try store.take(text, as: "refs.bib")
    let titles = try store.values("Title", of: "Ref")
    expectEqual(titles, [.text("First"), nil, .text("Third")])
    try expectEqual(
      store.values("Citekey", of: "Ref"), ["one", "two", "three"].map { .text($0) })
    try expectEqual(store.values("Pages", of: "Ref").first, .text("1–2"))
    let reasons = report.lostValues.map(\.description).joined(separator: "\n")
    for reason in ["expected a field", "the value of title never ends"] {
      expectTrue(reasons.contains(reason), "\(reason) in \(reasons)")
    }
  }

  @Test func `name a repeated field and a repeated key`() throws {
    let store = try makeStore()
    let report = try store.take(
      "@misc{k, title = {One}, title = {Two}}\n@misc{k, title = {Three}}\n", as: "refs.bib")
    try expectEqual(store.values("Title", of: "Ref"), [.text("One"), .text("Three")])
    try expectEqual(store.values("Citekey", of: "Ref"), [.text("k"), nil])
    expectEqual(report.lostValues.count, 2)
  }

  @Test func `with a text that doubles itself cost no memory`() throws {
    let store = try makeStore()
    var text = "@string{a0 = \"xxxxxxxxxx\"}\n"
    for step in 1...60 { text += "@string{a\(step) = a\(step - 1) # a\(step - 1)}\n" }
    text += "@misc{k, title = {One}, note = a12" + String(repeating: " # a12", count: 5_000) + "}\n"
    let report = try store.take(text, as: "refs.bib")
    try expectEqual(store.values("Title", of: "Ref"), [.text("One")])
    expectEqual(report.lostValues.count, 1)
  }

  @Test func `imported again change nothing`() throws {
    let store = try makeStore()
    let text = "@book{one, title = {First}, author = {A and B}}"
    try store.take(text, as: "refs.bib")
    let version = store.snapshot.version
    try store.take(text, as: "refs.bib")
    expectEqual(store.snapshot.version, version)
    try store.take("@book{one, title = {Second}, author = {A and B}}", as: "refs.bib")
    try expectEqual(store.values("Title", of: "Ref"), [.text("Second")])
  }

  @Test(arguments: [
    (#"\'{e}\`a\^{\i}\"{\i}"#, "éàîï"), (#"{\ss}\o{} \AA ngstr{\"o}m"#, "ßø Ångström"),
    (#"\c{c}\k{a}\H{o}\u{g}\r{u}"#, "çąőğů"), (##"100\% of \$5 \_ \#1"##, "100% of $5 _ #1"),
    ("``quoted'' a~b  c", "“quoted” a b c"), (#"\unknown{x} \\ y"#, #"\unknownx y"#),
    (#"one\par two"#, "one\n\ntwo"), ("\\", "\\"), ("\\'", ""), ("$x", "$x"),
  ])
  func `have LaTeX that becomes plain text`(latex: String, plain: String) {
    expectEqual(LaTeXText.plain(latex), plain)
  }
}
