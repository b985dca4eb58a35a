import CairnJSON
import TestSupport
import Testing

@Suite struct `What is not JSON` {
  @Test(arguments: [
    ("", "line 1, column 1: expected a value, but the text ends"),
    ("  \n ", "line 2, column 2: expected a value, but the text ends"),
    ("\u{FEFF}", "line 1, column 2: expected a value, but the text ends"),
    ("[1,\n 2,]", "line 2, column 4: expected a value, found ]"),
    ("[1 2]", "line 1, column 4: expected a comma or ], found 2"),
    ("[1", "line 1, column 3: expected a comma or ], but the text ends"),
    ("[,1]", "line 1, column 2: expected a value, found ,"),
    ("[1}", "line 1, column 3: expected a comma or ], found }"),
    ("{\"a\":1,}", "line 1, column 8: expected a name in quotation marks, found }"),
    ("{a:1}", "line 1, column 2: expected a name in quotation marks, found a"),
    ("{\"a\" 1}", "line 1, column 6: expected a colon, found 1"),
    ("{\"a\":}", "line 1, column 6: expected a value, found }"),
    ("{\"a\":1 \"b\":2}", "line 1, column 8: expected a comma or }, found \""),
    ("'a'", "line 1, column 1: expected a value, found '"),
    ("tru", "line 1, column 1: expected a value, found t"),
    ("nullx", "line 1, column 5: expected the end, found x"),
    ("1 2", "line 1, column 3: expected the end, found 2"),
    ("\"é\" é", "line 1, column 5: expected the end, found the byte 0xC3"),
    ("[1\u{0}]", "line 1, column 3: expected a comma or ], found the byte 0x0"),
    ("// no", "line 1, column 1: expected a value, found /"),
    ("NaN", "line 1, column 1: expected a value, found N"),
    ("\"a", "line 1, column 3: expected a closing quotation mark, but the text ends"),
    ("\"a\\", "line 1, column 4: expected the rest of an escape, but the text ends"),
    ("\"\\u00", "line 1, column 6: expected four hexadecimal digits, but the text ends"),
    ("\"\\x\"", "line 1, column 2: unknown character after a backslash"),
    ("\"\\u00g0\"", "line 1, column 2: unknown character after a backslash"),
    ("\"\\uＡＡＡＡ\"", "line 1, column 2: unknown character after a backslash"),
    ("\"\\ud800\"", "line 1, column 2: half of a surrogate pair is missing"),
    ("\"\\udc00\\ud800\"", "line 1, column 2: half of a surrogate pair is missing"),
    ("\"\\ud800\\n\"", "line 1, column 2: half of a surrogate pair is missing"),
    ("\"\\ud800\\ud800\"", "line 1, column 2: half of a surrogate pair is missing"),
    (
      "\"a\nb\"",
      "line 1, column 3: a control character in a string must be written as \\n"
    ),
    (
      "\"\u{1F}\"",
      "line 1, column 2: a control character in a string must be written as \\u001f"
    ),
  ])
  func `is refused where it goes wrong (J1, J5)`(text: String, message: String) {
    do throws(JSONError) {
      Issue.record("read as \(try JSONValue(reading: text))")
    } catch {
      expectEqual(error.description, message)
    }
  }

  @Test(arguments: [
    "01", "-", "+1", "1.", ".5", "1.e2", "1e", "1e+", "-01", "0x1", "1_000", "--1", "1.2.3", "１",
  ])
  func `in a number is refused`(text: String) {
    #expect(throws: JSONError.self) { try JSONValue(reading: text) }
    #expect(throws: JSONError.self) { try JSONValue(reading: "[\(text)]") }
    expectEqual(JSONNumber(text), nil)
  }

  @Test(
    arguments: [
      [0xFF], [0xC3], [0xC0, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0x80],
      [0xF0, 0x82, 0x82, 0xAC],
    ] as [[UInt8]])
  func `in UTF-8 is refused where it begins`(bytes: [UInt8]) {
    for tail in [Array("\"".utf8), Array("\\n\"".utf8)] {
      let text = Array("[\"é\\t".utf8) + bytes + tail
      let error = JSONError.invalidText(at: JSONPosition(line: 1, column: 6, offset: 6))
      #expect(throws: error) { try JSONValue(reading: text) }
    }
  }

  @Test(
    arguments: [
      ([0x5C, 0x78, 0xFF], "line 1, column 2: unknown character after a backslash"),
      ([0x5C, 0xFF], "line 1, column 2: unknown character after a backslash"),
      ([0x5C, 0x75, 0x30, 0xFF], "line 1, column 2: unknown character after a backslash"),
      ([0xFF, 0x5C, 0x78], "line 1, column 2: this is not UTF-8"),
      ([0xFF, 0x0A], "line 1, column 2: this is not UTF-8"),
      ([0xFF], "line 1, column 2: this is not UTF-8"),
      ([0x5C, 0x78, 0x0A], "line 1, column 2: unknown character after a backslash"),
      ([0x5C, 0x75, 0x30], "line 1, column 2: unknown character after a backslash"),
      ([0x5C, 0x0A], "line 1, column 2: unknown character after a backslash"),
    ] as [([UInt8], String)])
  func `in a string is refused where the first mistake begins (J5)`(bytes: [UInt8], message: String)
  {
    do throws(JSONError) {
      Issue.record("read as \(try JSONValue(reading: [0x22] + bytes + [0x22]))")
    } catch {
      expectEqual(error.description, message)
    }
  }

  private static let sample = Array(#"{"a":[1.5e3,"é\ud83c\udf75\n",true,null],"b":{"":-0}}"#.utf8)

  @Test func `is each text that ends too early`() throws {
    _ = try JSONValue(reading: Self.sample)
    for count in 0..<Self.sample.count {
      #expect(throws: JSONError.self) { try JSONValue(reading: Array(Self.sample.prefix(count))) }
    }
  }

  @Test func `never stops the program, whatever bit is wrong`() throws {
    for index in Self.sample.indices {
      for bit in 0..<8 {
        var bytes = Self.sample
        bytes[index] ^= 1 << bit
        guard let value = try? JSONValue(reading: bytes) else { continue }
        try expectEqual(JSONValue(reading: value.bytes()), value)
      }
    }
  }

  @Test(arguments: SeededGenerator.seeds(300))
  func `never stops the program, whatever it is`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("[]{}\":,\\u0dc8e+-.1 tf\n".utf8) + [0xC3, 0xA9, 0x00, 0xFF]
    let bytes = (0..<40).map { _ in alphabet.randomElement(using: &random) ?? 0 }
    do throws(JSONError) {
      let value = try JSONValue(reading: bytes)
      try expectEqual(JSONValue(reading: value.bytes()), value)
    } catch {
      expectTrue((0...40).contains(error.position.offset))
    }
  }
}
