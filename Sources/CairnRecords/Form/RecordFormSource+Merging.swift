public import CairnScreens
internal import CairnStore

extension RecordFormSource {
  /// Merges by the law of a save: lists by what each side added and removed, the lines of owned
  /// records by record and column, long texts by line.
  public func merged(
    _ typed: String, with stored: String, startedFrom start: String, in field: FormField
  ) -> String? {
    let name = entity.currentName(of: field.name)
    if let link = entity.relationship(name) {
      if let lines = OwnedLines(link, in: seen.model) {
        return lines.merged(
          base: lineRecords.lines(of: start, in: name), mine: Self.lines(of: typed),
          theirs: lineRecords.lines(of: stored, in: name)
        )?.joined(separator: "\n")
      }
      guard link.isToMany else { return nil }
      return Self.mergedIDs(start, typed, stored, isOrdered: link.isOrdered)
    }
    guard let attribute = entity.attribute(name), attribute.type != .data else { return nil }
    let input = ValueInput(clock: desk.clock())
    let texts = [start, typed, stored]
    let values = texts.map { try? $0.isEmpty ? nil : input.value(of: $0, for: attribute) }
    // What can't be read yet stays as it was typed.
    guard zip(texts, values).allSatisfy({ $0.isEmpty || $1 != nil }),
      let merged = Property.attribute(attribute).merged(
        base: values[0], mine: values[1], theirs: values[2])
    else { return nil }
    return merged.map { ValueText.typed($0, at: desk.clock()) } ?? ""
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

  /// Takes note of which record each line is of that the form shows of a record.
  func noteLines(of row: Row, in snapshot: Snapshot) {
    for link in entity.relationships {
      guard let lines = OwnedLines(link, in: snapshot.model) else { continue }
      let keys = (try? snapshot.links(of: row, link.name)) ?? []
      let shown = keys.compactMap { key -> OwnedLine? in
        let row = snapshot.row(ObjectID(entity: link.destination, key: key))
        let text = row.map { lines.text(of: [$0], at: desk.clock()) } ?? ""
        return text.isEmpty ? nil : OwnedLine(text: text, key: key)
      }
      lineRecords.note(
        shown.map(\.text).joined(separator: "\n"), shown.compactMap(\.key), in: link.name)
    }
  }

  static func lines(of text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }
}

/// The records of the lines that a form showed, for the two texts that it looked at last.
struct LineRecords {
  private var texts: [String: [(text: String, keys: [RecordKey])]] = [:]

  /// Takes note of the lines of a field.
  mutating func note(_ text: String, _ keys: [RecordKey], in field: String) {
    if texts[field]?.last?.text == text { return }
    texts[field] = (texts[field] ?? []).suffix(1) + [(text, keys)]
  }

  /// The lines of a text, with their records if it is one of these.
  func lines(of text: String, in field: String) -> [OwnedLine] {
    let lines = RecordFormSource.lines(of: text)
    let keys = texts[field]?.last { $0.text == text }?.keys
    guard let keys, keys.count == lines.count else { return lines.map { OwnedLine(text: $0) } }
    return zip(lines, keys).map { OwnedLine(text: $0, key: $1) }
  }
}
