/// The model's text in memory: the text of the file with the journal's changes on top.
struct StoredModel: Sendable {
  /// The state of the file at the last read.
  var file: FileFingerprint?
  var text = ""
  /// The changes in the journal that the file may not have yet, in order.
  private(set) var pending: [Pending] = []

  /// A change in the journal, and the number of the transaction that it is part of.
  struct Pending: Sendable {
    var number: UInt64
    var change: ModelChange
  }

  /// Notes a change in the journal, unless it is known.
  mutating func add(_ change: ModelChange, number: UInt64) {
    guard number > pending.last?.number ?? 0 else { return }
    pending.append(Pending(number: number, change: change))
  }

  /// Forgets the changes before `number`, which are in the file.
  mutating func forget(before number: UInt64) {
    pending.removeAll { $0.number < number }
  }
}

/// A saved change of the model: its text before and after.
public struct ModelChange: Hashable, Sendable {
  /// The whole text before.
  public var old: String

  /// The whole text after.
  public var new: String

  /// The number of the transaction's record changes before the change of the model.
  public var position: Int

  /// The change in the opposite direction, without a position among other changes.
  var opposite: ModelChange { ModelChange(old: new, new: old, position: 0) }

  /// Whether the change keeps each field; lists of choices may differ.
  var onlyAdds: Bool {
    guard let before = try? ObjectModel(parsing: old), let after = try? ObjectModel(parsing: new)
    else { return false }
    return before.entities.allSatisfy { entity in
      guard let present = after[entity.name] else { return false }
      return entity.properties.allSatisfy { property in
        switch (property, present[property.name]) {
        case (.attribute(var old), .attribute(let new)?):
          old.choices = new.choices
          return old == new
        case (let old, let new?): return old == new
        case (_, nil): return false
        }
      }
    }
  }

  /// The first changed entity, by its name after the change; a deleted one by its name before.
  ///
  /// It is `nil` for a change of comments alone.
  var firstEntity: String? {
    guard let before = try? ObjectModel(parsing: old), let after = try? ObjectModel(parsing: new)
    else { return nil }
    let pair = ModelMerge.pairs(before, after).first { $0.base != $0.changed }
    return pair.flatMap { $0.changed ?? $0.base }?.name
  }
}

/// A place in a model: an entity, or one of its properties.
struct ModelPlace: Hashable, Comparable, Sendable, CustomStringConvertible {
  var entity: String
  var property: String?

  var description: String { property.map { "\(entity).\($0)" } ?? entity }

  static func < (left: ModelPlace, right: ModelPlace) -> Bool {
    (left.entity, left.property ?? "") < (right.entity, right.property ?? "")
  }
}
