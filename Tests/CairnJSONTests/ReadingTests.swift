import CairnJSON
import TestSupport
import Testing

@Suite struct `Reading JSON` {
  @Test(
    arguments: [
      ("null", JSONValue.null), ("true", true), (" false\r\n\t", false), ("0", 0), ("-12", -12),
      ("\"\"", ""), ("\"tea\"", "tea"), ("[]", .array([])), ("{}", .object([:])),
      ("[ ]", .array([])), ("{\n}", .object([:])),
      ("[1,[2,[]],{\"a\":{}}]", [1, [2, []], ["a": [:]]]),
      ("{\"a\" : 1 , \"b\":[true]}", ["a": 1, "b": [true]]),
      ("\u{FEFF}[1]", [1]),
    ] as [(String, JSONValue)])
  func `gives the value (J1)`(text: String, value: JSONValue) throws {
    try expectEqual(JSONValue(reading: text), value)
  }

  @Test func `decodes very many escapes of two parts each`() throws {
    let text = "\"" + String(repeating: #"\ud83c\udf75"#, count: 200_000) + "\""
    let found = try JSONValue(reading: text)
    expectTrue(found == .string(String(repeating: "🍵", count: 200_000)))
  }

  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0041\u00e9\u20AC""#, "Aé€"), (#""a\u0000b""#, "a\0b"),
    (#""\ud83c\udf75 tea""#, "🍵 tea"), ("\"é🍵\u{7F}\"", "é🍵\u{7F}"),
    (#""\\u0041""#, "\\u0041"), (#""é\né""#, "é\né"), (#""\uFFFF""#, "\u{FFFF}"),
  ])
  func `decodes the escapes of strings`(text: String, string: String) throws {
    let read = try JSONValue(reading: text).string
    expectEqual(read.map { Array($0.utf8) }, Array(string.utf8))
  }

  @Test(arguments: [
    "1.10", "-0", "0e0", "1E+2", "123456789012345678901234567890", "1e999999", "-0.0", "2.50e-07",
  ])
  func `keeps the digits of numbers (J2)`(text: String) throws {
    try expectEqual(JSONValue(reading: text).number?.text, text)
    try expectEqual(JSONValue(reading: "[\(text)]").text(), "[\(text)]")
    expectEqual(JSONNumber(text)?.text, text)
  }

  @Test func `keeps members in order, and those with the same name (J3)`() throws {
    let text = #"{"b":1,"a":2,"b":3}"#
    let value = try JSONValue(reading: text)
    expectEqual(value.object?.members.map(\.name), ["b", "a", "b"])
    expectEqual(value["b"], 3)
    expectEqual(value.text(), text)
  }

  @Test func `goes 512 deep and no deeper (J4)`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    try expectEqual(JSONValue(reading: nested(512)).text(), nested(512))
    let error = JSONError.tooDeep(at: JSONPosition(line: 1, column: 513, offset: 512))
    #expect(throws: error) { try JSONValue(reading: nested(513)) }
    #expect(throws: error) { try JSONValue(reading: String(repeating: "[", count: 1_000_000)) }
    let objects = String(repeating: #"{"a":"#, count: 600)
    #expect(throws: JSONError.self) { try JSONValue(reading: objects) }
    let siblings = "[" + String(repeating: "[],", count: 2000) + "[]]"
    try expectEqual(JSONValue(reading: siblings).array?.count, 2001)
  }

  @Test func `gives the values of a text one by one`() throws {
    var reader = JSONReader(Array(" 1 \"a\"\n[2]\n\n{} ".utf8))
    var values: [JSONValue] = []
    while let value = try reader.next() { values.append(value) }
    expectEqual(values, [1, "a", [2], [:]])
    try expectEqual(reader.next(), nil)
  }

  @Test func `wants blanks between values`() throws {
    var reader = JSONReader(Array("[1]2".utf8))
    #expect(throws: JSONError.self) { try reader.next() }
  }

  @Test func `names the place in the text that a line was taken from`() {
    let line = Array("xx{\"a\": ?}".utf8)[2...]
    var reader = JSONReader(line, from: JSONPosition(line: 7, offset: 900))
    #expect(throws: JSONError.self) { try reader.only() }
    do throws(JSONError) {
      var reader = JSONReader(line, from: JSONPosition(line: 7, offset: 900))
      _ = try reader.only()
    } catch {
      expectEqual(error.position, JSONPosition(line: 7, column: 7, offset: 906))
    }
  }
}
