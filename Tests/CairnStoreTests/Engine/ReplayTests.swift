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
