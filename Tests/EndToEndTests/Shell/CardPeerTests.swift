import TestSupport
import Testing

/// Cards with every property of RFC 6350, and another reader of cards.
@Suite struct `Fifty cards with every property of the standard` {
  /// All properties of RFC 6350 section 6 except `BEGIN`, `END`, `VERSION`, `FN` and `N`.
  private static let properties = [
    "SOURCE:https://example.org/ann.vcf", "KIND:individual", "NICKNAME:TEXT,Annie",
    "PHOTO;ENCODING=b;TYPE=PNG:iVBORw0KGgo=", "BDAY:1990-05-09", "ANNIVERSARY:2015-06-01",
    "GENDER:F", "ADR;TYPE=home:;;TEXT;Lyon;;69001;France", "TEL;TYPE=cell:+33 6 39 98 11 22",
    "EMAIL;TYPE=work:ann@example.org", "IMPP:xmpp:ann@example.org", "LANG:fr", "TZ:+01:00",
    "GEO:45.76;4.84", "TITLE:TEXT", "ROLE:TEXT", "LOGO:https://example.org/logo.png",
    "ORG:TEXT;TEXT", "MEMBER:urn:uuid:03a0e51f-d1aa-4385-8a53-e29025acd8af",
    "RELATED;TYPE=friend:urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "CATEGORIES:TEXT,work",
    "NOTE:TEXT", "PRODID:-//Example//Cards//EN", "REV:20261128T120000Z",
    "SOUND:https://example.org/ann.ogg", "UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1",
    "CLIENTPIDMAP:1\\;urn:uuid:3df403f4-5924-4bb7-b077-3c711d9eb34b", "URL:https://example.org/ann",
    "KEY:https://example.org/ann.asc", "FBURL:https://example.org/busy.ifb",
    "CALADRURI:mailto:ann@example.org", "CALURI:https://example.org/ann.ics",
    "X-SOCIALPROFILE;TYPE=web:TEXT", "XML:<a xmlns=\"urn:x\">TEXT</a>",
  ]

  private static let texts = [
    "plain", "a\\, b\\; c", "a\\,b", "two\\nlines", "back\\\\slash", "日本 é", "\"quoted\"",
    "long " + String(repeating: "word ", count: 40) + "end",
  ]

  private static let hasPeer =
    (try? Home(environment: [:]).shell("python3 -c 'import vobject'").status) == 0

  private let home: Home

  init() throws { home = try Home(environment: ["TZ": "UTC"]) }

  /// Fifty cards, each with some of the properties and any texts.
  private func cards() -> String {
    var random = SeededGenerator(seed: 6350)
    return (1...50).map { number in
      let chosen =
        number == 1 ? Self.properties : Self.properties.filter { _ in random.number(0...2) > 0 }
      let lines = chosen.map { property in
        property.replacing("TEXT", with: random.element(of: Self.texts))
          .replacing("4fbe8971", with: "4fbe89\(10 + number)")
      }
      return "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Person \(number)\r\nN:\(number);Person;;;\r\n"
        + lines.map { "\($0)\r\n" }.joined() + "END:VCARD\r\n"
    }.joined()
  }

  @Test func `come back as they were, in lines as the standard wants them`() throws {
    try home.write(cards(), to: "people.vcf")
    try home.output("import", "people.vcf")
    try home.output("export", "people", "-o", "out.vcf")
    let bytes = Array(home.text(of: "out.vcf").utf8)
    for (place, byte) in bytes.enumerated() {
      // A carriage return and a line feed stand together, and only there.
      if byte == 13 { expectEqual(bytes[place + 1], 10) }
      if byte == 10 { expectEqual(bytes[place - 1], 13) }
    }
    for line in bytes.split(separator: 10) { expectTrue(line.count <= 76) }
    try home.output("import", "out.vcf", "--into", "people", "--store", "copy")
    try home.output("export", "people", "-o", "again.vcf", "--store", "copy")
    expectEqual(home.text(of: "again.vcf"), home.text(of: "out.vcf"))
  }

  @Test(.enabled(if: Self.hasPeer, "vobject is not installed"))
  func `are read by vobject`() throws {
    try home.write(cards(), to: "people.vcf")
    try home.output("import", "people.vcf")
    try home.output("export", "people", "-o", "out.vcf")
    try home.write(Self.comparison, to: "read.py")
    let answer = try home.shell("python3 read.py")
    expectEqual(answer.output, "50 50\n", "\(answer.errors)")
  }

  /// Prints the numbers of cards, and each property that only one of the two files has.
  ///
  /// The export writes properties of version 4 with `X-`, a picture's address as a URI, and the time
  /// of the revision with separators. Everything else must be the same.
  private static let comparison = """
    import vobject
    def properties(card):
        found = []
        for child in card.getChildren():
            name = child.name.lower().replace("x-addressbookserver-", "").removeprefix("x-")
            value = child.value
            if name == "version": continue
            if hasattr(value, "__dict__"): value = sorted(value.__dict__.items())
            if name == "rev": value = value.replace("-", "").replace(":", "")
            labels = {k: sorted(w.lower() for w in v) for k, v in child.params.items()}
            if name in ("logo", "sound", "key"): labels.pop("VALUE", None)
            found.append(f"{name} {sorted(labels.items())} {value}")
        return sorted(found)
    def cards(name):
        with open(name, newline="", encoding="utf-8") as file:
            return [properties(c) for c in vobject.readComponents(file.read())]
    old, new = cards("people.vcf"), cards("out.vcf")
    print(len(old), len(new))
    for number, (before, after) in enumerate(zip(old, new), 1):
        for line in sorted(set(before) ^ set(after)): print(number, line)
        if len(before) != len(after): print(number, "another number of properties")
    """
}
