import CairnJSON
import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `A record as JSON` {
  private func json(_ store: ObjectStore, _ entity: String, _ number: UInt64) throws -> String {
    let id = ObjectID(entity: entity, key: RecordKey(sequence: number))
    let row = try #require(store.snapshot.row(id))
    var records = RecordJSON(store.snapshot)
    return JSONValue.object(try records.object(of: row)).text()
  }

  @Test func `has its URL, then its fields in the model's order with null for no value`() throws {
    let types: [AttributeType] = [
      .string, .integer, .decimal, .double, .boolean, .date, .datetime, .data, .tags,
    ]
    var properties = types.map { Property.attribute(Attribute(name: "\($0)F", type: $0)) }
    var many = Attribute(name: "many", type: .integer)
    many.isMultiple = true
    properties.append(.attribute(many))
    let store = try makeStore([Entity(name: "Thing", properties: properties)])
    let values: [Value?] = [
      .text("é\n\"x\""), .integer(-3), DecimalNumber("1.50").map(Value.decimal), .double(0.1),
      .boolean(true), CalendarDate("2026-11-20").map(Value.date),
      Timestamp("2026-11-20T22:30:15.5+01:00").map(Value.datetime), .data([1, 2, 255]),
      .list([.text("b"), .text("a")]), .list([.integer(2), .integer(1)]),
    ]
    try store.commit(title: "Add") { (draft) throws(StoreError) in
      try draft.insert(values, into: "Thing")
      try draft.insert(Array(repeating: nil, count: values.count), into: "Thing")
    }
    try expectEqual(
      json(store, "Thing", 1),
      #"{"url":"cairn://things/p1","stringF":"é\n\"x\"","#
        + #""integerF":-3,"decimalF":1.50,"doubleF":0.1,"booleanF":true,"dateF":"2026-11-20","#
        + #""datetimeF":"2026-11-20T21:30:15.5Z","dataF":"AQL/","tagsF":["b","a"],"many":[2,1]}"#)
    try expectEqual(
      json(store, "Thing", 2),
      #"{"url":"cairn://things/p2","stringF":null,"integerF":null,"#
        + #""decimalF":null,"doubleF":null,"booleanF":null,"dateF":null,"datetimeF":null,"#
        + #""dataF":null,"tagsF":[],"many":[]}"#)
  }

  @Test func `keeps a field of its own called url`() throws {
    let store = try makeStore()
    try store.take("url,name\nhttps://example.org,x\n", as: "links.csv")
    try expectEqual(
      json(store, "Link", 1), #"{"@url":"cairn://links/p1","url":"https://example.org","name":"x"}"#
    )
  }

  @Test func `has links as URLs unless they are followed`() throws {
    let store = try Kitchen.store()
    try expectEqual(
      json(store, "Recipe", 1),
      #"{"url":"cairn://recipes/p1","Name":"Soup","#
        + #""Author":{"url":"cairn://authors/p1","Name":"Ann","Recipes":["cairn://recipes/p1","#
        + #""cairn://recipes/p2"]},"Ingredients":["#
        + #"{"url":"cairn://ingredients/p2","Text":"salt","Recipe":"cairn://recipes/p1"},"#
        + #"{"url":"cairn://ingredients/p1","Text":"water","Recipe":"cairn://recipes/p1"}],"#
        + #""Similar":["cairn://recipes/p2"]}"#)
    try expectEqual(
      json(store, "Author", 1),
      #"{"url":"cairn://authors/p1","Name":"Ann","#
        + #""Recipes":["cairn://recipes/p1","cairn://recipes/p2"]}"#)
  }

  @Test func `met again is a URL`() throws {
    let store = try Kitchen.store()
    var records = RecordJSON(store.snapshot)
    let objects = try store.snapshot.load("Recipe").rows.map { try records.object(of: $0) }
    expectTrue(objects[0]["Author"]?.object != nil)
    expectEqual(objects[1]["Author"], "cairn://authors/p1")
  }

  @Test func `does not follow a circle`() throws {
    let store = try Kitchen.store()
    try store.updateModel { (model) throws(StoreError) in
      var entities = model.entities
      for place in entities.indices {
        for index in entities[place].properties.indices {
          guard case .relationship(var link) = entities[place].properties[index] else { continue }
          link.exportRule = .follow
          entities[place].properties[index] = .relationship(link)
        }
      }
      return try ObjectModel(entities: entities)
    }
    let text = try json(store, "Recipe", 1)
    expectEqual(text.split(separator: "\"url\":\"cairn://recipes/p1\"").count, 2)
    expectTrue(text.contains("\"Recipes\":[\"cairn://recipes/p1\",\"cairn://recipes/p2\"]"))
  }
}

/// Recipes with an author, ordered ingredients of their own, and similar recipes.
enum Kitchen {
  static func model() -> [Entity] {
    let name = Property.attribute(Attribute(name: "Name", type: .string))
    var author = Relationship(name: "Author", destination: "Author", isToMany: false)
    author.inverse = "Recipes"
    author.exportRule = .follow
    var ingredients = Relationship(name: "Ingredients", destination: "Ingredient", isToMany: true)
    ingredients.inverse = "Recipe"
    ingredients.isOrdered = true
    ingredients.exportRule = .follow
    ingredients.deleteRule = .cascade
    let similar = Relationship(name: "Similar", destination: "Recipe", isToMany: true)
    let recipe = Relationship(name: "Recipe", destination: "Recipe", isToMany: false)
    let recipes = Relationship(name: "Recipes", destination: "Recipe", isToMany: true)
    return [
      Entity(
        name: "Recipe",
        properties: [
          name, .relationship(author), .relationship(ingredients), .relationship(similar),
        ]),
      Entity(
        name: "Ingredient",
        properties: [
          .attribute(Attribute(name: "Text", type: .string)), .relationship(recipe),
        ]),
      Entity(name: "Author", properties: [name, .relationship(recipes)]),
    ]
  }

  static func store() throws -> ObjectStore {
    let store = try makeStore(model())
    let key = { Value.link(RecordKey(sequence: $0)) }
    try store.commit(title: "Add") { (draft) throws(StoreError) in
      try draft.insert([.text("Ann")], into: "Author")
      try draft.insert([.text("water"), key(1)], into: "Ingredient")
      try draft.insert([.text("salt"), key(1)], into: "Ingredient")
      try draft.insert([.text("rice"), key(2)], into: "Ingredient")
      let order = Value.list([key(2), key(1)])
      try draft.insert([.text("Soup"), key(1), order, .list([key(2)])], into: "Recipe")
      try draft.insert([.text("Rice"), key(1), .list([key(3)]), nil], into: "Recipe")
    }
    return store
  }
  /// Each recipe with what its links lead to, in words.
  static func outline(of store: ObjectStore) throws -> [String] {
    let snapshot = store.snapshot
    return try snapshot.load("Recipe").rows.map { row in
      let ends = try ["Author", "Ingredients", "Similar"].map { link in
        let destination = snapshot.model["Recipe"]?.relationship(link)?.destination ?? ""
        return try snapshot.linkedKeys(of: row.id, link).map {
          snapshot.title(of: ObjectID(entity: destination, key: $0))
        }.joined(separator: ",")
      }
      return "\(snapshot.title(of: row.id)): \(ends.joined(separator: "; "))"
    }
  }
}
