import CairnFiles
import TestSupport
import Testing

@testable import CairnInterchange
@testable import CairnStore

@Suite struct `The encoding of bytes that are no Unicode` {
  /// The bytes of a text in a single-byte encoding.
  private func bytes(_ text: String, _ name: String) throws -> [UInt8] {
    let decoder = SingleByteDecoder(try #require(TextEncoding(named: name)))
    return try text.unicodeScalars.map { scalar in
      if scalar.isASCII { return UInt8(scalar.value) }
      let place = try #require(decoder.characters.firstIndex(of: scalar), "\(scalar) in \(name)")
      return UInt8(0x80 + place)
    }
  }

  private static let texts: [(name: String, text: String)] = [
    ("Windows-1252", "Name\nRené Müller\nAndré Çelik\nSøren Ångström\n"),
    ("Windows-1252", "Prix\n5 €\nà la crème brûlée\nforêt d’été\n"),
    ("Windows-1252", "stad\nMálaga\nSão Paulo\nZürich\nReykjavík\nKøbenhavn\n"),
    ("Windows-1250", "mesto\nPříbram\nDvořák\nŽluťoučký kůň\nBřeclav\n"),
    ("Windows-1250", "miasto\nŁódź\nKraków\nŚwiętochłowice\nGdańsk\n"),
    ("Windows-1251", "город\nМосква\nСанкт-Петербург\nНижний Новгород\nОмск\n"),
    ("KOI8-R", "город\nМосква\nСанкт-Петербург\nНижний Новгород\nОмск\n"),
    ("IBM866", "город\nМосква\nСанкт-Петербург\nНижний Новгород\nОмск\n"),
    ("Windows-1253", "πόλη\nΑθήνα\nΘεσσαλονίκη\nΗράκλειο\nΛάρισα\n"),
    ("Windows-1255", "עיר\nירושלים\nתל אביב\nחיפה\nראשון לציון\n"),
    ("Windows-1254", "şehir\nİstanbul\nDiyarbakır\nEskişehir\nAğrı Dağı\n"),
    ("IBM850", "Stadt\nMünchen\nKöln\nLübeck\nDüsseldorf\nGräfelfing\n"),
  ]

  @Test(arguments: texts)
  func `is guessed where its words are plausible, and else asked for`(
    name: String, text: String
  ) throws {
    let guess = EncodingGuess(of: try bytes(text, name))
    let found = guess.encoding.map { $0.text(of: (try? bytes(text, name)) ?? []) }
    let offered = guess.samples.map { $0.encoding.text(of: (try? bytes(text, name)) ?? []) }
    // A wrong text is never silent.
    if let found {
      expectEqual(found, text)
    } else {
      expectTrue(offered.contains(text), "\(offered)")
    }
  }

  @Test func `is found in all of these texts but a few, which have hardly any letters`() throws {
    let missing = try Self.texts.filter { name, text in
      EncodingGuess(of: try bytes(text, name)).encoding == nil
    }
    expectEqual(missing.map(\.name), ["Windows-1250", "Windows-1255", "Windows-1254", "IBM850"])
  }

  @Test func `is shown by a few lines, each with its letters outside ASCII`() throws {
    let start = String(repeating: "x", count: 60)
    let text = "Имя\n\(start) Ольга\nplain\n\(start) Иван \(start)\nАнна\n"
    let samples = EncodingGuess(of: try bytes(text, "Windows-1251")).samples
    let sample = try #require(samples.first { $0.encoding.name == "Windows-1251" })
    expectEqual(
      sample.text, "Имя · …xxxxxxxxxxxxxx Ольга · …xxxxxxxxxxxxxx Иван xxxxxxxxxxxxxxxxxx…")
  }

  @Test func `is asked for where a short text is plausible in several`() throws {
    let cyrillic = try bytes("Имя;Город\nОльга;Москва\nИван;Омск\n", "windows-1251")
    let chinese: [UInt8] = [
      0xC3, 0xFB, 0xD7, 0xD6, 0x2C, 0xB3, 0xC7, 0xCA, 0xD0, 0x0A, 0xD0, 0xA1, 0xC3, 0xF7, 0x2C,
      0xB1,
      0xB1, 0xBE, 0xA9, 0x0A,
    ]
    for (bytes, name, fields, texts) in [
      (cyrillic, "Windows-1251", ["Имя", "Город"], ["Ольга", "Москва"]),
      (chinese, "GBK", ["名字", "城市"], ["小明", "北京"]),
    ] {
      let guess = EncodingGuess(of: bytes)
      let likely = guess.encoding.map { [$0.name] } ?? guess.samples.map(\.encoding.name)
      expectTrue(likely.contains(name), "\(likely)")
      expectTrue(likely.count == 1 || likely.count == 3)
      var input = ImportInput(source(bytes: bytes))
      try input.dialect.set(.encoding, to: name.lowercased())
      let inspected = try InspectedInputs([input])
      expectEqual(inspected.tables[0].columns, fields)
      let store = try makeStore()
      _ = try Importer(store).run(inspected)
      let names = store.snapshot.model["Thing"]?.attributes.map(\.name) ?? []
      try expectEqual(names.map { try store.texts($0, of: "Thing")[0] }, texts)
    }
  }

  @Test func `names its samples in the error`() throws {
    let error = #expect(throws: InterchangeError.self) {
      try OpenedInput(source(bytes: [0x4D, 0x81, 0x6C]))
    }
    let words = error?.sentence(.commandOptions) ?? ""
    expectTrue(words.hasPrefix("things.csv is not UTF-8, and its encoding is not clear"), words)
    expectTrue(words.contains("--encoding: IBM437 reads \"Mül\""), words)
  }

