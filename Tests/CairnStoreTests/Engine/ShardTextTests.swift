import TestSupport
import Testing

@testable import CairnStore

@Suite struct `The text of a shard` {
  let entity: Entity
  let shard: ShardName

  init() throws {
    entity = try #require(try ObjectModel(parsing: Fixture.modelText)["Recipe"])
    shard = ShardName(of: RecordKey(sequence: 1), in: entity)
  }

  private func read(_ text: String) -> (chunk: Chunk, problems: [StoreProblem]) {
    ShardReader.read(Array(text.utf8), of: shard, in: entity, origin: nil)
  }

  private func written(_ chunk: Chunk) -> String {
    String(decoding: ShardWriter.write(chunk), as: UTF8.self)
  }

  private func randomChunk(_ generator: inout SeededGenerator) -> Chunk {
    var draft = ChunkDraft(entity: entity, shard: shard)
    for sequence in 1...UInt64(generator.number(1...20)) {
      let row = draft.insert(RecordKey(sequence: sequence))
      for property in entity.storedProperties where generator.number(0...3) > 0 {
        draft.setValue(generator.value(of: property), of: property.name, row: row)
      }
      if generator.number(0...3) == 0 {
        draft.setValue(.text(generator.storableText()), of: "Foreign", row: row)
      }
    }
    return draft.finished()
  }

  @Test func `keeps a file that is too large for its places as it is`() {
    let text = Array("Id: p1\nName: Soup\n".utf8)
    let read = ShardReader.read(text, of: shard, in: entity, origin: nil, limit: text.count - 1)
    expectEqual(read.chunk.count, 0)
    expectEqual(read.chunk.extras.unreadable, [text])
    expectEqual(
      read.problems.map(\.description),
      ["data/Recipe/0000.rec:1: the file is larger than 2 GiB; its records can't be read"])
    expectEqual(
      ShardReader.read(text, of: shard, in: entity, origin: nil, limit: text.count).chunk.count, 1)
  }

