import TestSupport
import Testing

@testable import CairnStore

/// What was acknowledged on two machines, and what each knew of it: the model that random work is
/// compared with.
///
/// An edit counts until a later one was made by somebody who saw it. What counts in the end has to
/// be what the record shows, or one of the sides of a conflict that names it.
struct Ledger {
  /// A field of a record, or with no name whether there is the record.
  struct Place: Hashable {
    var id: ObjectID
    var field: String
  }

  /// The texts of edits that nobody overrode knowingly.
  private(set) var leaves: [Place: Set<String>] = [:]
  /// The records that somebody deleted, with all that they saw of them then.
  private var deleted: Set<ObjectID> = []
  private(set) var editCount = 0
  private(set) var conflictCount = 0

  /// Takes note of an edit by somebody who saw `seen` there.
  mutating func edit(_ id: ObjectID, _ field: String, seeing seen: [String], to text: String) {
    let place = Place(id: id, field: field)
    leaves[place, default: []].subtract(seen)
    leaves[place, default: []].insert(text)
    editCount += 1
  }

  /// Takes note that somebody deleted a record of which they saw these texts.
  mutating func delete(_ id: ObjectID, seeing seen: [String: [String]]) {
    for (field, texts) in seen { leaves[Place(id: id, field: field)]?.subtract(texts) }
    deleted.insert(id)
    editCount += 1
  }

  /// Compares with a store in which everything came together.
  mutating func check(_ store: ObjectStore, _ fields: [String]) throws {
    let conflicts = try store.conflicts()
    conflictCount = conflicts.count
    for (place, texts) in leaves where !texts.isEmpty {
      guard let row = store.snapshot.row(place.id) else {
        Issue.record("\(place.id) is gone, in which somebody edited \(place.field) to \(texts)")
        continue
      }
      var known = Set(row[place.field]?.storedTexts ?? [])
      for conflict in conflicts where conflict.id == place.id {
        for field in conflict.fields where field.name == place.field || field.name == nil {
          known.formUnion(field.sides.flatMap(\.texts))
        }
      }
      let isWhole = known.contains { known in texts.contains { known.contains($0) } }
      expectTrue(
        texts.isSubset(of: known) || isWhole && texts.count == 1,
        "\(place.id) \(place.field): \(texts) of \(known)")
    }
    for id in deleted where store.snapshot.row(id) != nil {
      let isEdited = leaves.contains { $0.key.id == id && !$0.value.isEmpty }
      expectTrue(isEdited, "\(id) was deleted, nobody edited it, and it is there")
    }
  }
}
