import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

/// A save of one field checks no links and no unique fields that it cannot touch.
@Suite struct `The checks that a save leaves out` {
  private static let model = """
    %rec: Owner
    %mandatory: Name
    %singular: Name
    %relationship: Boat to-one Boat inverse=Owner
    %relationship: Flags to-many Flag inverse=Owners

    %rec: Boat
    %attribute: Name string
    %attribute: Code string
    %attribute: Length integer
    %handle: Code
    %mandatory: Owner
    %relationship: Owner to-one Owner inverse=Boat

    %rec: Flag
    %attribute: Name string
    %singular: Name
    %relationship: Owners to-many Owner inverse=Flags

    """

  private func snapshot() throws -> Snapshot {
    let store = try ObjectStore.create(
      ObjectStore.Options(
        folder: "/boats", fileSystem: MemoryFileSystem(), clock: { Timestamp(microseconds: 0) }),
      modelText: Self.model)
    try store.commit(title: "fill") { draft in
      draft.mustObeyRules = false
      for number in 1...6 as ClosedRange<UInt64> {
        for entity in ["Owner", "Boat", "Flag"] {
          var fields = [FieldChange(name: "Name", old: nil, new: .text("\(number)"))]
          switch entity {
          case "Boat":
            fields.append(FieldChange(name: "Code", old: nil, new: .text("c\(number)")))
          case "Owner":
            fields.append(
              FieldChange(name: "Boat", old: nil, new: .link(RecordKey(sequence: number))))
          default: break
          }
          draft.changes.append(
            RecordChange(
              id: ObjectID(entity: entity, key: RecordKey(sequence: number)), kind: .insert,
              fields: fields))
        }
      }
    }
    return store.snapshot
  }

  /// Edits at random: of plain and unique fields and of links, new records, and deleted ones.
  private func edit(_ content: inout EditedSnapshot, _ random: inout SeededGenerator) {
    let entity = ["Owner", "Boat", "Flag"][random.number(0...2)]
    let id = ObjectID(entity: entity, key: RecordKey(sequence: UInt64(random.number(1...8))))
    guard let record = content.model[entity] else { return }
    switch random.number(0...9) {
    case 0: content.edits.create(id)
    case 1: content.edits.delete(id)
    default:
      let stored = record.storedProperties
      let property = stored[random.number(0...stored.count - 1)]
      let key = RecordKey(sequence: UInt64(random.number(1...8)))
      let value: Value? =
        switch property {
        case _ where random.number(0...5) == 0: nil
        case .relationship(let link): link.isToMany ? .list([.link(key)]) : .link(key)
        case .attribute(let attribute) where attribute.type == .integer: .integer(4)
        case .attribute: .text(property.name == "Code" ? "c\(key.sequence)" : "\(key.sequence)")
        }
      content.set(value, property.name, of: id)
    }
  }

  @Test func `would find nothing`() throws {
    let snapshot = try snapshot()
    var random = SeededGenerator(seed: 41)
    var (found, plain) = (0, 0)
    for _ in 0..<2000 {
      var content = EditedSnapshot(snapshot)
      for _ in 0..<random.number(0...2) { edit(&content, &random) }
      if random.number(0...2) == 0 {
        content = EditedSnapshot(snapshot, inheriting: content.edits)
      }
      for _ in 0..<random.number(1...3) { edit(&content, &random) }
      let edited = content.edits.touched.filter { id in
        content.exists(id)
          && (content.edits.created.contains(id) || content.edits.fields[id]?.isEmpty == false)
      }
      let all =
        LinkCheck(content: content).issues()
        + UniqueCheck(content: content, edited: edited).issues()
      let told = Validator(content: content).issues()
      for issue in all { expectTrue(told.contains(issue), "\(issue)\n\(content.edits)") }
      found += all.count
      if all.isEmpty { plain += 1 }
    }
    expectTrue(found > 300 && plain > 300, "\(found) \(plain)")
  }
}
