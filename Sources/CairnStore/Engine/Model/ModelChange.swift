/// What a saved change did to the model: its text before and after.
public struct ModelChange: Hashable, Sendable {
  /// The whole text before.
  public var old: String

  /// The whole text after.
  public var new: String

  /// How many of the transaction's changes of records came before it; the others followed it.
  public var position: Int

  /// The change back, without a place among other changes.
  var opposite: ModelChange { ModelChange(old: new, new: old, position: 0) }

  /// The first entity that it changes, by its name after it, or before it where it is gone; `nil` for
  /// a change of comments alone.
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
