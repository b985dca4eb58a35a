import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `An import and an export of vCards` {
  /// The lines that an export has of a card with `lines`, without its frame, long ones whole.
  private func exported(_ lines: [String], version: String = "3.0") throws -> [String] {
    let store = try makeStore()
    let card = ["BEGIN:VCARD", "VERSION:\(version)"] + lines + ["END:VCARD", ""]
    let report = try store.take(card.joined(separator: "\r\n"), as: "contacts.vcf")
    expectEqual(report.badRows, [])
    let first = try store.export("Contact", as: .vcard)
    let again = try makeStore()
    try again.take(first, as: "contacts.vcf")
    try expectEqual(again.export("Contact", as: .vcard), first, "twice is like once")
    let written = first.replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
    expectEqual(written.prefix(2), ["BEGIN:VCARD", "VERSION:3.0"])
    expectEqual(written.last, "END:VCARD")
    return Array(written.dropFirst(2).dropLast())
  }

  /// Cards of version 3 without `FN` and `N`.
  private static let whole: [[String]] = [
    // Labels.
    ["LABEL;TYPE=home:Street 1\\nCity"], ["IMPP;TYPE=work:xmpp:a@b.org"],
    ["item1.URL:https://b.org", "item1.X-ABLabel:Summer house"],
    ["FBURL;TYPE=work;TYPE=pref:https://a.org/busy"],
    ["X-GAME;TYPE=home:go", "X-GAME:chess (fast)"],
    ["item1.X-GAME:go", "item1.X-ABLabel:At home"],
    ["item1.TEL:1", "item1.X-ABLabel:Shop (main)"], ["item1.TEL:1", "item1.X-ABLabel:voice"],
    // Separators.
    ["GEO:1.5;2.5"], ["URL:http://a.org/c,d;e"], ["IMPP:sip:a@b;user=phone"],
    ["SOURCE:ldap://a.org/cn=A,o=B"], ["X-GENDER:O;it's fluid, \\; so"],
    ["X-CLIENTPIDMAP:1;urn:uuid:3"], ["UID:urn:x:a,b"], ["X-PAGE:http://a.org/b,c;d"],
    ["NOTE:a\\, b\\; c"], ["X-WORDS:a\\, b\\; c"], ["ORG:Acme\\, Inc.;Lab\\; 2"],
    ["ADR:;;Way 1\\, left;Town;;1;Land"], ["ADR:;;Way 1\\,2;a, b;c\\,d,e;1;Land"],
    ["N;X-P=1:Ek\\,Bo;Åsa, Liv;;;"], ["N;SORT-AS=Ek:Ek\\,Bo;;;;"],
    // Parameters.
    ["ADR;LABEL=\"Way 1, Town\";TYPE=home:;;Way 1;Town;;1;Land"], ["ADR;LABEL=Way 1:;;;;;;"],
    ["X-FOO;X-P=1:foo"], ["X-FOO;VALUE=uri;X-P=1:urn:a,b"], ["TEL;PREF=2;TYPE=home:1"],
    ["NOTE;LANGUAGE=en;X-P=\"a:b\",c:hi"], ["NICKNAME;X-P=1:a,b"], ["FN;LANGUAGE=sv:Bo"],
    ["N;SORT-AS=\"Ek,Bo\":Ek;Bo;;;", "ORG;SORT-AS=a:b;c", "TITLE;ALTID=1:d"],
    ["X-FOO;X-P=^'a^n^^:x"], ["PHOTO;MEDIATYPE=image/png;VALUE=uri:http://a.org/b,c.png"],
    ["PHOTO;TYPE=TIFF;ENCODING=b:AQID"], ["PHOTO;TYPE=JPEG;ENCODING=b:/9j/4AAQ"],
    ["item1.TEL;TYPE=pref:1", "item1.X-ABLabel:Shop"], ["BDAY;VALUE=text:about 1800"],
    ["X-BYTES;ENCODING=b:AQID"], ["NOTE;X-P=1:" + String(repeating: "long ", count: 90)],
    ["TEL;X-P=1:1", "TEL;X-P=1:1", "TEL:1"],
    // Several of what is one as a rule.
    ["ORG:One;Lab", "ORG:Two"], ["ORG:One", "ORG:Two;Lab"], ["ORG:One;Lab", "ORG:Two;Hall"],
    ["PHOTO;VALUE=uri:http://a.org/b.png", "PHOTO;VALUE=uri:http://a.org/c.png"],
    ["LOGO;VALUE=uri:http://a.org/b.png"], ["KEY:words\\, two"],
    // A card as an agent's.
    ["AGENT:BEGIN:VCARD\\nFN:Cy\\nEND:VCARD\\n"],
  ]

  @Test(arguments: whole)
  func `leave a card of version 3 as it is`(lines: [String]) throws {
    let head = ["FN", "N"].filter { name in !lines.contains { $0.hasPrefix(name + ";") } }
      .map { $0 == "FN" ? "FN:Bo" : "N:Ek;Bo;;;" }
    let written = try exported(head + lines)
    expectEqual(written.sorted(), (head + lines).sorted())
  }

  @Test(arguments: [
    ("4.0", ["RELATED;TYPE=friend:urn:uuid:1"], ["X-RELATED;TYPE=friend:urn:uuid:1"]),
    (
      "4.0", ["RELATED;TYPE=\"my friend\":urn:uuid:1"],
      ["item1.X-RELATED:urn:uuid:1", "item1.X-ABLabel:my friend"]
    ),
    ("4.0", ["GEO:geo:1.5,2.5"], ["GEO:1.5;2.5"]),
    ("4.0", ["GENDER:O;it's fluid"], ["X-GENDER:O;it's fluid"]),
    (
      "4.0", ["KIND:group", "MEMBER:urn:uuid:1", "MEMBER:urn:uuid:2"],
      [
        "X-ADDRESSBOOKSERVER-KIND:group", "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:1",
        "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:2",
      ]
    ),
    ("4.0", ["ANNIVERSARY:20090808", "X-ANNIVERSARY:20090808"], ["X-ANNIVERSARY:2009-08-08"]),
    (
      "4.0", ["HOBBY;LEVEL=high:go", "SOCIALPROFILE;TYPE=home:https://a.org/b"],
      ["X-HOBBY;LEVEL=high:go", "X-SOCIALPROFILE;TYPE=home:https://a.org/b"]
    ),
    (
      "4.0", ["IMPP;PREF=1:xmpp:a@b", "TEL;VALUE=uri;PREF=3:tel:1"],
      ["IMPP;TYPE=pref:xmpp:a@b", "TEL;PREF=3:1"]
    ),
    (
      "4.0", ["PHOTO:data:image/png;base64,iVBORw0KGgo="],
      ["PHOTO;TYPE=PNG;ENCODING=b:iVBORw0KGgo="]
    ),
    (
      "4.0", ["PHOTO:data:image/tiff;base64,AQID"],
      ["PHOTO;MEDIATYPE=image/tiff;ENCODING=b:AQID"]
    ),
    (
      "3.0", ["item1.TEL:1", "item1.X-ABLabel:Shop :)"],
      ["item1.TEL:1", "item1.X-ABLabel:Shop :]"]
    ),
    (
      "2.1", ["GEO:1.5;2.5", "TEL;CELL:1", "EMAIL;INTERNET:a@b.org"],
      ["GEO:1.5;2.5", "TEL;TYPE=cell:1", "EMAIL:a@b.org"]
    ),
    (
      "2.1", ["AGENT:", "BEGIN:VCARD", "FN:Cy", "AGENT:", "BEGIN:VCARD", "END:VCARD", "END:VCARD"],
      ["AGENT:BEGIN:VCARD\\nFN:Cy\\nAGENT:\\nBEGIN:VCARD\\nEND:VCARD\\nEND:VCARD\\n"]
    ),
  ])
  func `write the properties of other versions as version 3 has them`(
    version: String, lines: [String], expected: [String]
  ) throws {
    let head = ["FN:Bo", "N:Ek;Bo;;;"]
    try expectEqual(exported(head + lines, version: version).sorted(), (head + expected).sorted())
  }

  @Test func `keeps a birthday without a year beside others with one`() throws {
    let card = { (name: String, birthday: String) in
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:\(name)\r\nN:\(name);;;;\r\nBDAY\(birthday)\r\nEND:VCARD\r\n"
    }
    let store = try makeStore()
    try store.take(
      card("Ann", ";X-APPLE-OMIT-YEAR=1604:1604-05-09") + card("Bo", ":--0229")
        + card("Cy", ":1980-01-02"), as: "contacts.vcf")
    let clock = WallClock(now: Timestamp(microseconds: 0))
    let days = try store.values("Birthday", of: "Contact").compactMap(\.self)
    expectEqual(
      days.map { ValueText.display($0, at: clock) }, ["--05-09", "--02-29", "1980-01-02"])
    expectEqual(days.map { ValueText.typed($0, at: clock) }, ["--05-09", "--02-29", "1980-01-02"])
    expectEqual(ValueText.distance(of: days[0], at: clock), nil)
    let written = try store.export("Contact", as: .vcard)
    expectTrue(written.contains("BDAY;X-APPLE-OMIT-YEAR=1604:1604-05-09\r\n"), written)
    expectTrue(written.contains("BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-29\r\n"), written)
    expectTrue(written.contains("BDAY:1980-01-02\r\n"), written)
    expectTrue(!written.contains("CAIRN"), written)
  }

  @Test func `skips and counts text outside of cards`() throws {
    let store = try makeStore()
    let card = "BEGIN:VCARD\nVERSION:3.0\nFN:Jo\nEND:VCARD\n"
    let report = try store.take(
      "BEGIN:VADDRESSBOOK\n\(card)note\n\(card)END:VADDRESSBOOK\n", as: "b.vcf")
    expectEqual(report.badRows, [])
    try expectEqual(store.snapshot.load("B").count, 2)
    expectTrue(
      report.notices.contains("b.vcf: 3 lines outside of cards were skipped, the first in line 1"),
      "\(report.notices)")
    #expect(throws: InterchangeError.self) { try store.take("no card\n", as: "c.vcf") }
  }

  @Test func `read the properties of version 4 from what they are in version 3`() throws {
    let store = try makeStore()
    try store.take(
      """
      BEGIN:VCARD
      VERSION:3.0
      FN:Bo
      X-GENDER:M
      X-ADDRESSBOOKSERVER-KIND:group
      X-ANNIVERSARY:2009-08-08
      END:VCARD

      """, as: "contacts.vcf")
    try expectEqual(store.texts("GENDER", of: "Contact"), ["M"])
    try expectEqual(store.texts("KIND", of: "Contact"), ["group"])
    try expectEqual(store.texts("Anniversary", of: "Contact"), ["2009-08-08"])
  }

  @Test(arguments: [
    (["N:Only;Enn"], ["FN:Enn Only", "N:Only;Enn;;;"]),
    (["N:Ek;Åsa;Liv;Dr.;Jr.", "FN:"], ["FN:Dr. Åsa Liv Ek Jr.", "N:Ek;Åsa;Liv;Dr.;Jr."]),
    (["ORG:Acme;Lab"], ["FN:Acme", "N:;;;;", "ORG:Acme;Lab"]),
    (
      ["N:Stevenson;John;Philip,Paul;Dr.;Jr.,M.D."],
      [
        "FN:Dr. John Philip\\,Paul Stevenson Jr.\\,M.D.",
        "N:Stevenson;John;Philip,Paul;Dr.;Jr.,M.D.",
      ]
    ),
    (["FN:A", "FN:B", "N:C"], ["FN:A", "N:C;;;;", "X-CAIRN;X-CAIRN-FIELD=Name:B"]),
  ])
  func `keep every part of a name`(lines: [String], expected: [String]) throws {
    try expectEqual(exported(lines), expected)
  }

  @Test func `keep the property of a title`() throws {
    var entity = Entity(
      name: "Contact", properties: [.attribute(Attribute(name: "X_SKYPE", type: .string))])
    entity.title = "X_SKYPE"
    let store = try makeStore([entity])
    try store.commit(title: "Add") { (draft) throws(StoreError) in
      try draft.insert([.text("ann")], into: "Contact")
    }
    try expectTrue(
      store.export("Contact", as: .vcard).contains(
        "FN;X-CAIRN-FIELD=:ann\r\nN:;;;;\r\nX-SKYPE:ann\r\n"))
  }

  @Test func `keep a name in its parts where one of them is the title`() throws {
    var entity = Entity(
      name: "Contact",
      properties: ["FamilyName", "GivenName"].map { .attribute(Attribute(name: $0, type: .string)) }
    )
    entity.title = "FamilyName"
    let store = try makeStore([entity])
    try store.commit(title: "Add") { (draft) throws(StoreError) in
      try draft.insert([.text("Only"), .text("Enn")], into: "Contact")
    }
    let written = try store.export("Contact", as: .vcard)
    expectEqual(
      written.split(separator: "\r\n").dropFirst(2).dropLast(),
      ["FN;X-CAIRN-FIELD=:Enn Only", "N:Only;Enn;;;"])
    try expectEqual(store.take(written, as: "contacts.vcf").collections.map(\.unchanged), [1])
    let other = try makeStore([entity])
    try other.take(written, as: "contacts.vcf")
    try expectEqual(other.texts("FamilyName", of: "Contact"), ["Only"])
    expectEqual(other.snapshot.model["Contact"]?.attributes.count, 2)
  }

  @Test(arguments: [
    ("BEGIN:VCARD\nFN:A\nBEGIN:VCARD\nFN:B\nEND:VCARD\n", [1], ["B"]),
    ("BEGIN:VCARD\nFN:A\nBEGIN:VCARD\nFN:B\nBEGIN:VCARD\nFN:C\nEND:VCARD\n", [1, 3], ["C"]),
    (
      "BEGIN:VCARD\nFN:A\nBEGIN:VCARD\nFN:B\nEND:VCARD\nTEL:1\nEND:VCARD\n"
        + "BEGIN:VCARD\nFN:C\nEND:VCARD\n", [1], ["B", "C"]
    ),
    (
      "BEGIN:VCARD\nFN:A\nAGENT:\nBEGIN:VCARD\nFN:B\nBEGIN:VCARD\nFN:C\nEND:VCARD\n", [1], ["C"]
    ),
  ])
  func `take a card that begins before the one before it ended`(
    text: String, bad: [Int], names: [String]
  ) throws {
    let store = try makeStore()
    let report = try store.take(text, as: "contacts.vcf")
    expectEqual(report.badRows.map(\.line), bad)
    expectTrue(
      report.badRows.allSatisfy {
        $0.description.contains("the card that begins here never ends")
      })
    try expectEqual(store.texts("Name", of: "Contact"), names)
  }

  /// A store of contacts with fields of several types, of which some lead to others.
  private func typedStore(with records: Bool) throws -> ObjectStore {
    let types: [(String, AttributeType)] = [
      ("Name", .string), ("Rating", .integer), ("Price", .decimal), ("Vegan", .boolean),
      ("X_SIZE", .integer), ("X_FUN", .boolean), ("Note", .integer), ("Code", .string),
    ]
    var several = Attribute(name: "Years", type: .integer)
    several.isMultiple = true
    var attributes = types.map { Attribute(name: $0.0, type: $0.1) } + [several]
    for place in attributes.indices { attributes[place].isInferred = true }
    var boss = Relationship(name: "Boss", destination: "Contact", isToMany: false)
    boss.inverse = "Staff"
    var staff = Relationship(name: "Staff", destination: "Contact", isToMany: true)
    staff.inverse = "Boss"
    var entity = Entity(
      name: "Contact",
      properties: attributes.map(Property.attribute)
        + [.relationship(boss), .relationship(staff)])
    entity.title = "Name"
    let store = try makeStore([entity])
    guard records else { return store }
    try store.take(
      """
      {"url":"cairn://contacts/p1","Name":"Ann","Rating":30,"Price":1.50,"Vegan":true,"X_SIZE":5,\
      "X_FUN":false,"Note":7,"Code":"007","Years":[1999,2001]}
      {"url":"cairn://contacts/p2","Name":"Bo","Boss":"cairn://contacts/p1","Years":[3]}
      {"url":"cairn://contacts/p3","Name":"Cy","Boss":"cairn://contacts/p1","Rating":4}

      """, as: "contacts.jsonl")
    return store
  }

  @Test func `give fields of the same model their types and links back`() throws {
    let first = try typedStore(with: true)
    let cards = try first.export("Contact", as: .vcard)
    let second = try typedStore(with: false)
    let report = try second.take(cards, as: "contacts.vcf")
    expectEqual(report.notices, [])
    expectEqual(second.snapshot.model, first.snapshot.model)
    try expectEqual(second.export("Contact", as: .json), first.export("Contact", as: .json))
    // The records are known, and where the keys are taken, the links lead to the new records.
    let again = try first.take(cards, as: "contacts.vcf")
    expectEqual(again.collections.map(\.description), ["contacts: 0 new, 3 unchanged"])
    let others = ["Ann", "Bo", "Cy"].reduce(cards) { $0.replacing($1, with: "\($1)a") }
    try expectEqual(first.take(others, as: "contacts.vcf").notices, [])
    let bosses = try first.values("Boss", of: "Contact").compactMap(\.self).map(\.storedTexts)
    expectEqual(bosses, [["p1"], ["p1"], ["p4"], ["p4"]])
  }

  @Test func `come back into fields that have room for one value only`() throws {
    let store = try makeStore()
    try store.take(
      "Name,Email,Phone,Address,Note\nAnn,a@b.org,12 3,\"Way 1, Town\",\"long\nnote\"\n",
      as: "guests.csv")
    let copy = try makeStore(store.snapshot.model.entities)
    let report = try copy.take(store.export("Guest", as: .vcard), as: "guests.vcf")
    expectEqual(report.notices, [])
    expectEqual(copy.snapshot.model.entities, store.snapshot.model.entities)
    try expectEqual(copy.export("Guest", as: .jsonl), store.export("Guest", as: .jsonl))
    // A second one needs room.
    let card = "BEGIN:VCARD\nFN:Bo\nTEL:1\nTEL:2\nEND:VCARD\n"
    try expectEqual(copy.take(card, as: "guests.vcf").notices.count, 1)
    try expectEqual(copy.texts("Phone", of: "Guest"), ["12 3", "1+2"])
  }

  @Test func `infer the types of fields that no model knows`() throws {
    let cards = try typedStore(with: true).export("Contact", as: .vcard)
    let store = try makeStore()
    try store.take(cards, as: "contacts.vcf")
    let names = ["Rating", "Price", "Vegan", "X_SIZE", "X_FUN", "Years", "Code"]
    let types = try names.map { try store.attribute($0, of: "Contact").type }
    expectEqual(types, [.integer, .decimal, .boolean, .integer, .boolean, .integer, .string])
    expectEqual(store.snapshot.model["Contact"]?["url"], nil)
    // What others write stays text, as each letter of it counts.
    try store.take(
      "BEGIN:VCARD\nFN:Di\nX-MOZILLA-HTML:FALSE\nX-ICQ:17\nEND:VCARD\n", as: "contacts.vcf")
    try expectTrue(store.export("Contact", as: .vcard).contains("X-MOZILLA-HTML:FALSE\r\nX-ICQ:17"))
  }

  @Test(arguments: SeededGenerator.seeds(20))
  func `keep whatever a card has`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = [
      "N", "ORG", "TEL", "ADR", "URL", "X-A", "X-B", "GEO", "GENDER", "KIND", "NOTE", "PHOTO",
      "NICKNAME", "CATEGORIES", "RELATED", "BDAY", "IMPP", "AGENT", "item1.TEL", "item2.X-A", "FN",
      "item1.X-ABLabel", "item2.X-ABLabel", "X-CAIRN;X-CAIRN-FIELD=CardParameters", "LABEL",
      "X-CAIRN;X-CAIRN-FIELD=PhotoURL", "X-CAIRN;X-CAIRN-FIELD=Department", "UID", "KEY", "REV",
    ]
    let parameters = [
      "", "", "", ";TYPE=home", ";TYPE=Work,pref", ";HOME", ";PREF=1", ";PREF=2", ";X-P=1",
      ";X-P=a,b", ";X-P=\"a;b\"", ";LABEL=\"x:y\"", ";VALUE=uri", ";VALUE=text", ";ENCODING=b",
      ";TYPE=voice", ";LANGUAGE=en;X-P=^n", ";VALUE=integer", ";MEDIATYPE=image/png",
    ]
    let words = [
      "a", "b", ";", ",", "\\;", "\\,", "\\n", "\\\\", "\\", " ", "http://a.b/", "urn:x", "(c)",
      " (d)", "1", "2.5", "geo:1,2", "data:image/png;base64,AQID", "AQID", "/9j/", "å",
      "TEL;X-P=1:",
      "1999-01-02", "[", "\"", "long text of more than a few letters which go on and on and on",
    ]
    let pick = { (texts: [String]) in texts[random.number(0...texts.count - 1)] }
    for _ in 0..<40 {
      var lines = ["BEGIN:VCARD", "VERSION:4.0"]
      for _ in 0..<random.number(1...8) {
        lines.append(pick(names) + pick(parameters) + pick(parameters) + ":")
        for _ in 0..<random.number(0...4) { lines[lines.count - 1] += pick(words) }
      }
      let card = (lines + ["END:VCARD", ""]).joined(separator: "\r\n")
      let store = try makeStore()
      try store.take(card, as: "contacts.vcf")
      guard store.snapshot.model["Contact"] != nil,
        try store.snapshot.load("Contact").count > 0
      else { continue }
      let written = try store.export("Contact", as: .vcard)
      let again = try makeStore(store.snapshot.model.entities)
      try again.take(written, as: "contacts.vcf")
      try expectEqual(
        again.export("Contact", as: .json), store.export("Contact", as: .json),
        "\(card)\n\(written)")
    }
  }
}