  @Test(arguments: ["latin1", "ISO-8859-1", "cp1252", "windows-1252"])
  func `has several names`(name: String) {
    expectEqual(TextEncoding(named: name), .windows1252)
  }

  @Test func `has names that lead back to it`() {
    for encoding in TextEncoding.all { expectEqual(TextEncoding(named: encoding.name), encoding) }
  }

  @Test func `of cards is what each property names`() throws {
    let store = try makeStore()
    let text =
      "BEGIN:VCARD\r\nVERSION:2.1\r\n"
      + "N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:=4D=FC=6C=6C=65=72;J;;;\r\n"
      + "FN;CHARSET=WINDOWS-1251;ENCODING=QUOTED-PRINTABLE:=CE=EB=FC=E3=E0\r\nEND:VCARD\r\n"
    let report = try store.take(text, as: "contacts.vcf")
    expectEqual(report.lostValueCount, 0)
    try expectEqual(store.texts("Name", of: "Contact"), ["Ольга"])
    try expectTrue(store.export("Contact", as: .json).contains("Müller"))
    let japanese = try makeStore()
    try japanese.take(
      "BEGIN:VCARD\nVERSION:2.1\nFN;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=96=BC=91=4F\n"
        + "END:VCARD\n", as: "contacts.vcf")
    try expectEqual(japanese.texts("Name", of: "Contact"), ["名前"])
  }

  /// The tables against the converters of the C library.
  @Test func `has the characters that iconv knows`() throws {
    let pages = TextEncoding.all.filter { $0.kind == .singleByte && $0.name != "MacRoman" }
    for encoding in pages {
      let name = encoding.name.replacing("Windows-", with: "CP")
      let decoder = SingleByteDecoder(encoding)
      for place in stride(from: 0, to: 128, by: 1) {
        guard let character = decoder.characters[place] else { continue }
        expectTrue(character.value >= 0x80, "\(name) \(place)")
      }
      var run = ProgramRun(["iconv", "-f", name, "-t", "UTF-8", "-c"], in: "/", variables: [:])
      run.input = .bytes(
        (0x80...0xFF).filter { decoder.characters[$0 - 0x80] != nil }.map(UInt8.init))
      let end = try run.end()
      let own = String(String.UnicodeScalarView(decoder.characters.compactMap(\.self)))
      expectEqual(end.text, own, "\(name)")
    }
  }

  @Test func `of several bytes is decoded in parts, and its damage is kept apart`() throws {
    let encoding = try #require(TextEncoding(named: "Shift_JIS"))
    let line: [UInt8] = [0x96, 0xBC, 0x91, 0x4F, 0x2C, 0x31, 0x0A]
    var bytes = Array(repeating: line, count: 60_000).flatMap(\.self)
    bytes += [0x81, 0x2C, 0x32, 0x0A] + line
    for size in [1000, 1 << 20] {
      let stream = encoding.decoded(source(bytes: bytes, blockSize: size))
      let text = Array(try stream.remainingBlocks().joined())
      let expected =
        Array(String(repeating: "名前,1\n", count: 60_000).utf8) + [0xFF, 0x2C, 0x32, 0x0A]
        + Array("名前,1\n".utf8)
      expectTrue(text == expected)
    }
  }
}
