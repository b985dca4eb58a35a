/// Brings together what two sides made of one field's value.
struct FieldMerge {
  let property: Property

  /// The value with both changes, `nil` where they contradict each other.
  ///
  /// A list takes what either side added and loses what either took out. The order is that of the
  /// side that changed it; where both did, and order matters, there is none.
  func merged(base: Value?, mine: Value?, theirs: Value?) -> Value?? {
    if theirs == base || mine == theirs { return .some(mine) }
    if mine == base { return .some(theirs) }
    guard property.isList else { return nil }
    let (old, here, there) = (
      base?.elements ?? [], mine?.elements ?? [], theirs?.elements ?? []
    )
    let elements: [Value]
    if Self.keepsOrder(of: old, in: here) {
      elements = Self.carry(from: old, to: here, over: there)
    } else if Self.keepsOrder(of: old, in: there) || !hasOrder {
      elements = Self.carry(from: old, to: there, over: here)
    } else {
      return nil
    }
    return .some(stored(elements))
  }

  private var hasOrder: Bool {
    switch property {
    case .attribute(let attribute): attribute.type != .tags
    case .relationship(let relationship): relationship.isOrdered
    }
  }

  private func stored(_ elements: [Value]) -> Value? {
    guard case .relationship(let relationship) = property else { return Value(list: elements) }
    return relationship.value(linkingTo: Value(list: elements).linkedKeys)
  }

  /// `list` without what is in `old` and not in `new`, and with what is in `new` and not in `old`.
  private static func carry(from old: [Value], to new: [Value], over list: [Value]) -> [Value] {
    let (before, after, present) = (Set(old), Set(new), Set(list))
    return list.filter { after.contains($0) || !before.contains($0) }
      + new.filter { !before.contains($0) && !present.contains($0) }
  }

  /// Whether what remains of `old` stands in `new` as it did.
  private static func keepsOrder(of old: [Value], in new: [Value]) -> Bool {
    let (before, after) = (Set(old), Set(new))
    return old.filter(after.contains) == new.filter(before.contains)
  }
}
