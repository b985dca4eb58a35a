extension Relationship {
  /// Whether what it leads to is nothing without the record that links, and has text for a line.
  public func isOwning(in model: ObjectModel) -> Bool {
    guard deleteRule == .cascade, isExclusive(in: model), let owned = model[destination] else {
      return false
    }
    return owned.properties.contains { property in
      if case .attribute(let attribute) = property { attribute.type != .data } else { false }
    }
  }

  /// Whether it leads to many, each of which only one record can have.
  public func isExclusive(in model: ObjectModel) -> Bool {
    guard isToMany, let inverse else { return false }
    return model[destination]?.relationship(inverse)?.isToMany == false
  }
}
