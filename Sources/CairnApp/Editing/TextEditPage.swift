internal import CairnInterchange
internal import CairnRecords
internal import CairnStore

/// The text in which a person edits records: instructions, then the records.
struct TextEditPage {
  let entity: Entity
  let snapshot: Snapshot

  /// The prefix of a line with a mistake.
  private static let mistake = "#! "
  /// The most mistakes to show at once.
  ///
  /// Further ones would not be read.
  private static let mistakeLimit = 10
  private static let width = 78

  /// Returns the text of the stored records.
  func text(of ids: [ObjectID]) -> [UInt8] {
    var bytes = heading(ids.count)
    for id in ids {
      guard let row = snapshot.row(id) else { continue }
      bytes.append(UInt8(ascii: "\n"))
      RecText.append(TextEditPlan.key, "\(id.key)", to: &bytes)
      appendFields(of: row, to: &bytes)
    }
    return bytes
  }

  /// Returns the text of the records in `merged`, and of the records that a plan adds.
  func text(of ids: [ObjectID], as merged: Snapshot, _ plan: TextEditPlan) -> [UInt8] {
    var bytes = heading(ids.count)
    let deleted = Set(plan.entries.filter(\.isDeleted).compactMap(\.id))
    for id in ids {
      let isDeleted = deleted.contains(id)
      guard let row = isDeleted ? snapshot.row(id) : merged.row(id) else { continue }
      bytes.append(UInt8(ascii: "\n"))
      let mark = isDeleted ? TextEditPlan.deletion : ""
      RecText.append(TextEditPlan.key, "\(mark)\(id.key)", to: &bytes)
      appendFields(of: row, to: &bytes)
    }
    let known = Set(ids)
    for entry in plan.entries where !entry.isDeleted && entry.id.map(known.contains) != true {
      // A record that another process deleted can only be added again.
      if entry.id != nil, entry.values.isEmpty { continue }
      bytes.append(UInt8(ascii: "\n"))
      for field in entry.lines.fields where field.name != TextEditPlan.key {
        RecText.append(field.name, field.text, to: &bytes)
      }
    }
    return bytes
  }

  private func appendFields(of row: Row, to bytes: inout [UInt8]) {
    for property in row.chunk.entity.storedProperties {
      for text in row[property.name]?.storedTexts ?? [] {
        RecText.append(property.name, text, to: &bytes)
      }
    }
  }

  // MARK: - What to know

  private func heading(_ count: Int) -> [UInt8] {
    var lines = [
      "Save and quit the editor to keep your changes. Leave the text unchanged or",
      "empty to change nothing. Records without Id are added; Id: -p3 deletes p3;",
      "a record that you remove from the text stays unchanged.", "",
    ]
    lines += Self.wrapped("Fields of \(entity.plural):", entity.storedProperties.map(words))
    return Array(lines.map { $0.isEmpty ? "#\n" : "# \($0)\n" }.joined().utf8)
  }

  private func words(about property: Property) -> String {
    switch property {
    case .attribute(let attribute):
      let kind =
        attribute.type == .choice
        ? attribute.choices.joined(separator: " | ") : attribute.type.title
      return "\(attribute.name) (\(kind)\(attribute.isRequired ? ", required" : ""))"
    case .relationship(let link):
      let plural = snapshot.model[link.destination]?.plural ?? link.destination
      return "\(link.name) (of \(plural))"
    }
  }

  private static func wrapped(_ start: String, _ words: [String]) -> [String] {
    var lines = [start]
    for (place, word) in words.enumerated() {
      let word = place + 1 < words.count ? word + "," : word
      let last = lines.count - 1
      if lines[last].count + 1 + word.count > width {
        lines.append("  " + word)
      } else {
        lines[last] += " " + word
      }
    }
    return lines
  }

  // MARK: - Mistakes

  /// Returns a text below its mistakes, whose line numbers count the added lines.
  static func text(_ text: [UInt8], under mistakes: [TextEditPlan.Mistake]) -> [UInt8] {
    let shown = mistakes.prefix(mistakeLimit - 1) + mistakes.dropFirst(mistakeLimit - 1).suffix(1)
    let top = sentences(of: Array(shown), shift: shown.count)
      .map { mistake + $0.replacing("\n", with: " ") + "\n" }
    return Array(top.joined().utf8) + text
  }

  /// Returns mistakes as sentences, with line numbers moved down by `shift`.
  static func sentences(of mistakes: [TextEditPlan.Mistake], shift: Int) -> [String] {
    mistakes.map { mistake in
      mistake.line.map { "line \($0 + shift): \(mistake.reason)" } ?? mistake.reason
    }
  }

  /// Returns a text without the mistakes at its top.
  static func withoutMistakes(_ text: [UInt8]) -> [UInt8] {
    var rest = text[...]
    while rest.starts(with: mistake.utf8) {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return [] }
      rest = rest[(end + 1)...]
    }
    return Array(rest)
  }

  /// Returns the changes that other processes made to an edited record, one sentence for each
  /// field.
  func sentences(about conflict: SaveConflict) -> [String] {
    let name = "\(entity.plural)/\(conflict.id.key)"
    switch conflict.kind {
    case .deletedByOthers:
      return ["\(name) was deleted elsewhere; saving would add it again"]
    case .deletedHere:
      return ["\(name) changed elsewhere, and Id: -\(conflict.id.key) would delete it"]
    case .edited:
      return conflict.fields.map { field in
        let theirs = field.theirs.map { "became \(ValueText.export($0))" } ?? "was cleared"
        return "\(field.name) of \(name) \(theirs) elsewhere; this text has your value"
      }
    }
  }
}
