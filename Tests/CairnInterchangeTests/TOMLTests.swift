import CairnJSON
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `TOML above a note` {
  private func json(_ text: String) throws -> String {
    var reader = TOMLReader(Array(text.utf8))
    return YAMLValue.fields(try reader.document()).json.text()
  }

  @Test(arguments: [
    ("b = 1\na = \"x\"\n", #"{"b":1,"a":"x"}"#),
    ("# all\n\n  a = 'x' # why\nb='''y'''", #"{"a":"x","b":"y"}"#),
    ("a = true\nb = false\nc = \"true\"\n", #"{"a":true,"b":false,"c":"true"}"#),
    (
      "a = +1\nb = -0\nc = 1_000\nd = 0xFF\ne = 0o17\nf = 0b1_01\n",
      #"{"a":1,"b":-0,"c":1000,"d":255,"e":15,"f":5}"#
    ),
    (
      "a = 1.50\nb = 1e06\nc = -6.6_6E-3\nd = inf\ne = +nan\nf = 12345678901234567890.10\n",
      #"{"a":1.50,"b":1e06,"c":-6.66E-3,"d":"inf","e":"nan","f":12345678901234567890.10}"#
    ),
    (
      "a = 2026-11-20\nb = 2026-11-20t10:30:00.5z\nc = 2026-11-20 10:30:00+01:00\nd = 10:30:00\n",
      #"{"a":"2026-11-20","b":"2026-11-20T10:30:00.5Z","c":"2026-11-20T10:30:00+01:00","#
        + #""d":"10:30:00"}"#
    ),
    (
      #"a = "x\t\"y\\ \u00e9\U0001F600" "# + "\nb = 'c:\\d'\n",
      #"{"a":"x\t\"y\\ é😀","b":"c:\\d"}"#
    ),
    (
      "a = \"\"\"\none\n  two\\\n\n   three\"\"\"\"\"\nb = '''\n'x'\\n'''\n",
      #"{"a":"one\n  twothree\"\"","b":"'x'\\n"}"#
    ),
    (
      "a = [1, 'x', [2.0, ], # c\n\n {b = 1, c.d = 2}\n]\nb = []\n",
      #"{"a":[1,"x",[2.0],{"b":1,"c":{"d":2}}],"b":[]}"#
    ),
    ("a . b = 1\n\"a\".'c d' = 2\n3.1 = 4\n", #"{"a":{"b":1,"c d":2},"3":{"1":4}}"#),
    ("x = 1\n[a.b]\ny = 2\n[a]\nz = 3\n[c]\n", #"{"x":1,"a":{"b":{"y":2},"z":3},"c":{}}"#),
    (
      "[[a]]\nb = 1\n[[a]]\n[a.c]\nd = 2\n[[a.e]]\n[[a.e]]\nf = 3\n",
      #"{"a":[{"b":1},{"c":{"d":2},"e":[{},{"f":3}]}]}"#
    ),
    ("[a]\nb.c = 1\n[a.b.d]\ne = 2\n", #"{"a":{"b":{"c":1,"d":{"e":2}}}}"#),
    ("", "{}"), ("# nothing\n\n", "{}"),
  ])
  func `is read in all its spellings`(text: String, value: String) throws {
    try expectEqual(json(text), value)
  }

  @Test(arguments: [
    ("a = 1\nb\n", 2, 2, "= is expected"), ("å = 1\n", 1, 1, "a key is expected"),
    ("a = \n", 1, 5, "a value is expected"), ("a = x y\n", 1, 5, "x is not a value"),
    ("a = 'x' y\n", 1, 9, "after the value"), ("a = 1 2\n", 1, 7, "after the value"),
    ("a = 01\n", 1, 5, "01 is not a value"), ("a = 1__0\n", 1, 5, "not a value"),
    ("a = 1.\n", 1, 5, "not a value"), ("a = .5\n", 1, 5, "not a value"),
    ("a = _1\n", 1, 5, "not a value"),
    ("a = +-1\n", 1, 5, "not a value"), ("a = 0x\n", 1, 5, "not a value"),
    ("a = 2026-11-20T\n", 1, 5, "not a value"), ("a = True\n", 1, 5, "not a value"),
    ("a = \"x\nb = 1\n", 1, 5, "never closed"), ("a = '''x\n", 1, 5, "never closed"),
    ("a = \"é\\q\"\n", 1, 7, "backslash"), ("a = \"\\u12\"\n", 1, 6, "4 digits"),
    ("a = \"\\uD800\"\n", 1, 6, "no such character"), ("a = \"\u{1}\"\n", 1, 6, "control"),
    ("a = 1 # \u{1}\n", 1, 9, "control"),
    ("a = [1\nb = 2\n", 2, 1, "comma"), ("a = [1 2]\n", 1, 8, "comma"),
    ("a = [1,\n", 1, 5, "never closed"), ("a = {b = 1\n}\n", 1, 5, "on their line"),
    ("a = {b = 1,}\n", 1, 12, "a key is expected"), ("a = {b = 1 c = 2}\n", 1, 12, "comma"),
    ("a = 1\na = 2\n", 2, 1, "a is repeated"), ("a = 1\na.b = 2\n", 2, 1, "a is repeated"),
    ("[a]\n[a]\n", 2, 1, "a is repeated"), ("[a]\n[[a]]\n", 2, 1, "a is repeated"),
    ("a = []\n[[a]]\n", 2, 1, "a is repeated"), ("a = {}\n[a.b]\n", 2, 1, "a is repeated"),
    ("[a]\nb.c = 1\n[a.b]\n", 3, 1, "b is repeated"),
    ("[a.b]\n[a]\nb.c = 1\n", 3, 1, "b is repeated"),
    ("[a\n", 1, 3, "never closed"), ("[[a]\n", 1, 5, "never closed"), ("[]\n", 1, 1, "a name"),
  ])
  func `that is wrong is refused by line and column`(
    text: String, line: Int, column: Int, reason: String
  ) throws {
    let error = #expect(throws: TOMLError.self) { try json(text) }
    expectEqual(error?.line, line)
    expectEqual(error?.column, column)
    expectEqual(error?.reason.contains(reason), true, "\(error?.reason ?? "")")
  }

  @Test(arguments: [
    "a = " + String(repeating: "[", count: 100_000),
    "a = " + String(repeating: "{a=", count: 100_000),
  ])
  func `that is nested without end is refused`(text: String) throws {
    let error = #expect(throws: TOMLError.self) { try json(text) }
    expectEqual(error?.reason, "lists and tables are nested deeper than 512")
  }

  @Test(arguments: [("", " = 1"), ("[", "]")])
  func `that has a key without end is refused`(start: String, end: String) throws {
    let text = start + String(repeating: "a.", count: 100_000) + "a" + end
    let error = #expect(throws: TOMLError.self) { try json(text) }
    expectEqual(error?.reason, "a key has more than 512 parts")
  }
}
