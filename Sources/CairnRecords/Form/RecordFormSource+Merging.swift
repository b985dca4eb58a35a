public import CairnScreens
internal import CairnStore

extension RecordFormSource {
  /// Merges a typed and a stored text, as a save merges values.
  ///
  /// `FieldEditor` asks for it when another program changed a field of an open form.
  ///
  /// A list gets the additions and removals of both sides. The lines of owned records are merged by
  /// record and column, and a long text by line. Where both sides changed a line or a column, the
  /// typed one stays.
  public func merged(
    _ typed: String, with stored: String, startedFrom start: String, in field: FormField
  ) -> MergedText? {
    let name = entity.currentName(of: field.name)
    if let link = entity.relationship(name) {
      if let lines = OwnedLines(link, in: seen.model) {
        let merged = lines.merged(
          base: owned(start, by: lines, of: before), mine: Self.lines(of: typed),
          theirs: owned(stored, by: lines, of: id.map { ($0, seen) }))
        return MergedText(
          merged.lines.joined(separator: "\n"), contested: merged.contested)
      }
      guard link.isToMany else { return nil }
      return Self.mergedIDs(start, typed, stored, isOrdered: link.isOrdered).map { MergedText($0) }
    }
    guard let attribute = entity.attribute(name), attribute.type != .data else { return nil }
    let input = ValueInput(clock: client.clock())
    let texts = [start, typed, stored]
    let values = texts.map { try? $0.isEmpty ? nil : input.value(of: $0, for: attribute) }
    // A text that can't be read yet is not merged.
    guard zip(texts, values).allSatisfy({ $0.isEmpty || $1 != nil }) else { return nil }
    let merged = Property.attribute(attribute).merged(
      base: values[0], mine: values[1], theirs: values[2])
    if let merged {
      return MergedText(merged.map { ValueText.typed($0, at: client.clock()) } ?? "")
    }
    guard
      case (.text(let old)?, .text(let mine)?, .text(let theirs)?) = (
        values[0], values[1], values[2]
      )
    else { return nil }
    return Property.mergedByLine(base: old, mine: mine, theirs: theirs).map {
      MergedText($0.text, contested: $0.contested)
    }
  }

  private static func mergedIDs(
    _ start: String, _ typed: String, _ stored: String, isOrdered: Bool
  ) -> String? {
    var list = Attribute(name: "", type: isOrdered ? .string : .tags)
    list.isMultiple = isOrdered
    let values = [start, typed, stored].map { text in
      Value(list: lines(of: text).map(Value.text))
    }
    let merged = Property.attribute(list).merged(
      base: values[0], mine: values[1], theirs: values[2])
    return merged.map { value in
      (value?.elements ?? []).compactMap { if case .text(let id) = $0 { id } else { nil } }
        .joined(separator: "\n")
    }
  }

  /// The lines of a text, with their records if the owner has exactly these lines.
  private func owned(
    _ text: String, by lines: OwnedLines, of owner: (id: ObjectID, snapshot: Snapshot)?
  ) -> [OwnedLine] {
    let texts = Self.lines(of: text)
    guard let (id, snapshot) = owner, let row = snapshot.row(id) else {
      return texts.map { OwnedLine(text: $0) }
    }
    let keys = (try? snapshot.linkedKeys(of: row, lines.link.name)) ?? []
    let owned = keys.compactMap { key -> OwnedLine? in
      let id = ObjectID(entity: lines.link.destination, key: key)
      let text = snapshot.row(id).map { lines.text(of: [$0], at: client.clock()) } ?? ""
      return text.isEmpty ? nil : OwnedLine(text: text, key: key)
    }
    return owned.map(\.text) == texts ? owned : texts.map { OwnedLine(text: $0) }
  }

  static func lines(of text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }
}

/// A line of a form and its record, if known.
struct OwnedLine: Hashable {
  let text: String
  var key: RecordKey?
}

