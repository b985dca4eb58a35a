import CairnJSON
import TestSupport
import Testing

@Suite struct `Writing JSON` {
  private static let value: JSONValue = [
    "name": "Lentil \"soup\"", "stars": 5, "tags": ["warm", [], [:]], "by": ["id": true],
  ]

  @Test func `takes no blanks if it is compact`() {
    expectEqual(
      Self.value.description,
      #"{"name":"Lentil \"soup\"","stars":5,"tags":["warm",[],{}],"by":{"id":true}}"#)
  }

  @Test func `takes a line for each member and element if it is pretty`() {
    expectEqual(
      Self.value.text(.pretty),
      """
      {
        "name": "Lentil \\"soup\\"",
        "stars": 5,
        "tags": [
          "warm",
          [],
          {}
        ],
        "by": {
          "id": true
        }
      }
      """)
  }

  @Test func `escapes what must be and nothing else`() {
    let text = JSONValue.string("\0\u{8}\t\n\u{C}\r\u{1F}\"\\/\u{7F}é🍵\u{2028}").text()
    expectEqual(text, #""\u0000\b\t\n\f\r\u001f\"\\/"# + "\u{7F}é🍵\u{2028}\"")
  }

  @Test(arguments: [JSONWriter.Layout.compact, .pretty])
  func `takes a name that was made before as any other`(layout: JSONWriter.Layout) {
    for name in ["", "stars", "a \"b\"\n", "é"] {
      var (made, plain) = (JSONWriter(layout), JSONWriter(layout))
      made.beginObject()
      plain.beginObject()
      for number in 1...2 {
        made.name(JSONName(name))
        made.write(Int64(number))
        plain.name(name)
        plain.write(Int64(number))
      }
      made.endObject()
      plain.endObject()
      expectEqual(made.bytes, plain.bytes)
    }
  }

  @Test(arguments: SeededGenerator.seeds(300))
  func `gives what reads as the same value (J6)`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let value = JSONValue.random(&random)
    try expectEqual(JSONValue(reading: value.bytes()), value)
    try expectEqual(JSONValue(reading: value.bytes(.pretty)), value)
  }

  @Test func `works piece by piece as for a whole value`() {
    for layout in [JSONWriter.Layout.compact, .pretty] {
      var writer = JSONWriter(layout)
      writer.beginObject()
      writer.name("name")
      writer.write("Lentil \"soup\"")
      writer.name("stars")
      writer.write(5)
      writer.name("tags")
      writer.beginArray()
      writer.write("warm")
      writer.beginArray()
      writer.endArray()
      writer.write(JSONValue.object([:]))
      writer.endArray()
      writer.name("by")
      writer.beginObject()
      writer.name("id")
      writer.write(true)
      writer.endObject()
      writer.endObject()
      expectEqual(writer.bytes, Self.value.bytes(layout))
    }
  }

  @Test func `gives lines, and what is new since it was last asked`() throws {
    var writer = JSONWriter()
    writer.write(1)
    writer.newline()
    expectEqual(writer.take(), Array("1\n".utf8))
    writer.writeNull()
    writer.newline()
    writer.write(try #require(JSONNumber("1.50")))
    writer.newline()
    expectEqual(writer.take(), Array("null\n1.50\n".utf8))
    expectEqual(writer.take(), [])
  }

  @Test func `of what makes no JSON is a mistake of the program`() async {
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      writer.name("a")
    }
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      writer.beginObject()
      writer.write(1)
    }
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      writer.beginObject()
      writer.name("a")
      writer.endObject()
    }
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      writer.beginObject()
      writer.endArray()
    }
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      writer.beginArray()
      writer.newline()
    }
  }
}
