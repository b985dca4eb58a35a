import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

/// Changes of the journal on top of a text that has some of them already.
@Suite struct `A replay` {
  private let entity: Entity
  private let shard: ShardName

  init() throws {
    let model = try ObjectModel(parsing: Fixture.modelText)
    entity = try #require(model.entity(matching: "Recipe"))
    shard = ShardName(of: RecordKey(rawValue: 1), in: entity)
  }

  private func folded(_ changes: ArraySlice<RecordChange>, on text: [UInt8] = []) -> (
    text: [UInt8], problems: [StoreProblem]
  ) {
    let problems = ProblemLog()
    let chunk = ShardReader.read(text, of: shard, in: entity, origin: nil).chunk
    let replayed = chunk.replaying(Array(changes), problems)
    return (ShardWriter.write(replayed), problems.all)
  }

  private func change(
    _ kind: RecordChange.Kind, _ fields: [FieldChange], _ key: UInt64 = 1
  ) -> RecordChange {
    RecordChange(
      id: ObjectID(entity: "Recipe", key: RecordKey(rawValue: key)), kind: kind, fields: fields)
  }

  /// The result of changes of lists and texts on an edited file.
  private struct Merging {
    let model = try? ObjectModel(
      parsing: """
        %rec: Recipe
        %attribute: Name string
        %attribute: Scores integer multiple
        %attribute: Steps string multiple
        %attribute: Notes text

        """)

    func replayed(
      _ field: String, _ values: [Value?], on text: String
    ) throws -> (text: String, problemCount: Int) {
      let entity = try #require(model?["Recipe"])
      let id = ObjectID(entity: "Recipe", key: RecordKey(rawValue: 1))
      let shard = ShardName(of: id.key, in: entity)
      let changes = zip(values, values.dropFirst()).map { old, new in
        RecordChange(
          id: id, kind: .update, fields: [FieldChange(name: field, old: old, new: new)])
      }
      let problems = ProblemLog()
      let chunk = ShardReader.read(
        Array("Id: p1\n\(text)".utf8), of: shard, in: entity, origin: nil
      ).chunk
      let result = ShardWriter.write(chunk.replaying(changes, problems))
      let lines = String(decoding: result, as: UTF8.self).split(separator: "Id: p1\n").last ?? ""
      return (String(lines), problems.all.count)
    }
  }

  private static func list(_ words: String...) -> Value { .list(words.map(Value.text)) }

  @Test func `keeps a list with a line that does not fit, and says so`() throws {
    let text = "Scores: 1\nScores: abc\n"
    let values: [Value?] = [.list([.integer(1)]), .list([.integer(1), .integer(2)])]
    let result = try Merging().replayed("Scores", values, on: text)
    expectEqual(result.text, text)
    expectEqual(result.problemCount, 1)
  }

  @Test func `leaves a list that has the newest order already`() throws {
    let values = [Self.list("a"), Self.list("b"), Self.list("a", "c")]
    let text = "Steps: a\nSteps: c\n"
    let result = try Merging().replayed("Steps", values, on: text)
    expectEqual(result.text, text)
    expectEqual(result.problemCount, 0)
  }

  @Test func `adds what several changes did to a list that was edited since`() throws {
    let values = [Self.list("a"), Self.list("a", "b"), Self.list("b", "c")]
    let result = try Merging().replayed("Steps", values, on: "Steps: a\nSteps: x\n")
    expectEqual(result.text, "Steps: x\nSteps: b\nSteps: c\n")
    expectEqual(result.problemCount, 0)
  }

  @Test func `says that an edit of a line was overruled, also where another line was merged`()
    throws
  {
    let values: [Value?] = ["1\n2\n3\n", "A\n2\n3\n", "A\n2\nE\n"].map(Value.text)
    let text = "Notes: Z\n+ 2\n+ 3\n+\n"
    let result = try Merging().replayed("Notes", values, on: text)
    expectEqual(result.text, text)
    expectEqual(result.problemCount, 1)
  }

  /// A fold may stop after any change, and the journal that is replayed begins before it.
  @Test(arguments: 1...200) func `ends at the newest state from the text of any moment`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    var values: [String: Value]?
    var changes: [RecordChange] = []
    var deleted: [String: Value] = [:]
    let words: [Value?] = [nil, .text("a"), .text("b")]
    for _ in 0..<12 {
      guard let current = values else {
        // A record comes back as it was, or as another, as undo and redo of others leave it.
        let isSame = Bool.random(using: &random)
        var fields = isSame ? deleted : [:]
        fields["Name"] = fields["Name"] ?? .text("Soup")
        values = fields
        changes.append(
          change(.insert, fields.map { FieldChange(name: $0.key, old: nil, new: $0.value) }))
        continue
      }
      if Int.random(in: 0..<3, using: &random) == 0 {
        deleted = current
        values = nil
        changes.append(
          change(.delete, current.map { FieldChange(name: $0.key, old: $0.value, new: nil) }))
      } else {
        let name = ["Notes", "Unknown"].randomElement(using: &random) ?? ""
        let new = words.randomElement(using: &random) ?? nil
        guard new != current[name] else { continue }
        values?[name] = new
        changes.append(
          change(.update, [FieldChange(name: name, old: current[name], new: new)]))
      }
    }
    let end = folded(changes[...]).text
    for count in 0...changes.count {
      let start = folded(changes[..<count]).text
      let result = folded(changes[...], on: start)
      expectEqual(result.text, end, "after \(count) of \(changes)")
      expectEqual(result.problems, [], "after \(count) of \(changes)")
    }
  }
}
