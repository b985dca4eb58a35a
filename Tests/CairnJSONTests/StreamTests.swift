import CairnJSON
import TestSupport
import Testing

@Suite struct `A JSON stream` {
  /// Reads a text that arrives in pieces of the sizes that `size` gives.
  private func values(
    _ bytes: [UInt8], _ shape: JSONStream.Shape, size: () -> Int
  ) throws(JSONError) -> [JSONValue] {
    var stream = JSONStream(shape)
    var values: [JSONValue] = []
    var rest = bytes[...]
    while !stream.isFinished {
      if rest.isEmpty { stream.finish() }
      let count = size()
      if !stream.isFinished { stream.append(Array(rest.prefix(count))) }
      rest = rest.dropFirst(count)
      while let value = try stream.next() { values.append(value) }
    }
    return values
  }

  @Test(
    arguments: [
      ("", []), (" \n", []), ("1", [1]), ("1 \"a\"\n[2]\n\n{} ", [1, "a", [2], [:]]),
      ("\u{FEFF}{\"a\":\"]}\\\"\"}\n", [["a": "]}\""]]), ("\u{FEFF}", []), ("12\n", [12]),
    ] as [(String, [JSONValue])])
  func `gives values one after another`(text: String, expected: [JSONValue]) throws {
    for size in 1...9 {
      #expect(try values(Array(text.utf8), .values) { size } == expected)
    }
  }

  @Test(
    arguments: [
      ("[]", []), (" [ ] \n", []), ("[1]", [1]),
      ("\u{FEFF}[1 , \"a,\",[2],{} ]", [1, "a,", [2], [:]]),
      ("[null,true]", [.null, true]),
    ] as [(String, [JSONValue])])
  func `gives the elements of an array`(text: String, expected: [JSONValue]) throws {
    for size in 1...9 {
      #expect(try values(Array(text.utf8), .elements) { size } == expected)
    }
  }

  @Test(arguments: SeededGenerator.seeds(200))
  func `gives the same values however the bytes arrive`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let expected = (0..<5).map { _ in JSONValue.random(&random) }
    let layout: JSONWriter.Layout = seed % 2 == 0 ? .compact : .pretty
    let lines = expected.flatMap { $0.bytes(layout) + Array("\n".utf8) }
    #expect(
      try values(lines, .values) { .random(in: 1...7, using: &random) } == expected)
    #expect(
      try values(JSONValue.array(expected).bytes(layout), .elements) {
        .random(in: 1...7, using: &random)
      } == expected)
  }

  @Test(arguments: [
    (JSONStream.Shape.elements, "", "line 1, column 1: expected [, but the text ends"),
    (.elements, "{}", "line 1, column 1: expected [, found {"),
    (.elements, "[", "line 1, column 2: expected a value or ], but the text ends"),
    (.elements, "[1,\n", "line 2, column 1: expected a value, but the text ends"),
    (.elements, "[1,]", "line 1, column 4: expected a value, found ]"),
    (.elements, "[1", "line 1, column 3: expected a comma or ], but the text ends"),
    (.elements, "[1 2]", "line 1, column 4: expected a comma or ], found 2"),
    (.elements, "[\"a\"1]", "line 1, column 5: expected a comma or ], found 1"),
    (.elements, "[1] x", "line 1, column 5: expected the end, found x"),
    (.elements, "[,]", "line 1, column 2: expected a value, found ,"),
    (.elements, "[\n[1}]", "line 2, column 3: expected a comma or ], found }"),
    (.elements, "[\n{\"a\":tru}]", "line 2, column 6: expected a value, found t"),
    (.elements, "[\"a", "line 1, column 4: expected a closing quotation mark, but the text ends"),
    (.values, "1\n{} []]", "line 2, column 6: expected a blank or the end, found ]"),
    (.values, "{}{}", "line 1, column 3: expected a blank or the end, found {"),
    (.values, "1,2", "line 1, column 2: expected a blank or the end, found ,"),
    (.values, "\"é\"\n\"é\" }", "line 2, column 5: expected a value, found }"),
  ])
  func `names the same mistake however the bytes arrive (J5)`(
    shape: JSONStream.Shape, text: String, message: String
  ) {
    for size in 1...9 {
      do throws(JSONError) {
        Issue.record("read as \(try values(Array(text.utf8), shape) { size })")
      } catch {
        #expect(error.description == message, "in pieces of \(size)")
      }
    }
  }

  @Test func `keeps only the value under way`() throws {
    var stream = JSONStream(.elements)
    stream.append(Array("[".utf8))
    let element = Array("{\"a\":\"\(String(repeating: "x", count: 1000))\"},".utf8)
    for _ in 0..<2000 {
      stream.append(element)
      #expect(try stream.next()?["a"]?.string?.utf8.count == 1000)
      #expect(try stream.next() == nil)
    }
  }

  @Test func `takes nothing once it is finished`() async {
    await #expect(processExitsWith: .failure) {
      var stream = JSONStream(.values)
      stream.finish()
      stream.append([])
    }
  }
}
