import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `vCards` {
  /// The fields of the only card in `text`, and the report.
  private func fields(
    of lines: String..., name: String = "persons.vcf"
  ) throws -> [String: [String]] {
    let store = try makeStore()
    let text = (["BEGIN:VCARD"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
    let report = try store.take(text, as: name)
    expectEqual(report.badRows, [])
    let row = try #require(Array(store.snapshot.load("Person").rows).first)
    var fields: [String: [String]] = [:]
    for attribute in row.chunk.entity.attributes {
      fields[attribute.name] = row[attribute.name]?.storedTexts
    }
    return fields
  }

  @Test func `of version 2.1 are read, with its encodings and bare types`() throws {
    let fields = try fields(
      of: "VERSION:2.1", "N:Müller;Jürgen;;Dr.".replacing("ü", with: "ü"),
      "FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=BCrgen M=C3=BC=", "ller",
      "TEL;HOME;VOICE:+49 30 1", "TEL;CELL:+49 170 2",
      "ADR;WORK:;;Allee 1;Berlin;;10115;Germany",
      "NOTE;ENCODING=QUOTED-PRINTABLE:one=0D=0Atwo", "PHOTO;JPEG;ENCODING=BASE64:",
      " AQID", " BAU=", "")
    expectEqual(
      fields,
      [
        "Name": ["Jürgen Müller"], "FamilyName": ["Müller"], "GivenName": ["Jürgen"],
        "NamePrefix": ["Dr."], "Phone": ["+49 30 1 (home)", "+49 170 2 (cell)"],
        "Address": ["Allee 1; Berlin; ; 10115; Germany (work)"], "Note": ["one\ntwo"],
        "Photo": ["AQIDBAU="], "CardParameters": ["PHOTO;TYPE=JPEG:AQIDBAU="],
      ])
  }

  @Test func `of version 3 are read, with groups and labels of address books`() throws {
    let fields = try fields(
      of: "VERSION:3.0", "N:Ek;Åsa;;;", "FN:Åsa", "  Ek", "ORG:Acme\\, Inc.;Research;Lab 2",
      "item1.TEL;type=pref:+46 8 1", "item1.X-ABLabel:_$!<HomeFAX>!$_", "item2.URL:https://ek.se",
      "item2.X-ABLabel:my page (old)", "EMAIL;TYPE=INTERNET;TYPE=WORK:asa@ek.se",
      "EMAIL;TYPE=INTERNET:ek@example.org", "BDAY;VALUE=date:19860415", "CATEGORIES:friend,choir",
      "NOTE:a\\nb\\;c\\\\d", "X-SKYPE:asa.ek", "GEO:59.3;18.0", "REV:20260102T030405Z")
    expectEqual(
      fields,
      [
        "Name": ["Åsa Ek"], "FamilyName": ["Ek"], "GivenName": ["Åsa"],
        "Organization": ["Acme, Inc."], "Department": ["Research; Lab 2"],
        "Phone": ["+46 8 1 (homefax)"], "URL": ["https://ek.se (my page (old))"],
        "Email": ["asa@ek.se (work)", "ek@example.org"], "Birthday": ["1986-04-15"],
        "Categories": ["friend", "choir"], "Note": ["a\nb;c\\d"], "X_SKYPE": ["asa.ek"],
        "GEO": ["59.3;18.0"], "Revision": ["2026-01-02T03:04:05Z"],
        "CardParameters": ["TEL;TYPE=pref:+46 8 1"],
      ])
  }

  @Test func `of version 4 are read, with URIs and quoted parameters`() throws {
    let fields = try fields(
      of: "VERSION:4.0", "FN:Ana", "TEL;VALUE=uri;PREF=1;TYPE=\"voice,home\":tel:+34-1-2",
      "EMAIL:mailto:ana@example.org", "PHOTO:data:image/png;base64,AQID",
      "RELATED;TYPE=\"friend\":urn:uuid:1", "GENDER:F", "UID:urn:uuid:2", "BDAY:--0415",
      "X-NOTE;LABEL=\"a;b:c\":x")
    expectEqual(
      fields,
      [
        "Name": ["Ana"], "Phone": ["+34-1-2 (home, pref)"], "Email": ["ana@example.org"],
        "Photo": ["AQID"], "RELATED": ["urn:uuid:1 (friend)"], "GENDER": ["F"],
        "UID": ["urn:uuid:2"], "Birthday": ["0000-04-15"], "X_NOTE": ["x"],
        "CardParameters": ["PHOTO;MEDIATYPE=image/png:AQID", "X-NOTE;LABEL=\"a;b:c\":x"],
      ])
  }

  @Test func `become a collection of contacts whose fields have types`() throws {
    let store = try makeStore()
    try store.take(
      "BEGIN:VCARD\nVERSION:3.0\nFN:Ana\nTEL:1\nEMAIL:a@b.org\nBDAY:1986-04-15\nEND:VCARD\n",
      as: "contacts.vcf")
    expectEqual(store.snapshot.model["Contact"]?.title, "Name")
    let types = try ["Name", "Phone", "Email", "Birthday"].map {
      try store.attribute($0, of: "Contact").type
    }
    expectEqual(types, [.string, .phone, .email, .date])
    try expectTrue(store.attribute("Phone", of: "Contact").isLabeled)
    // One that fits no address lets the field take any text.
    try store.take("BEGIN:VCARD\nFN:Bo\nEMAIL;TYPE=home:none\nEND:VCARD\n", as: "contacts.vcf")
    try expectEqual(store.texts("Email", of: "Contact"), ["a@b.org", "none (home)"])
  }

  @Test func `update the cards that are there`() throws {
    let store = try makeStore()
    let card = "BEGIN:VCARD\nFN:Ana\nUID:1\nTEL:1\nEND:VCARD\n"
    try store.take(card, as: "contacts.vcf")
    let report = try store.take(card.replacing("TEL:1", with: "TEL:2"), as: "contacts.vcf") {
      $0.match = "UID"
    }
    expectEqual(report.collections.map(\.updated), [1])
    try expectEqual(store.texts("Phone", of: "Contact"), ["2"])
  }

  @Test(arguments: [
    ("BEGIN:VCARD\nTEL\nEND:VCARD\n", 1, "line 2: no colon"),
    ("BEGIN:VCARD\nFN:Ana\n", 1, "line 1: the card that begins here never ends"),
    ("\nBEGIN:VCARD\nFN;CHARSET=KLINGON:Ana\nEND:VCARD\n", 2, "the charset KLINGON cannot be read"),
    ("BEGIN:VCARD\n;TYPE=home:x\nEND:VCARD\n", 1, "line 2: the property has no name"),
    ("BEGIN:VCARD\nFN:A\u{0}na\nEND:VCARD\n", 1, "zero byte"),
  ])
  func `that cannot be read are named by line, and the others imported`(
    text: String, line: Int, problem: String
  ) throws {
    let store = try makeStore()
    let good = "BEGIN:VCARD\nFN:Bo\nEND:VCARD\n"
    let report = try store.take("\(good)\(text)", as: "contacts.vcf")
    expectEqual(report.badRows.map(\.line), [line + 3])
    expectTrue(
      report.badRows[0].description.contains(
        problem.replacing(/line \d/) { match in
          "line \((Int(match.output.dropFirst(5)) ?? 0) + 3)"
        }))
    try expectEqual(store.texts("Name", of: "Contact"), ["Bo"])
  }

  @Test(arguments: [
    ("TEL", "line 3: no colon after the name of a property"),
    ("TEL;CHARSET=KLINGON:1", "the charset KLINGON cannot be read"),
    ("TEL:1\u{0}2", "zero byte"), (";TYPE=home:x", "line 3: the property has no name"),
  ])
  func `keep the rest where a property can't be read`(line: String, problem: String) throws {
    let store = try makeStore()
    let text = "BEGIN:VCARD\nFN:Ana\n\(line)\nEMAIL:a@b.org\nEND:VCARD\n"
    let report = try store.take(text, as: "contacts.vcf")
    expectEqual(report.badRowCount, 0)
    expectEqual(report.lostValueCount, 1)
    expectTrue(report.lostValues.first?.description.contains(problem) == true)
    try expectEqual(store.texts("Name", of: "Contact"), ["Ana"])
    try expectEqual(store.texts("Email", of: "Contact"), ["a@b.org"])
    // An import of all or nothing takes no card with such a line.
    #expect(throws: InterchangeError.self) {
      try makeStore().take(text, as: "contacts.vcf") { $0.isStrict = true }
    }
  }

  @Test func `have the letters of the charset that they name, escaped or not`() throws {
    let store = try makeStore()
    let bytes =
      Array("BEGIN:VCARD\nVERSION:2.1\nFN;CHARSET=ISO-8859-1:Jos".utf8) + [0xE9]
      + Array("\nTITLE;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Caf=E9\nEND:VCARD\n".utf8)
    let report = try Importer(store).run([ImportInput(source(bytes: bytes, name: "contacts.vcf"))])
    expectEqual(report.notices, [])
    try expectTrue(store.export("Contact", as: .json).contains("Café"))
    try expectEqual(store.texts("Name", of: "Contact"), ["José"])
  }

  @Test func `with bytes that are no text are bad`() throws {
    let store = try makeStore()
    let bytes = Array("BEGIN:VCARD\nFN:Ä".utf8) + [0xC3, 0x28] + Array("\nEND:VCARD\n".utf8)
    let good = Array("BEGIN:VCARD\nFN:Bo\nEND:VCARD\n".utf8)
    let report = try Importer(store)
      .run([ImportInput(source(bytes: bytes + good, name: "contacts.vcf"))])
    expectEqual(report.badRows.map(\.line), [1])
    try expectEqual(store.texts("Name", of: "Contact"), ["Bo"])
  }

  @Test func `are none where something else stands`() throws {
    let store = try makeStore()
    #expect(throws: InterchangeError.self) { try store.take("Name\nAna\n", as: "contacts.vcf") }
    #expect(throws: InterchangeError.self) { try store.take("", as: "contacts.vcf") }
    expectEqual(store.snapshot.model.entities, [])
  }

  @Test func `are told by their first line`() {
    expectEqual(InterchangeFormat.detect(in: Array("\u{FEFF}begin:vcard\r\n".utf8)), .vcard)
    expectEqual(InterchangeFormat(path: "people.VCF"), .vcard)
  }

  @Test func `are written as address books read them`() throws {
    let store = try makeStore()
    let card = [
      "BEGIN:VCARD", "VERSION:3.0", "FN:Åsa Ek", "N:Ek;Åsa;;;", "ORG:Acme\\, Inc.;Research;Lab 2",
      "TEL;TYPE=cell;TYPE=pref:+46 70", "item1.TEL:+46 8", "item1.X-ABLabel:Summer house",
      "ADR;TYPE=home:;;Gatan 1;Umeå;;903 30;Sweden", "BDAY:1986-04-15", "CATEGORIES:friend,choir",
      "NOTE:" + String(repeating: "å", count: 35), " " + String(repeating: "å", count: 36) + "\\n",
      " end", "PHOTO;ENCODING=b:AQIDBAU=", "X-SKYPE:asa", "END:VCARD", "",
    ].joined(separator: "\r\n")
    try store.take(card, as: "contacts.vcf")
    let lines = { (text: String) in text.split(separator: "\r\n").map(String.init) }
    let written = try store.export("Contact", as: .vcard)
    expectEqual(lines(written), lines(card))
  }

  @Test(arguments: [
    ["TEL:1 (2)", "X-GAME:chess (fast)", "X-GAME;TYPE=home:go (9)"],
    ["X-GAME;TYPE=home:a", "X-GAME:chess (fast)"], ["ORG:a;b;c", "ORG:d;e"],
    ["N:a;b;c;d;e", "N:f;g;h;i;j"], ["BDAY:19\\,x"],
    ["X,ABLabel:a"],
  ])
  func `keep all that there is when they are written and read again`(lines: [String]) throws {
    let store = try makeStore()
    let card = ["BEGIN:VCARD", "VERSION:3.0", "FN:Bo"] + lines + ["END:VCARD", ""]
    try store.take(card.joined(separator: "\r\n"), as: "contacts.vcf")
    let again = try makeStore()
    try again.take(try store.export("Contact", as: .vcard), as: "contacts.vcf")
    let (new, old) = try (again.export("Contact", as: .csv), store.export("Contact", as: .csv))
    let columns = { (text: String) in
      text.split(separator: "\r\n").map { $0.split(separator: ",").sorted() }
    }
    expectEqual(columns(new), columns(old))
  }

  @Test(arguments: SeededGenerator.seeds(20))
  func `of any bytes end in records or an error`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let words = [
      "BEGIN:VCARD", "END:VCARD", "\n", "\r\n", "\n ", "=\n", "FN:", "TEL;", "TYPE=", "\"", ":",
      ";",
      ",", "\\", "ENCODING=QUOTED-PRINTABLE", "ENCODING=b", "VERSION:2.1", "=C3=A5", "item1.", "å",
      "\u{301}", "^n", "x",
    ]
    for _ in 0..<200 {
      var text = "BEGIN:VCARD\n"
      for _ in 0..<random.number(0...30) { text += words[random.number(0...words.count - 1)] }
      let store = try makeStore()
      do throws(InterchangeError) {
        let input = ImportInput(source(text, name: "contacts.vcf", blockSize: 5))
        let report = try Importer(store).run([input])
        let count = try? store.snapshot.load("Contact").count
        expectTrue(report.badRowCount + (count ?? 0) > 0)
      } catch {
        expectTrue(!error.description.isEmpty)
      }
    }
  }
}
