import CairnJSON
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `YAML above a note` {
  private func json(_ text: String) throws -> String {
    var reader = YAMLReader(Array(text.utf8))
    return YAMLValue.fields(try reader.document()).json.text()
  }

  @Test(arguments: [
    (
      "a: x\nb: 2\nc: 1.50\nd: true\ne: ~\nf:\n",
      #"{"a":"x","b":2,"c":1.50,"d":true,"e":null,"f":null}"#
    ),
    (
      "# all\n\na: x # why\nb: x#y\nc: http://a:80/b # c\n",
      #"{"a":"x","b":"x#y","c":"http://a:80/b"}"#
    ),
    ("a: one\n  two\n\n  three # c\nb: 1", #"{"a":"one two\nthree","b":1}"#),
    (
      "'a b': 'it''s'\n\"c\\td\" : \"e\\u00e9\\U0001F600\\uD83D\\uDE00\\x41\"\n",
      #"{"a b":"it's","c\td":"eé😀😀A"}"#
    ),
    (
      "a: 'one\n  two\n\n  three'\nb: \"x  \n  y\\\n   z\\n\"\n",
      #"{"a":"one two\nthree","b":"x yz\n"}"#
    ),
    ("a:\n- x\n- 1\n-\nb:\n  - y\n  - 'z'\n", #"{"a":["x",1],"b":["y","z"]}"#),
    (
      "a: [x, \"y, z\", [1, 2], ]\nb: {c: d, e, \"f\":1}\nc: []\nd: {}\n",
      #"{"a":["x","y, z",[1,2]],"b":{"c":"d","e":null,"f":1},"c":[],"d":{}}"#
    ),
    ("a: [one\n   two, # c\n  three  four]\n", #"{"a":["one two","three  four"]}"#),
    (
      "a:\n  b: 1\n  c:\n    - d: 2\n      e: 3\n    -\n      f: 4\ng: 5\n",
      #"{"a":{"b":1,"c":[{"d":2,"e":3},{"f":4}]},"g":5}"#
    ),
    ("a:\n - - x\n   - y\n - - z\n", #"{"a":[["x","y"],["z"]]}"#),
    ("a: |\n  one\n    two\n\n  three\n\nb: 1\n", #"{"a":"one\n  two\n\nthree\n","b":1}"#),
    (
      "a: |-\n  one\n  two\n\nb: |+\n  x\n\nc: |2\n    x\n",
      #"{"a":"one\ntwo","b":"x\n\n","c":"  x\n"}"#
    ),
    ("a: >\n  one\n  two\n\n  three\n   four\n  five\n", #"{"a":"one two\nthree\n four\nfive\n"}"#),
    (
      "a: >-\n  one\n\n\n  two\nb: |\nc: |\n   # no comment\n",
      ##"{"a":"one\n\ntwo","b":"","c":"# no comment\n"}"##
    ),
    ("a: -1\nb: -x\nc: ?y\nd: :z\n", #"{"a":-1,"b":"-x","c":"?y","d":":z"}"#),
    ("a:\n  text\n  below\nb:\t1\n", #"{"a":"text below","b":1}"#),
    ("", "{}"), ("# nothing\n\n", "{}"),
  ])
  func `is read in all its spellings`(text: String, value: String) throws {
    try expectEqual(json(text), value)
  }

  @Test(arguments: [
    ("a: &x 1\n", 1, 4, "anchors"), ("a: 1\nb: *a\n", 2, 4, "anchors"),
    ("<<: {a: 1}\n", 1, 1, "merged"), ("a: !!str 1\n", 1, 4, "types"),
    ("%YAML 1.2\n", 1, 1, "fields are expected"), ("? a\n: b\n", 1, 1, "more than a name"),
    ("a: 1\nb: 2\na: 3\n", 3, 1, "a is repeated"), ("a: {b: 1, b: 2}\n", 1, 11, "b is repeated"),
    ("a:\n\tb: 1\n", 2, 1, "tab"), ("a:\n-\tb: 1\n", 2, 2, "tab"),
    ("just text\n", 1, 1, "fields are expected"),
    ("a: 1\ntext\n", 2, 1, "a field is expected"), ("- a\n", 1, 1, "fields are expected"),
    ("a: b: c\n", 1, 5, "colon"), ("a: b\n  c: d\n", 2, 4, "colon"),
    ("å: 'x' y\n", 1, 8, "after the end"), ("a: 'x\n", 1, 4, "never closed"),
    ("a: \"x\n", 1, 4, "never closed"), ("a: [1, 2\nb: 3\n", 2, 2, "braces"),
    ("a: [1\n", 1, 4, "never closed"),
    ("a: {b: 1]\n", 1, 9, "comma"), ("a: [a: 1]\n", 1, 6, "braces"), ("a: @x\n", 1, 4, "quotes"),
    ("a: \"\\q\"\n", 1, 6, "backslash"), ("a: \"\\u12\"\n", 1, 6, "4 digits"),
    ("a: \"\\uD800\"\n", 1, 6, "no such character"), ("a:\n  b: 1\n   c: 2\n", 3, 5, "colon"),
    ("a:\n  b: 'x'\n   c: 2\n", 3, 4, "indented more"), (" a: 1\nb: 2\n", 2, 1, "indented less"),
    ("a: |x\n  y\n", 1, 5, "may follow"), ("a: | x\n", 1, 6, "next line"),
  ])
  func `that is wrong, or asks for more, is refused by line and column`(
    text: String, line: Int, column: Int, reason: String
  ) throws {
    let error = #expect(throws: YAMLError.self) { try json(text) }
    expectEqual(error?.line, line)
    expectEqual(error?.column, column)
    expectEqual(error?.reason.contains(reason), true, "\(error?.reason ?? "")")
  }

  @Test(arguments: [
    "a: " + String(repeating: "[", count: 100_000), String(repeating: "- ", count: 100_000),
  ])
  func `that is nested without end is refused`(text: String) throws {
    let error = #expect(throws: YAMLError.self) {
      try json(text.hasPrefix("-") ? "a:\n \(text)" : text)
    }
    expectEqual(error?.reason, "lists and fields are nested deeper than 512")
  }

  @Test(arguments: SeededGenerator.seeds(200))
  func `is read back as it was written`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let object = Self.object(&random, depth: 3)
    var writer = YAMLWriter()
    writer.write(object)
    let text = String(decoding: writer.bytes, as: UTF8.self)
    var reader = YAMLReader(writer.bytes)
    let again = YAMLValue.fields(try reader.document()).json
    expectEqual(again, .object(object), "seed \(seed):\n\(text)")
  }

  private static func object(_ random: inout SeededGenerator, depth: Int) -> JSONObject {
    JSONObject(
      (0..<random.number(1...5)).map { place in
        let name = random.number(0...3) == 0 ? "k\(place) \(random.text(atMost: 4))" : "k\(place)"
        return JSONObject.Member(name: name, value: value(&random, depth: depth))
      })
  }

  private static func value(_ random: inout SeededGenerator, depth: Int) -> JSONValue {
    let words = [
      "a", "yes", "null", "~", "1", "1.5", "2026-11-20", "a: b", "a #b", "a:", "- a", "#a", " a",
      "a ",
      "a\nb", "a\n\n  b\n", "\na", "a\n ", "a\r\nb", "a\tb\n\tc", "[a", "{", "'", "\"", "\\", "---",
      "", "a\u{85}b", "\u{FEFF}",
      "|", ">", "&a", "*a", "!a", "%a", "@a", "å", "\u{301}a", "a\n---\nb", "\u{2028}",
    ]
    switch random.number(0...(depth > 0 ? 6 : 4)) {
    case 0: return .number(JSONNumber(random.number(-9...9)))
    case 1: return .boolean(random.number(0...1) == 0)
    case 2: return .string(random.text(atMost: 12))
    case 3, 4: return .string(words[random.number(0...words.count - 1)])
    case 5: return .object(object(&random, depth: depth - 1))
    default: return .array((0..<random.number(0...3)).map { _ in value(&random, depth: depth - 1) })
    }
  }
}
