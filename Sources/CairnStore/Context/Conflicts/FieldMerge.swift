extension Property {
  /// Merges two changed values of the field, as a save and a sync do.
  ///
  /// - Parameters:
  ///   - base: the value before both changes.
  ///   - mine: the value of one side.
  ///   - theirs: the value of the other side.
  /// - Returns: the value with both changes; nil if they contradict each other.
  public func merged(base: Value?, mine: Value?, theirs: Value?) -> Value?? {
    FieldMerge(property: self).merged(base: base, mine: mine, theirs: theirs)
  }

  /// Merges texts of several lines, and keeps my lines where both sides changed the same line.
  ///
  /// - Returns: the merged text, and the other side's lines of the first place that both changed;
  ///   `nil` if a text has only one line.
  public static func mergedByLine(
    base: String, mine: String, theirs: String
  ) -> (text: String, contested: String?)? {
    let lines = [base, mine, theirs].map {
      $0.split(separator: "\n", omittingEmptySubsequences: false)
    }
    guard lines.allSatisfy({ $0.count > 1 }) else { return nil }
    var merged: [Substring] = []
    var contested: String?
    for part in LineMerge(base: lines[0], ours: lines[1], theirs: lines[2]).parts {
      switch part {
      case .settled(let stretch): merged += stretch
      case .contested(let base, let ours, let theirs):
        merged += ours
        let words = theirs.isEmpty ? "without \(base.joined(separator: " "))" : nil
        contested = contested ?? words ?? theirs.joined(separator: "\n")
      }
    }
    return (merged.joined(separator: "\n"), contested)
  }
}

/// A merge of two changes to one field's value.
///
/// A save, a fold, an undo and a sync all use it.
struct FieldMerge {
  let property: Property

  /// Returns the value with both changes, or `nil` if they contradict each other.
  ///
  /// - A list gets the elements that either side added, and loses those that either side removed.
  ///   If one side changed the order, the list gets that order. If both did, the sides contradict
  ///   each other.
  /// - A text of several lines is merged by line.
  func merged(base: Value?, mine: Value?, theirs: Value?) -> Value?? {
    if theirs == base || mine == theirs { return .some(mine) }
    if mine == base { return .some(theirs) }
    guard property.isList else {
      return Self.mergedLines(base, mine, theirs).map { .some(.text($0)) }
    }
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

  /// Merges three values by line.
  ///
  /// - Returns: `nil` if one of them is no text of several lines, or both sides changed a line.
  private static func mergedLines(_ base: Value?, _ mine: Value?, _ theirs: Value?) -> String? {
    guard case .text(let here) = mine, case .text(let there) = theirs else { return nil }
    guard case .text(let old) = base else { return nil }
    return mergedLines(old, here, there)
  }

  /// Merges three texts by line.
  ///
  /// - Returns: `nil` if a text has only one line, or both sides changed a line.
  static func mergedLines(_ base: String, _ mine: String, _ theirs: String) -> String? {
    let merged = Property.mergedByLine(base: base, mine: mine, theirs: theirs)
    return merged.flatMap { $0.contested == nil ? $0.text : nil }
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

  /// Returns `list` with the elements removed and added that differ between `old` and `new`.
  ///
  /// An added element goes between its neighbors of `new` that `list` still has. Without a neighbor
  /// after it, it goes to the end. Between two neighbors, links are in the order of their keys.
  private static func carry(from old: [Value], to new: [Value], over list: [Value]) -> [Value] {
    let (before, after, present) = (Set(old), Set(new), Set(list))
    let kept = list.filter { after.contains($0) || !before.contains($0) }
    // The added elements, by the number of kept neighbors before them.
    var added: [[Value]] = [[]]
    var counted: Set<Value> = []
    for element in new {
      if present.contains(element) {
        if counted.insert(element).inserted { added.append([]) }
      } else if !before.contains(element) {
        added[added.count - 1].append(element)
      }
    }
    guard added.contains(where: { !$0.isEmpty }) else { return kept }
    var (result, between, number): ([Value], [Value], Int) = ([], [], 0)
    for element in kept {
      // A neighbor that is in a list several times counts once.
      guard counted.remove(element) != nil else {
        between.append(element)
        continue
      }
      result += merged(between, added[number], isLast: false) + [element]
      (between, number) = ([], number + 1)
    }
    return result + merged(between, added[number], isLast: true)
  }

  /// Merges the elements between two neighbors with those that are added there.
  private static func merged(_ others: [Value], _ added: [Value], isLast: Bool) -> [Value] {
    var (rest, merged): (ArraySlice<Value>, [Value]) = (others[...], [])
    for element in added {
      while let next = rest.first {
        let isBefore =
          if case (.link(let one), .link(let other)) = (next, element) { one < other } else {
            isLast
          }
        guard isBefore else { break }
        merged.append(rest.removeFirst())
      }
      merged.append(element)
    }
    return merged + rest
  }

  /// Whether the remaining elements of `old` have the same order in `new`.
  private static func keepsOrder(of old: [Value], in new: [Value]) -> Bool {
    let (before, after) = (Set(old), Set(new))
    return old.filter(after.contains) == new.filter(before.contains)
  }
}
