import CairnJSON
import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `An import of records within records` {
  private func link(_ name: String, of entity: String, in store: ObjectStore) throws -> Relationship
  {
    try #require(store.snapshot.model[entity]?.relationship(name))
  }

  @Test func `makes a collection of the objects of each column, and a link to it`() throws {
    let store = try makeStore()
    let report = try store.take(
      """
      {"name":"Soup","Kind":{"name":"hot"},"ingredients":[{"text":"water"},{"text":"salt","g":2}]}
      {"name":"Cake","Kind":null,"ingredients":[]}
      {"name":"Tart","ingredients":{"text":"jam"}}
      """, as: "recipes.jsonl")
    expectEqual(
      report.collections.map(\.description),
      ["recipes: 3 new", "kinds: 1 new", "ingredients: 3 new"])
    expectTrue(report.collections.allSatisfy { $0.isNew })
    expectTrue(report.notices.isEmpty)
    let ingredients = try link("ingredients", of: "Recipe", in: store)
    expectTrue(ingredients.isToMany && ingredients.isOrdered)
    expectTrue(ingredients.deleteRule == .cascade && ingredients.exportRule == .follow)
    expectEqual(ingredients.inverse, "recipe")
    let kind = try link("Kind", of: "Recipe", in: store)
    expectTrue(!kind.isToMany && kind.deleteRule == .cascade && kind.inverse == "Recipe")
    try expectEqual(store.texts("recipe", of: "Ingredient"), ["p1", "p1", "p3"])
    try expectEqual(store.texts("ingredients", of: "Recipe"), ["p1+p2", "-", "p3"])
    try expectEqual(store.texts("Kind", of: "Recipe"), ["p1", "-", "-"])
    try expectEqual(store.attribute("g", of: "Ingredient").type, .integer)
    expectEqual(store.snapshot.model["Ingredient"]?.title, "text")
    try store.undo()
    expectTrue(store.snapshot.model.entities.isEmpty)
  }

  @Test func `takes objects for one record that have one key and are the same otherwise`() throws {
    let store = try makeStore()
    try store.take(
      """
      [{"t":"a","artist":{"artistId":1,"name":"Ann"},"tags":[{"id":"x"},{"id":"y"}]},
       {"t":"b","artist":{"artistId":2,"name":"Bob"},"tags":[{"id":"y"}]},
       {"t":"c","artist":{"artistId":1,"name":"Ann"},"tags":[]}]
      """, as: "albums.json")
    try expectEqual(store.texts("artist", of: "Album"), ["p1", "p2", "p1"])
    try expectEqual(store.texts("tags", of: "Album"), ["p1+p2", "p2", "-"])
    try expectEqual(store.attribute("artistId", of: "Artist").isUnique, true)
    try expectEqual(link("artist", of: "Album", in: store).deleteRule, .nullify)
    try expectEqual(link("albums", of: "Tag", in: store).isToMany, true)
    // The next file's artists are found by their key, and get what it says of them.
    try store.take(
      #"[{"t":"d","artist":{"artistId":2,"name":"Bo"}},{"t":"e","artist":{"artistId":3}}]"#,
      as: "albums.json")
    try expectEqual(store.texts("artist", of: "Album"), ["p1", "p2", "p1", "p2", "p3"])
    try expectEqual(store.texts("name", of: "Artist"), ["Ann", "Bo", "-"])
  }

  @Test(arguments: [
    // Counted anew in each array, never twice, missing, and with different values.
    #"[{"l":[{"id":1,"n":"a"}]},{"l":[{"id":1,"n":"b"}]}]"#,
    #"[{"l":[{"id":1,"n":"a"}]},{"l":[{"id":2,"n":"b"}]}]"#,
    #"[{"l":[{"n":"a"}]},{"l":[{"id":1,"n":"b"},{"id":1,"n":"b"}]}]"#,
    #"[{"l":[{"id":1,"n":"a"},{"id":1,"n":"a"}]},{"l":[{"id":null,"n":"b"}]}]"#,
  ])
  func `takes all others for records of the one that they stand in`(text: String) throws {
    let store = try makeStore()
    try store.take(text, as: "orders.json")
    let attribute = try store.attribute("id", of: "L")
    expectTrue(!attribute.isUnique)
    try expectEqual(link("l", of: "Order", in: store).deleteRule, .cascade)
    try expectEqual(store.texts("n", of: "L").count, text.split(separator: "\"n\"").count - 1)
  }

  @Test func `puts the records of an updated one in the places of those that stood there`() throws {
    let store = try makeStore()
    try store.take(
      """
      [{"n":"Soup","parts":[{"t":"water","g":1},{"t":"salt","g":2},{"t":"love","g":3}]},
       {"n":"Cake","parts":[{"t":"flour"}]}]
      """, as: "recipes.json")
    let report = try store.take(
      #"[{"n":"Soup","parts":[{"t":"wine"},{"t":"salt","g":2}]},{"n":"Cake","parts":[{"t":"a"},{"t":"b"}]}]"#,
      as: "recipes.json"
    ) { $0.match = "n" }
    expectEqual(
      report.collections.map(\.description),
      ["recipes: 0 new, 2 unchanged", "parts: 1 new, 2 updated, 1 unchanged, 1 deleted"])
    try expectEqual(store.texts("t", of: "Part"), ["wine", "salt", "a", "b"])
    try expectEqual(store.texts("g", of: "Part"), ["-", "2", "-", "-"])
    try expectEqual(store.texts("parts", of: "Recipe"), ["p1+p2", "p4+p5"])
    try expectEqual(store.texts("recipe", of: "Part"), ["p1", "p1", "p2", "p2"])
    // A record that comes twice has what its last row says.
    try store.take(
      #"[{"n":"New","parts":[{"t":"x"},{"t":"y"}]},{"n":"New","parts":[{"t":"z"}]}]"#,
      as: "recipes.json"
    ) { $0.match = "n" }
    try expectEqual(store.texts("parts", of: "Recipe").last, "p6")
    try expectEqual(store.texts("t", of: "Part"), ["wine", "salt", "a", "b", "z"])
    // A row that says nothing of its parts keeps them, one that says that there are none doesn't.
    try store.take(
      #"[{"n":"Soup","x":1},{"n":"Cake","parts":[]},{"n":"Oat","parts":[{"t":"o"}]}]"#,
      as: "recipes.json"
    ) { $0.match = "n" }
    try expectEqual(store.texts("parts", of: "Recipe"), ["p1+p2", "-", "p6", "p8"])
    try expectEqual(store.texts("t", of: "Part"), ["wine", "salt", "z", "o"])
    try store.undo()
    try store.undo()
    try store.undo()
    try expectEqual(store.texts("t", of: "Part"), ["water", "salt", "love", "flour"])
  }

  @Test(arguments: [
    #"[{"n":1,"parts":[{"sku":"a"}]},{"n":2,"parts":[{"sku":"b"}]}]"#,
    #"[{"n":2,"parts":[{"sku":"b"}]},{"n":1,"parts":[{"sku":"a"}]}]"#,
    #"[{"n":1,"parts":[{"sku":"c"},{"sku":"a"}]},{"n":2,"parts":[{"sku":"b"}]}]"#,
  ])
  func `lets a record with a key of its own move from one to another`(text: String) throws {
    let store = try makeStore()
    try store.take(
      #"[{"n":1,"parts":[{"sku":"a","bits":[{"t":"x"}]},{"sku":"b","bits":[{"t":"y"}]}]},{"n":2}]"#,
      as: "orders.json")
    try store.updateModel { (model) throws(StoreError) in
      var entities = model.entities
      for place in entities.indices where entities[place].name == "Part" {
        for index in entities[place].properties.indices {
          guard case .attribute(var sku) = entities[place].properties[index], sku.name == "sku"
          else { continue }
          sku.isUnique = true
          entities[place].properties[index] = .attribute(sku)
        }
      }
      return try ObjectModel(entities: entities)
    }
    let report = try store.take(text, as: "orders.json") { $0.match = "n" }
    expectTrue(report.badRows.isEmpty)
    expectEqual(Array(try store.texts("sku", of: "Part").prefix(2)), ["a", "b"])
    expectEqual(Array(try store.texts("order", of: "Part").prefix(2)), ["p1", "p2"])
    try expectEqual(store.texts("parts", of: "Order").last, "p2")
    try expectEqual(store.texts("t", of: "Bit"), ["x", "y"])
  }

  @Test func `reads its own exports as the same collections, however often`() throws {
    let store = try makeStore()
    try store.take(
      #"[{"n":1,"by":{"id":1,"t":"a"},"parts":[{"t":"x"}]},{"n":2,"by":{"id":1,"t":"a"}}]"#,
      as: "orders.json")
    let text = try store.export("Order", as: .json)
    let copy = try makeStore()
    let report = try copy.take(text, as: "orders.json")
    expectEqual(report.notices, [])
    expectEqual(Set(copy.snapshot.model.entities.map(\.name)), ["Order", "By", "Part"])
    try expectEqual(copy.export("Order", as: .json), text)
    try expectEqual(link("order", of: "Part", in: copy).inverse, "parts")
    try expectTrue(link("orders", of: "By", in: copy).isToMany)
  }

  @Test func `keeps lists as JSON text beside what nests deeper`() throws {
    let store = try makeStore()
    let report = try store.take(
      #"[{"l":[[1,2],[3]]},{"l":[1,"b"]},{"l":[5]},{"l":{"a":1}}]"#, as: "things.json")
    expectEqual(report.badRows, [])
    try expectEqual(
      store.texts("l", of: "Thing"), ["[[1,2],[3]]", #"[1,"b"]"#, "[5]", #"{"a":1}"#])
  }

  @Test func `gives what nests a name and type that a person asks for`() throws {
    let store = try makeStore()
    try store.take(
      #"[{"by":{"name":"Ann","zip":1,"at":{"x":1}},"raw":{"a":1}}]"#, as: "books.json"
    ) {
      $0.mapping = ["by": "Author", "by.name": "Name"]
      $0.types = ["by.zip": .string, "raw": .text]
    }
    expectEqual(store.snapshot.model["Author"]?.attributes.map(\.name), ["Name", "zip"])
    try expectEqual(store.attribute("zip", of: "Author").type, .string)
    try expectEqual(link("at", of: "Author", in: store).destination, "At")
    try expectEqual(store.texts("raw", of: "Book"), [#"{"a":1}"#])
    let error = #expect(throws: InterchangeError.self) {
      try store.take(#"[{"by":{"name":"Ann"}}]"#, as: "books.json") { $0.mapping = ["name": "N"] }
    }
    expectEqual(error?.description.contains("by.name"), true, "\(error?.description ?? "")")
  }

  @Test func `takes another name where a collection has the column's`() throws {
    let store = try makeStore()
    try store.take("name\nLyon\n", as: "address.csv")
    try store.take(
      #"[{"address":{"street":"x","recipient":1,"person":2}}]"#, as: "person.json")
    try expectEqual(link("address", of: "Person", in: store).destination, "PersonAddress")
    try expectEqual(link("address", of: "Person", in: store).inverse, "person_2")
    try expectEqual(store.texts("person", of: "PersonAddress"), ["2"])
  }

  @Test func `widens the fields of a collection within, and adds to them`() throws {
    let store = try makeStore()
    try store.take(#"{"by":{"age":1}}"#, as: "books.jsonl")
    let report = try store.take(#"{"by":{"age":"old","first name":"Ann"}}"#, as: "books.jsonl")
    try expectEqual(store.texts("age", of: "By"), ["1", "old"])
    try expectEqual(store.texts("first_name", of: "By"), ["-", "Ann"])
    expectEqual(report.notices.count, 1)
  }

  @Test func `keeps dictionaries and what lies too deep as JSON text`() throws {
    let store = try makeStore()
    let days = (1...150).map { "\"d\($0)\":1" }.joined(separator: ",")
    let deep = String(repeating: "{\"a\":", count: 12) + "1" + String(repeating: "}", count: 12)
    let report = try store.take("{\"days\":{\(days)},\"deep\":\(deep)}", as: "things.json")
    try expectEqual(store.texts("days", of: "Thing"), ["{\(days)}"])
    expectEqual(store.snapshot.model.entities.count, 1 + NestedProfile.depthLimit)
    expectEqual(report.notices.count, 2)
  }

  @Test func `finds a known inner record by its key, of which nothing else need be said`() throws {
    var key = Attribute(name: "Code", type: .string)
    key.isUnique = true
    var name = Attribute(name: "Name", type: .string)
    name.isRequired = true
    let store = try makeStore([
      Entity(name: "Author", properties: [.attribute(key), .attribute(name)]),
      Entity(
        name: "Post",
        properties: [
          .attribute(Attribute(name: "Title", type: .string)),
          .relationship(Relationship(name: "Author", destination: "Author", isToMany: false)),
        ]),
    ])
    try store.take(#"[{"Code":"a","Name":"Ann"}]"#, as: "authors.json")
    let report = try store.take(
      #"[{"Title":"Tea","Author":{"Code":"a"}},{"Title":"Ale","Author":{"Code":"b"}}]"#,
      as: "posts.json")
    expectEqual(report.badRows.map { "\($0.problem)" }, ["Name must have a value"])
    try expectEqual(store.texts("Author", of: "Post"), ["p1"])
    try expectEqual(store.texts("Name", of: "Author"), ["Ann"])
  }

  @Test func `refuses a row whose inner record is bad, all of it in a strict one`() throws {
    let store = try makeStore()
    try store.take(#"[{"n":1,"part":{"day":"2026-01-01"}}]"#, as: "things.json")
    try store.updateModel { (model) throws(StoreError) in
      var entities = model.entities
      guard let place = entities.firstIndex(where: { $0.name == "Part" }) else { return model }
      for index in entities[place].properties.indices {
        guard case .attribute(var day) = entities[place].properties[index] else { continue }
        day.isInferred = false
        entities[place].properties[index] = .attribute(day)
      }
      return try ObjectModel(entities: entities)
    }
    let text =
      "[{\"n\":2,\"part\":{\"day\":\"2026-01-02\"}},\n{\"n\":3,\"part\":{\"day\":\"soon\"}}]"
    #expect(throws: InterchangeError.self) {
      try store.take(text, as: "things.json") { $0.isStrict = true }
    }
    try expectEqual(store.texts("n", of: "Thing"), ["1"])
    let report = try store.take(text, as: "things.json")
    expectEqual(report.badRows.map(\.line), [2])
    try expectEqual(store.texts("n", of: "Thing"), ["1", "2"])
    try expectEqual(store.texts("day", of: "Part"), ["2026-01-01", "2026-01-02"])
  }

  @Test(arguments: SeededGenerator.seeds(60))
  func `loses nothing of what it takes`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let shape = Shape(&random, depth: 0)
    let objects = (0..<random.number(1...6)).map { _ in shape.object(&random) }
    let lines = objects.map { JSONValue.object($0).text() }.joined(separator: "\n")
    let store = try makeStore()
    let report = try store.take(lines, as: "things.jsonl")
    expectTrue(report.badRows.isEmpty && report.notices.isEmpty, "seed \(seed)\n\(lines)")
    var writer = RecordJSON(store.snapshot)
    for (row, object) in zip(try store.snapshot.load("Thing").rows, objects) {
      let written = shape.trimmed(try writer.object(of: row))
      expectEqual(written, shape.trimmed(object), "seed \(seed)\n\(lines)")
    }
  }
}

/// The members of random objects, which may hold others.
private struct Shape {
  enum Member {
    case number
    case one(Shape)
    case several(Shape)
  }

  private var members: [(name: String, member: Member)] = []

  init(_ random: inout SeededGenerator, depth: Int) {
    for number in 0..<random.number(1...4) {
      let inner = depth < 3 ? random.number(0...3) : 0
      let member: Member =
        switch inner {
        case 2: .one(Shape(&random, depth: depth + 1))
        case 3: .several(Shape(&random, depth: depth + 1))
        default: .number
        }
      members.append(("m\(depth)\(number)", member))
    }
    // So that no object is without a value, which says nothing of what it is.
    members.append(("n\(depth)", .number))
  }

  func object(_ random: inout SeededGenerator) -> JSONObject {
    JSONObject(
      members.compactMap { name, member in
        if random.number(0...4) == 0 { return nil }
        let value: JSONValue =
          switch member {
          case .number: JSONValue(integerLiteral: Int64(random.number(0...9)))
          case .one(let shape): .object(shape.object(&random))
          case .several(let shape):
            .array((0..<random.number(0...3)).map { _ in .object(shape.object(&random)) })
          }
        return JSONObject.Member(name: name, value: value)
      })
  }

  /// The object with all members of the shape, and none besides.
  func trimmed(_ object: JSONObject) -> JSONObject {
    JSONObject(
      members.map { name, member in
        let value = object[name] ?? .null
        let trimmed: JSONValue =
          switch (member, value) {
          case (.one(let shape), .object(let inner)): .object(shape.trimmed(inner))
          case (.several(let shape), .array(let elements)):
            .array(elements.compactMap(\.object).map { .object(shape.trimmed($0)) })
          case (.several, .null): .array([])
          default: value
          }
        return JSONObject.Member(name: name, value: trimmed)
      })
  }
}
