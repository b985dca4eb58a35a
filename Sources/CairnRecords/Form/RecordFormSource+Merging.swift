public import CairnScreens
internal import CairnStore

extension RecordFormSource {
  /// Merges a typed and a stored text, as a save merges values.
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
          base: owned(start, by: lines, in: before), mine: Self.lines(of: typed),
          theirs: owned(stored, by: lines, in: seen))
        return MergedText(
          merged.lines.joined(separator: "\n"), contested: merged.contested)
      }
      guard link.isToMany else { return nil }
      return Self.mergedIDs(start, typed, stored, isOrdered: link.isOrdered).map { MergedText($0) }
    }
    guard let attribute = entity.attribute(name), attribute.type != .data else { return nil }
    let input = ValueInput(clock: desk.clock())
    let texts = [start, typed, stored]
    let values = texts.map { try? $0.isEmpty ? nil : input.value(of: $0, for: attribute) }
    // A text that can't be read yet is not merged.
    guard zip(texts, values).allSatisfy({ $0.isEmpty || $1 != nil }) else { return nil }
    let merged = Property.attribute(attribute).merged(
      base: values[0], mine: values[1], theirs: values[2])
    if let merged { return MergedText(merged.map { ValueText.typed($0, at: desk.clock()) } ?? "") }
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

  /// The lines of a text, with their records if the form's record has these lines in a content.
  private func owned(
    _ text: String, by lines: OwnedLines, in snapshot: Snapshot?
  ) -> [OwnedLine] {
    let texts = Self.lines(of: text)
    guard let snapshot, let row = id.flatMap({ snapshot.row(snapshot.model.currentID(of: $0)) })
    else { return texts.map { OwnedLine(text: $0) } }
    let keys = (try? snapshot.links(of: row, lines.link.name)) ?? []
    let owned = keys.compactMap { key -> OwnedLine? in
      let id = ObjectID(entity: lines.link.destination, key: key)
      let text = snapshot.row(id).map { lines.text(of: [$0], at: desk.clock()) } ?? ""
      return text.isEmpty ? nil : OwnedLine(text: text, key: key)
    }
    return owned.map(\.text) == texts ? owned : texts.map { OwnedLine(text: $0) }
  }

  static func lines(of text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }
}
