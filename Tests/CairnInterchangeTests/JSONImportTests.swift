import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `An import of JSON` {
  @Test(arguments: [
    ("[{\"a\":1,\"b\":\"x\"},\n {\"a\":2,\"b\":\"y\"}]", "things.json"),
    ("{\"a\":1,\"b\":\"x\"}\n{\"a\":2,\"b\":\"y\"}\n", "things.jsonl"),
    ("\u{FEFF}{\"a\":1,\"b\":\"x\"}\r\n\r\n{\"a\":2,\"b\":\"y\"}", "things.ndjson"),
    ("{\n\"a\":1,\"b\":\"x\"}\n{\"a\":2,\n\"b\":\"y\"}\n", "things.json"),
    ("{\"things\":[{\"a\":1,\"b\":\"x\"},{\"b\":\"y\",\"a\":2}]}", "all.json"),
  ])
  func `takes every layout of objects`(text: String, name: String) throws {
    let store = try makeStore()
    try store.take(text, as: name)
    try expectEqual(store.texts("a", of: "Thing"), ["1", "2"])
    try expectEqual(store.texts("b", of: "Thing"), ["x", "y"])
  }

  @Test func `takes one object for one record, and several arrays for several collections`() throws
  {
    let store = try makeStore()
    try store.take("{\"name\":\"Ann\",\"tags\":[]}", as: "person.json")
    try expectEqual(store.texts("name", of: "Person"), ["Ann"])
    try store.take(
      "{\"authors\":[{\"name\":\"Ann\"}],\"books\":[{\"title\":\"A\"},{\"title\":\"B\"}]}",
      as: "library.json")
    expectEqual(store.snapshot.table("Author")?.count, 1)
    expectEqual(store.snapshot.table("Book")?.count, 2)
    expectEqual(store.snapshot.model["Library"], nil)
  }

  @Test func `refuses the row of a number that is too large, and takes the others`() throws {
    let store = try makeStore()
    let report = try store.take(#"[{"a":1e3},{"a":1e999},{"a":-1E999},{"a":2.5}]"#, as: "t.json")
    try expectEqual(store.texts("a", of: "T"), ["1000", "2.5"])
    expectEqual(report.badRowCount, 2)
    expectEqual(
      report.badRows.map { "\($0)" },
      [
        "t.json, line 1, element 2: a: \"1e999\" is not a number from -1.8e308 to 1.8e308",
        "t.json, line 1, element 3: a: \"-1E999\" is not a number from -1.8e308 to 1.8e308",
      ])
  }

  @Test func `keeps types as JSON has them`() throws {
    let store = try makeStore()
    try store.take(
      """
      {"zip":"01234","n":1.50,"big":12345678901234567890,"e":1e3,"ok":true,"day":"2026-11-20"}
      {"zip":"99999","n":2,"big":1,"e":2,"ok":false,"day":""}
      """, as: "things.jsonl")
    let types = store.snapshot.model["Thing"]?.attributes.map(\.type)
    expectEqual(types, [.string, .decimal, .decimal, .decimal, .boolean, .date])
    try expectEqual(store.texts("n", of: "Thing"), ["1.50", "2"])
    try expectEqual(store.texts("big", of: "Thing"), ["12345678901234567890", "1"])
    try expectEqual(store.texts("day", of: "Thing"), ["2026-11-20", "-"])
  }

  @Test func `makes tags of lists of words and multiple fields of other lists`() throws {
    let store = try makeStore()
    try store.take(
      """
      {"tags":["a","b"],"sizes":[1,2.5],"names":["x, y"],"mixed":"one"}
      {"tags":[],"sizes":null,"names":["z"],"mixed":["two",3]}
      """, as: "things.jsonl")
    let attributes = try #require(store.snapshot.model["Thing"]?.attributes)
    expectEqual(attributes.map(\.type), [.tags, .decimal, .string, .string])
    expectEqual(attributes.map(\.isMultiple), [false, true, true, true])
    try expectEqual(store.texts("tags", of: "Thing"), ["a+b", "-"])
    try expectEqual(store.texts("sizes", of: "Thing"), ["1+2.5", "-"])
    try expectEqual(store.texts("mixed", of: "Thing"), ["one", "two+3"])
  }

  @Test func `keeps as JSON text what is an object in some rows only, and says so`() throws {
    let store = try makeStore()
    let report = try store.take(
      "{\"place\":{\"lat\":1.50,\"on\":null},\"lines\":[[1],[{\"n\":1}]]}\n{\"place\":\"here\"}\n",
      as: "things.jsonl")
    try expectEqual(store.texts("place", of: "Thing"), ["{\"lat\":1.50,\"on\":null}", "here"])
    try expectEqual(store.texts("lines", of: "Thing"), ["[[1],[{\"n\":1}]]", "-"])
    try expectEqual(store.attribute("place", of: "Thing").type, .text)
    expectEqual(
      report.notices,
      [
        "things.place: nested values are kept as JSON text",
        "things.lines: nested values are kept as JSON text",
      ])
  }

  @Test(arguments: [
    "\"x\\u0000y\"", "[\"x\",\"x\\u0000y\"]", "{\"b\":\"x\\u0000y\"}", "[{\"b\":\"x\\u0000y\"}]",
  ])
  func `refuses a row with U+0000, which text cannot hold`(value: String) throws {
    let store = try makeStore()
    let good = value.replacing("\\u0000", with: "")
    let report = try store.take(
      "{\"a\":\(good)}\n{\"a\":\(value)}\n{\"a\":\(good)}\n", as: "things.jsonl")
    expectEqual(report.badRows.map(\.line), [2])
    let field = value.contains("b") ? "b" : "a"
    expectEqual(report.badRows.map(\.problem), [.zeroByte(column: field)])
    try expectEqual(store.snapshot.load("Thing").count, 2)
  }

  @Test func `reports bad lines and takes the rest`() throws {
    let store = try makeStore()
    let report = try store.take(
      "{\"a\":1}\n{\"a\":}\n[1]\n{\"a\":2}\n{\"a\":\"\\ud800\"}\n{\"a\":3", as: "things.jsonl")
    expectEqual(report.badRows.map(\.line), [2, 3, 5, 6])
    expectEqual(
      report.badRows[0].description, "things.jsonl, line 2, column 6: expected a value, found }")
    expectEqual(report.badRows[1].problem, .notAnObject)
    try expectEqual(store.texts("a", of: "Thing"), ["1", "2"])
  }

  @Test func `reports a bad element by its column, however many share its line`() throws {
    let store = try makeStore()
    let report = try store.take("[{\"ä\":1}, 3,\n{\"ä\":2},  {\"ä\":x}]", as: "things.json")
    expectEqual(report.badRows.map(\.line), [1, 2])
    expectTrue(
      report.badRows[1].description.hasPrefix("things.json, line 2, element 4, column 16: "))
  }

  @Test func `reports an element of several lines where it is bad`() throws {
    let store = try makeStore()
    let report = try store.take("[{\"a\":1},\n{\"a\":\n  2 3},\n{\"a\":2}]", as: "things.json")
    expectEqual(report.badRows.map(\.line), [2])
    expectTrue(report.badRows[0].description.hasPrefix("things.json, line 3, column 5: expected"))
  }

  @Test func `reports elements of one line by their places in the array, and counts each`() throws {
    let store = try makeStore()
    let text = #"[{"a":1}, {"a":}, {"b":tru}, 3, {"a":2}]"#
    let report = try store.take(text, as: "things.json")
    expectEqual(report.badRowCount, 3)
    let places = report.badRows.map { $0.description.prefix { $0 != ":" } }
    expectEqual(
      places,
      [
        "things.json, line 1, element 2, column 16", "things.json, line 1, element 3, column 24",
        "things.json, line 1, element 4",
      ])
    expectEqual(report.badRows.map(\.line), [1, 1, 1])
    try expectEqual(store.texts("a", of: "Thing"), ["1", "2"])
  }

  @Test func `says which array an element of one line is in where there are several`() throws {
    let store = try makeStore()
    let text = #"{"pets":[{"a":1},{"a":}],"cars":[{"b":1}, {"b":}]}"#
    let report = try store.take(text, as: "all.json")
    expectEqual(report.badRowCount, 2)
    let places = report.badRows.map { $0.description.prefix { $0 != ":" } }
    expectEqual(
      places,
      [
        "all.json, line 1, element 2 of pets, column 23",
        "all.json, line 1, element 2 of cars, column 48",
      ])
  }

  @Test func `names the element of one line whose value doesn't fit, or whose link is dead`() throws
  {
    let rating = Attribute(name: "rating", type: .integer)
    let next = Relationship(name: "next", destination: "Thing", isToMany: false)
    let store = try makeStore([
      Entity(name: "Thing", properties: [.attribute(rating), .relationship(next)])
    ])
    let text = #"[{"rating":1},{"rating":"x"},{"rating":"y"},{"next":"things/p9"}]"#
    let report = try store.take(text, as: "things.json")
    expectEqual(report.badRowCount, 2)
    expectTrue(report.badRows[1].description.hasPrefix("things.json, line 1, element 3: rating: "))
    expectEqual(
      report.lostValues.map(\.description),
      ["things.json, line 1, element 4: next \"things/p9\": no record of things is called so"])
  }

  @Test func `says which members of an object came twice, and takes the last`() throws {
    let store = try makeStore()
    let text = """
      {"name":"Ann","age":1,"name":"Eve"}
      {"name":"Bob","in":{"city":"Lyon","city":"Nice"},"age":2}
      {"name":null,"name":"Max","name":"Ada","in":{"city":"Rome"}}
      """
    let report = try store.take(text, as: "things.jsonl")
    expectEqual(
      report.notices,
      [
        "things.jsonl: in.city is repeated in an object; the last value was used, 1 omitted"
      ])
    try expectEqual(store.texts("name", of: "Thing"), ["Eve", "Bob", "Ada"])
    try expectEqual(store.texts("city", of: "In"), ["Nice", "Rome"])
  }

  @Test func `is silent about members that come twice where both stay in a text`() throws {
    let store = try makeStore()
    let report = try store.take(
      #"{"a":{"b":1,"b":2}}"# + "\n" + #"{"a":"x"}"#, as: "things.jsonl")
    expectEqual(report.notices, ["things.a: nested values are kept as JSON text"])
    try expectEqual(store.texts("a", of: "Thing"), [#"{"b":1,"b":2}"#, "x"])
  }

  @Test func `reports a bad element of an array by its line`() throws {
    let store = try makeStore()
    let report = try store.take("[{\"a\":1},\n{\"a\":tru},\n{\"a\":2},\n3]", as: "things.json")
    expectEqual(report.badRows.map(\.line), [2, 4])
    try expectEqual(store.texts("a", of: "Thing"), ["1", "2"])
  }

  @Test func `reports a bad element of each of several arrays by its line in the document`() throws
  {
    let store = try makeStore()
    let report = try store.take(
      """
      {
        "authors": [
          {"name": "Ann"},
          {"name": "Bob", "age": },
          {"name": "Eve"}
        ], "pets": [{"name": "Rex"},
          {"name": tru}]
      }
      """, as: "all.json")
    expectEqual(report.badRows.map(\.line), [4, 7])
    expectEqual(report.badRows.last?.description.contains("line 7, column 14: "), true)
    try expectEqual(store.texts("name", of: "Author"), ["Ann", "Eve"])
    try expectEqual(store.texts("name", of: "Pet"), ["Rex"])
  }

  @Test(arguments: [
    (#"{"a":[{"b":1} {"b":2}]}"#, 15), (#"{"a":[{"b":1}]"#, 15), (#"{"a":[{"b":1}],}"#, 16),
    (#"{a:[{"b":1}]}"#, 2), (#"{"a" [{"b":1}]}"#, 6),
  ])
  func `says where a document of several arrays is broken`(text: String, column: Int) throws {
    let store = try makeStore()
    let error = #expect(throws: InterchangeError.self) { try store.take(text, as: "x.json") }
    expectEqual(
      error?.description.hasPrefix("x.json, line 1, column \(column): "), true,
      "\(error?.description ?? "")")
  }

  @Test(arguments: [
    "[{\"a\":1} {\"a\":2}]", "[{\"a\":1}", "[{\"a\":1}]]", "[{\"a\":1},", "{\"a\":", "\"text\"",
    "1",
  ])
  func `imports nothing of a document that is broken`(text: String) throws {
    let store = try makeStore()
    let report = try? store.take(text, as: "things.json") { $0.isStrict = true }
    expectTrue(report == nil)
    expectTrue(store.snapshot.model.entities.isEmpty)
  }

  @Test(arguments: SeededGenerator.seeds(200))
  func `takes whatever bytes there are without harm`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("{}[]\",:\\ \n1a.eu\u{1}é".utf8) + [0xFF, 0]
    let bytes = (0..<random.number(0...60)).map { _ in
      alphabet.randomElement(using: &random) ?? 0
    }
    for name in ["x.json", "x.jsonl", "x.csv"] {
      let store = try makeStore()
      let input = ImportInput(source(bytes: bytes, name: name, blockSize: 9))
      let report = try? Importer(store).run([input])
      let count = store.snapshot.table("X")?.count ?? 0
      expectEqual(count, report?.collections.first?.inserted ?? 0, "seed \(seed) \(name)")
    }
  }
}

@Suite struct `An empty text` {
  private static let types = AttributeType.allCases.filter {
    $0.isTextual && $0 != .tags && $0 != .uuid
  }

  @Test(arguments: types)
  func `is another value than none in each type of text`(type: AttributeType) throws {
    var attribute = Attribute(name: "Value", type: type)
    if type == .choice { attribute.choices = ["a", "b"] }
    let properties = [
      Property.attribute(Attribute(name: "Name", type: .string)), .attribute(attribute),
    ]
    let store = try makeStore([Entity(name: "Thing", properties: properties)])
    let text = #"[{"Name":"x","Value":""},{"Name":"y","Value":null},{"Name":"z"}]"#
    let report = try store.take(text, as: "things.json")
    expectEqual(report.badRowCount, 0)
    try expectEqual(store.values("Value", of: "Thing"), [.text(""), nil, nil])
    try store.fold()
    try expectEqual(store.values("Value", of: "Thing"), [.text(""), nil, nil])
    let again = try makeStore([Entity(name: "Thing", properties: properties)])
    try again.take(store.export("Thing", as: .json), as: "things.json")
    try expectEqual(again.values("Value", of: "Thing"), [.text(""), nil, nil])
  }

  private func mailStore(_ change: (inout Attribute) -> Void) throws -> ObjectStore {
    var mail = Attribute(name: "Mail", type: .email)
    change(&mail)
    let properties = [Property.attribute(Attribute(name: "Name", type: .string)), .attribute(mail)]
    return try makeStore([Entity(name: "Person", properties: properties)])
  }

  private static let people = #"[{"Name":"Ann","Mail":""},{"Name":"Bob","Mail":""}]"#

  @Test func `names no record, and repeats none`() throws {
    let store = try mailStore { $0.isUnique = true }
    for count in [2, 4] {
      let report = try store.take(Self.people, as: "people.json") {
        ($0.collection, $0.match) = ("persons", "Mail")
      }
      expectEqual(report.badRowCount, 0)
      try expectEqual(store.values("Name", of: "Person").count, count)
    }
    let context = store.newContext()
    try context.create("Person")["Mail"] = .text("")
    _ = try context.save()
  }

  @Test func `is no value of a required field`() throws {
    let store = try mailStore { $0.isRequired = true }
    let report = try store.take(Self.people, as: "people.json") { $0.collection = "persons" }
    expectEqual(
      report.badRows.map(\.problem), [.required(field: "Mail"), .required(field: "Mail")])
  }
}