  // E7
  @Test(arguments: SeededGenerator.seeds(100))
  func `reads back as the same records, in the same bytes`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let chunk = randomChunk(&generator)
    let text = written(chunk)
    let again = read(text)
    expectEqual(again.problems, [])
    expectEqual(again.chunk.changes(since: chunk), [])
    expectEqual(written(again.chunk), text)
  }

  @Test(arguments: SeededGenerator.seeds(30))
  func `is read the same with the line ends of Windows`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let chunk = randomChunk(&generator)
    let text = Array(ShardWriter.write(chunk))
    let windows = text.flatMap { $0 == .newline ? [.carriageReturn, .newline] : [$0] }
    let again = ShardReader.read(windows, of: shard, in: entity, origin: nil)
    expectEqual(again.chunk.changes(since: chunk), [])
  }

  @Test func `may be in any order`() {
    let result = read("Id: p2\nRating: 3\nName: B\n\n\nName: A\nId: p1\n")
    expectTrue(written(result.chunk).hasSuffix("Id: p1\nName: A\n\nId: p2\nName: B\nRating: 3\n"))
    expectEqual(result.problems, [])
  }

  @Test func `keeps comments, unknown fields and its descriptor`() {
    let text = """
      %rec: Recipe
      %sort: Name

      # About the soup.
      Id: p1
      Name: Soup
      Color: green
      Color: yellow

      # The end.

      """
    expectEqual(written(read(text).chunk), text)
  }

  // E6
  @Test(arguments: [
    ("Name: x", "has no Id", 6), ("Id: 7\nName: x", "expected an Id such as p3", 6),
    ("Id: p1\nnonsense", "is not a field", 7), ("+ x\nId: p1", "without a field", 6),
    ("Id: p1\nId: p2", "two Id fields", 7),
    ("Id: p600\nName: x", "belongs in data/Recipe/0001.rec", 6),
    ("Id: p1\n<<<<<<< ours\nName: x", "merge conflict", 7),
  ])
  func `keeps a record that cannot be read byte for byte, and names the line`(
    record: String, reason: String, line: Int
  ) {
    let result = read("%rec: Recipe\n\nId: p9\nName: Nine\n\n\(record)\n\nId: p10\nName: Ten\n")
    expectEqual(result.chunk.keys, [RecordKey(sequence: 9), RecordKey(sequence: 10)])
    expectEqual(result.problems.map(\.line), [line])
    expectTrue(result.problems[0].message.contains(reason), "\(result.problems)")
    expectEqual(result.problems[0].file, "data/Recipe/0000.rec")
    let text = written(result.chunk)
    expectTrue(text.hasSuffix("\n\n\(record)\n"))
    expectEqual(written(read(text).chunk), text)
  }

  @Test func `keeps a record that is no UTF-8 byte for byte`() {
    let bytes =
      Array("Id: p1\nName: ".utf8) + [0xFF, 0xFE, 10, 10] + Array("Id: p2\nName: b\n".utf8)
    let result = ShardReader.read(bytes, of: shard, in: entity, origin: nil)
    expectEqual(result.chunk.keys, [RecordKey(sequence: 2)])
    expectEqual(result.chunk.extras.unreadable, [Array(bytes[..<15])])
  }

  // E6: no text can hold U+0000, so no field takes it.
  @Test(arguments: ["Name: a\0b", "Name: a\n+ \0", "Rating: 3\0", "Other: \0", "# \0\nName: a"])
  func `keeps a record with U+0000 byte for byte`(lines: String) {
    let text = "%rec: Recipe\n\nId: p2\nName: b\n\n# Why?\nId: p1\n\(lines)\n"
    let result = read(text)
    expectEqual(result.chunk.keys, [RecordKey(sequence: 2)])
    expectEqual(written(result.chunk), text)
    expectEqual(result.problems.map(\.severity), [.damage])
    expectEqual(
      result.problems.first?.message, "the record has the character U+0000")
  }

  @Test func `keeps the second of two records with one id`() {
    let result = read("Id: p1\nName: First\n\nId: p1\nName: Second\n")
    expectEqual(result.chunk.count, 1)
    expectTrue(written(result.chunk).hasSuffix("Name: First\n\nId: p1\nName: Second\n"))
    expectEqual(result.problems.map(\.line), [4])
  }

  // E6
  @Test func `keeps the comments above a record that it cannot take`() {
    let text = """
      %rec: Recipe

      Id: p1
      Name: First

      # The newer one.
      # Ask which.
      Id: p1
      Name: Second

      """
    expectEqual(written(read(text).chunk), text)
  }

  @Test func `keeps comments between the lines of a record where they stand`() {
    let text = """
      %rec: Recipe

      # Everybody's favorite.
      Id: p1
      # Not the salad.
      Name: Soup
      # Only a guess.
      # And an old one.
      Rating: 4
      Tags: a
      # The better one.
      Tags: b
      Color: green
      # Ask her.

      """
    let result = read(text)
    expectEqual(result.problems, [])
    expectEqual(written(result.chunk), text)
  }

  @Test func `takes a comment along with the value below it`() {
    let text = "Rating: 3\n# Hers.\nName: B\n# The key.\nId: p2\n# Of it.\nColor: red\n"
    let result = read(text)
    expectEqual(
      written(result.chunk),
      "%rec: Recipe\n\n# The key.\nId: p2\n# Hers.\nName: B\nRating: 3\n# Of it.\nColor: red\n")
    var draft = ChunkDraft(result.chunk)
    draft.setValue(nil, of: "Name", row: 0)
    expectEqual(
      written(draft.finished()),
      "%rec: Recipe\n\n# The key.\nId: p2\nRating: 3\n# Of it.\nColor: red\n# Hers.\n")
  }

  // E6
  @Test(arguments: [
    "Id: p1\nName: Soup\n# Within.\n+ of peas\n", "# Above.\nId: p600\n# Within.\nName: Soup\n",
  ])
  func `keeps a record that it cannot take with the comments in it`(record: String) {
    let text = "%rec: Recipe\n\n\(record)"
    expectEqual(read(text).chunk.keys, [])
    expectEqual(written(read(text).chunk), text)
  }

  // E6
  @Test(arguments: [
    "%rec: Recipe model.rec\n%sort: Name\n", "%doc: Mine.\n%rec: Recipe https://x.example/d\n",
  ])
  func `keeps words behind the name of its records`(descriptor: String) {
    let text = "\(descriptor)\nId: p1\nName: Soup\n"
    expectEqual(written(read(text).chunk), text)
  }

  @Test func `keeps a value that is not of its field's type`() {
    let text = "%rec: Recipe\n\nId: p1\nName: x\nRating: many\n"
    let result = read(text)
    expectEqual(Row(chunk: result.chunk, index: 0)["Rating"], nil)
    expectEqual(result.problems.map(\.line), [5])
    expectEqual(written(result.chunk), text)
    var draft = ChunkDraft(result.chunk)
    draft.setValue(.integer(3), of: "Rating", row: 0)
    expectEqual(written(draft.finished()), "%rec: Recipe\n\nId: p1\nName: x\nRating: 3\n")
  }

  @Test(arguments: SeededGenerator.seeds(300))
  func `is read without a trap whatever it is`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let parts = [
      "Id: p", "1", "\n", "\n\n", "+ ", "Name:", "Rating: x", "#", "%rec: A", "\r\n", "\\ ",
    ]
    var bytes: [UInt8] = []
    for _ in 0..<generator.number(0...60) {
      bytes +=
        generator.number(0...5) == 0
        ? generator.bytes(atMost: 3) : Array(parts[generator.number(0...parts.count - 1)].utf8)
    }
    let chunk = ShardReader.read(bytes, of: shard, in: entity, origin: nil).chunk
    let once = ShardWriter.write(chunk)
    let twice = ShardWriter.write(
      ShardReader.read(once, of: shard, in: entity, origin: nil).chunk)
    expectEqual(twice, once, "\(bytes)")
  }

  @Test func `is read whatever bit is flipped in it and wherever it is cut`() {
    let bytes = Array(
      """
      # Mine.
      %rec: Recipe

      Id: p1
      Name: Pea soup
      + of two lines
      Tags: a
      Tags: b
      Made: 2026-11-20

      Id: p3
      Name: Cake
      Rating: 4
      Unknown: x

      """.utf8)
    for index in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << UInt8(bit)
        expectFixedPoint(damaged)
      }
      expectFixedPoint(Array(bytes[..<index]))
    }
  }

  /// What is written of what was read is read as the same, and no record is lost with it.
  private func expectFixedPoint(_ bytes: [UInt8]) {
    let read = ShardReader.read(bytes, of: shard, in: entity, origin: nil)
    let once = ShardWriter.write(read.chunk)
    let again = ShardReader.read(once, of: shard, in: entity, origin: nil)
    expectEqual(again.chunk.keys, read.chunk.keys, "\(String(decoding: bytes, as: UTF8.self))")
    expectEqual(ShardWriter.write(again.chunk), once, "\(String(decoding: bytes, as: UTF8.self))")
  }
}

extension SeededGenerator {
  mutating func value(of property: Property) -> Value {
    switch property {
    case .relationship: .link(RecordKey(sequence: UInt64(number(1...1000))))
    case .attribute(let attribute): value(of: attribute.type)
    }
  }
}
