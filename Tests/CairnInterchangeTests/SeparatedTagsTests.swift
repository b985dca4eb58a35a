import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `Tags in a table's cells` {
  /// The tags of a column that a person says are tags.
  private func tags(_ cells: String...) throws -> [String] {
    let store = try makeStore()
    try store.take("Name\tWood\n" + cells.map { "x\t\($0)\n" }.joined(), as: "things.tsv") {
      $0.types["Wood"] = .tags
    }
    return try store.texts("Wood", of: "Thing")
  }

  @Test func `have semicolons or bars between where no cell has a comma`() throws {
    try expectEqual(tags("wood;metal", "wood", "a; b ;;a;"), ["wood+metal", "wood", "a+b"])
    try expectEqual(tags("wood | metal", "x y|z"), ["wood+metal", "x y+z"])
    try expectEqual(tags("wood;metal", "a|b;c"), ["wood+metal", "a|b+c"])
  }

  @Test func `have commas between where a cell has one`() throws {
    try expectEqual(tags("wood,metal", "a;b"), ["wood+metal", "a;b"])
    try expectEqual(tags("a, b|c"), ["a+b|c"])
  }

  @Test func `are those of a list where a cell is one`() throws {
    try expectEqual(tags("a;b", "[\"c\", \"d;e\"]"), ["a;b", "c+d;e"])
  }

  @Test func `are split as well where the field was there before`() throws {
    let store = try makeStore()
    try store.take("Name,Tags\nx,a;b\n")
    try store.take("Name,Tags\ny,c|d\n")
    try expectEqual(store.texts("Tags", of: "Thing"), ["a+b", "c+d"])
    try store.take(#"[{"Name": "z", "Tags": "e;f"}]"#, as: "things.json")
    try expectEqual(store.texts("Tags", of: "Thing"), ["a+b", "c+d", "e+f"])
  }

  @Test(arguments: [
    ("Tags", "wood;metal", AttributeType.tags), ("tag", "wood;metal", .tags),
    ("LABELS", "wood|metal", .tags), ("Product keywords", "hand tool; steel", .tags),
    ("categories", "wood, metal", .tags), ("Tags", "wood", .string), ("Names", "a;b", .string),
    ("Label", "Warner Bros., Inc.", .string), ("Tags", "see what is there; x", .string),
    ("Tags", "1,5", .decimal), ("Tag", "2026-11-26", .date), ("Heritage", "a;b", .string),
  ])
  func `are known by the column's name where they are short and there is a list`(
    name: String, cell: String, type: AttributeType
  ) throws {
    let store = try makeStore()
    try store.take("Name\t\(name)\nx\t\(cell)\n\ny\t\n", as: "things.tsv")
    let fields = try #require(store.snapshot.model["Thing"]).attributes
    expectEqual(fields.last?.type, type)
  }

  static let lists: [(name: String, cells: [String], texts: [String])] = [
    (
      "Genres", ["Action|Drama", "Drama", "Comedy|Action"],
      ["Action+Drama", "Drama", "Comedy+Action"]
    ),
    ("Team", ["ann; ben", "ben; cem", "ann"], ["ann+ben", "ben+cem", "ann"]),
    ("Mail", ["a ::: b", "c"], ["a+b", "c"]),
    ("Tags", ["home urgent", "home", "urgent"], ["home+urgent", "home", "urgent"]),
  ]

  @Test(arguments: lists)
  func `are known by their separator where all cells agree`(
    name: String, cells: [String], texts: [String]
  ) throws {
    let store = try makeStore()
    try store.take("Name\t\(name)\n" + cells.map { "x\t\($0)\n" }.joined(), as: "things.tsv")
    try expectEqual(store.attribute(name, of: "Thing").type, .tags)
    try expectEqual(store.texts(name, of: "Thing"), texts)
  }

  static let others: [(name: String, cells: [String])] = [
    // No part recurs, two separators, long parts, a comma, no word of its own.
    ("Codes", ["a;b", "c;d"]), ("Codes", ["a;b", "a|b", "b;a"]),
    ("Remark", ["see what is there; x", "x; see what is there"]),
    ("Place", ["Rue A; Lyon", "Rue A; Lyon, France"]),
    ("Tags", ["hand tool", "power tool", "hand"]),
    ("Path", ["a;b"]),
  ]

  @Test(arguments: others)
  func `are not made of texts that only look like lists`(name: String, cells: [String]) throws {
    let store = try makeStore()
    try store.take("Name\t\(name)\n" + cells.map { "x\t\($0)\n" }.joined(), as: "things.tsv")
    try expectEqual(store.attribute(name, of: "Thing").type, .string)
    try expectEqual(store.texts(name, of: "Thing"), cells)
  }

  @Test func `are known among single words, many of them or not`() throws {
    let store = try makeStore()
    let rows = (1...40).map { "x\($0),\($0 % 2 == 0 ? "wood" : "metal")\n" }.joined()
    try store.take("Name,Tags\n" + rows + "y,wood;metal\n")
    try expectEqual(store.attribute("Tags", of: "Thing").type, .tags)
    try expectEqual(store.texts("Tags", of: "Thing").suffix(2), ["wood", "wood+metal"])
    let long = (1...60).map { "tag\($0)" }.joined(separator: ";")
    try store.take("Name,Tags\nz,\(long)\n")
    try expectEqual(store.attribute("Tags", of: "Thing").type, .tags)
    try expectEqual(store.values("Tags", of: "Thing").last??.elements.count, 60)
  }

  @Test func `stay as they are in a text that an export wrote`() throws {
    let store = try makeStore()
    try store.take("Name,Labels\nx,a;b\n") { $0.types["Labels"] = .string }
    let copy = try makeStore()
    try copy.take(store.export("Thing", as: .csv))
    try expectEqual(copy.texts("Labels", of: "Thing"), ["a;b"])
  }

  private static let formats: [InterchangeFormat] = [.csv, .tsv, .json, .jsonl, .markdown, .rec]

  @Test(arguments: formats, SeededGenerator.seeds(40))
  func `come back from an export, whatever they hold`(
    format: InterchangeFormat, seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var model = Entity(name: "Thing", plural: "things")
    model.properties = [
      .attribute(Attribute(name: "Name", type: .string)),
      .attribute(Attribute(name: "Tags", type: .tags)),
    ]
    let store = try makeStore([model])
    let context = store.newContext()
    for number in 1...random.number(1...5) {
      let record = try context.create("Thing")
      record["Name"] = .text("Thing \(number)")
      var tags: [Value] = []
      for _ in 0..<random.number(0...3) {
        let letters = (0..<random.number(1...5)).map { _ in
          [";", "|", ",", "\"", "[", "]", " ", "\\", "a", "b"][random.number(0...9)]
        }
        let tag = Value.text("x" + letters.joined() + "y")
        if !tags.contains(tag) { tags.append(tag) }
      }
      record["Tags"] = Value(list: tags)
    }
    try context.save(title: "Fill")
    let text = try store.export("Thing", as: format)
    for copy in [try makeStore([model]), try makeStore()] {
      let input = ImportInput(source(text, name: "things", blockSize: 1000), format: format)
      try expectEqual(Importer(copy).run([input]).badRows, [])
      let values = try copy.values("Tags", of: "Thing")
      try expectEqual(values, store.values("Tags", of: "Thing"), "\(text)")
    }
  }
}