extension OwnedLines {
  /// Merges typed lines with stored lines, and keeps the typed ones in contradictions.
  ///
  /// Two lines are the same if their records are. If a line's record is unknown, the text decides,
  /// as in a save. The sides contradict each other if both changed one value or the order, or if
  /// one side changed a line that the other deleted.
  ///
  /// - Parameters:
  ///   - base: the lines at the start of the typing.
  ///   - mine: the typed lines.
  ///   - theirs: the stored lines.
  /// - Returns: the lines, and what the other side has at the first contradiction.
  func merged(
    base: [OwnedLine], mine: [String], theirs: [OwnedLine]
  ) -> (lines: [String], contested: String?) {
    let origins = origins(of: theirs, in: base)
    let own = Self.matches(from: base.map(\.text), to: mine)
    // Each line gets a name: the name of its line in `base`, or a new one.
    let names = base.indices.map { "base \($0)" }
    let theirNames = origins.enumerated().map { $1.map { names[$0] } ?? "theirs \($0)" }
    let myNames = own.enumerated().map { $1.map { names[$0] } ?? "mine \($0)" }
    let old = Dictionary(zip(names, base.map(\.text))) { first, _ in first }
    let here = Dictionary(zip(myNames, mine)) { first, _ in first }
    let there = Dictionary(zip(theirNames, theirs.map(\.text))) { first, _ in first }
    var contested: String?
    var order = mergedOrder(names, myNames, theirNames, &contested)
    // One side may delete a line only if the other side did not change it.
    for name in names {
      if here[name] == nil, let line = there[name], line != old[name] {
        contested = contested ?? line
      }
      if there[name] == nil, let line = here[name], line != old[name] {
        contested = contested ?? "without \(old[name] ?? "")"
        if !order.contains(name) { insert(name, in: &order, as: myNames) }
      }
    }
    let lines = order.compactMap { name in
      line(old[name], here[name], there[name], &contested)
    }
    return (lines, contested)
  }

  /// The names of the merged lines.
  ///
  /// If both sides changed the order, mine stays, and new lines of the other side are at the end.
  private func mergedOrder(
    _ base: [String], _ mine: [String], _ theirs: [String], _ contested: inout String?
  ) -> [String] {
    var list = Attribute(name: link.name, type: .string)
    list.isMultiple = true
    let lists = [base, mine, theirs].map { Value(list: $0.map(Value.text)) }
    let merged = Property.attribute(list).merged(base: lists[0], mine: lists[1], theirs: lists[2])
    if let merged {
      let names = merged?.elements ?? []
      return names.compactMap { if case .text(let name) = $0 { name } else { nil } }
    }
    contested = "another order"
    let (old, there) = (Set(base), Set(theirs))
    return mine.filter { there.contains($0) || !old.contains($0) }
      + theirs.filter { !old.contains($0) }
  }

  /// Inserts a name after its predecessor in `names`.
  private func insert(_ name: String, in order: inout [String], as names: [String]) {
    let before = names.prefix { $0 != name }.last { order.contains($0) }
    let place = before.flatMap(order.firstIndex(of:)).map { $0 + 1 } ?? 0
    order.insert(name, at: place)
  }

  /// For each stored line, the index of the base line it came from.
  private func origins(of theirs: [OwnedLine], in base: [OwnedLine]) -> [Int?] {
    guard base.allSatisfy({ $0.key != nil }), theirs.allSatisfy({ $0.key != nil }) else {
      return Self.matches(from: base.map(\.text), to: theirs.map(\.text))
    }
    let places = Dictionary(base.enumerated().map { ($1.key, $0) }) { first, _ in first }
    return theirs.map { places[$0.key] }
  }

  /// Merges one line column by column; a column that both sides changed stays as typed.
  private func line(
    _ base: String?, _ mine: String?, _ theirs: String?, _ contested: inout String?
  ) -> String? {
    guard let mine else { return theirs }
    guard let theirs, let base else { return mine }
    let (before, here, there) = (values(of: base), values(of: mine), values(of: theirs))
    guard max(here.count, there.count) <= columns.count else {
      if theirs != base, mine != theirs { contested = contested ?? theirs }
      return mine
    }
    var merged: [String] = []
    for index in columns.indices {
      let old = index < before.count ? before[index] : ""
      let own = index < here.count ? here[index] : ""
      let other = index < there.count ? there[index] : ""
      if own == old {
        merged.append(other)
      } else {
        if own != other, other != old { contested = contested ?? theirs }
        merged.append(own)
      }
    }
    return line(merged)
  }
}
