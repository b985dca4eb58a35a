internal import CairnStore

extension Entity {
  /// Returns the attribute called `name`, exactly or ignoring case.
  func attribute(matching name: String) -> Attribute? {
    guard case .attribute(let attribute)? = property(matching: name) else { return nil }
    return attribute
  }

  /// Returns the position of the attribute called `name`, exactly or ignoring case.
  func storedPlace(matching name: String) -> Int? {
    attribute(matching: name).flatMap { storedIndex(of: $0.name) }
  }
}

/// Finds notes by name and folder: notes with the same name in two folders are different notes.
struct NotePlaces {
  private var notes: [String: [String: Set<RecordKey>]] = [:]

  /// Creates the index of a table's notes; without a table it is empty.
  init(_ table: Table?) {
    guard let table else { return }
    for row in table.rows {
      guard let name = Self.text(row[MarkdownReader.name]) else { continue }
      add(row.key, name, Self.text(row[MarkdownReader.folder]) ?? "")
    }
  }

  /// Returns the note that a draft is about; `nil` for a new one.
  ///
  /// A note without a folder was imported before folders were saved. So it may match any note with
  /// its name.
  ///
  /// - Parameters:
  ///   - draft: the draft.
  ///   - isFile: whether the draft is from a file, whose folder is known, even if it is empty.
  /// - Returns: the note's key.
  /// - Throws: `RowProblem.ambiguous` if several notes match.
  func note(like draft: RecordDraft, isFile: Bool) throws(RowFailure) -> RecordKey? {
    guard let name = Self.text(of: MarkdownReader.name, in: draft), let known = notes[name] else {
      return nil
    }
    let isPlaced = isFile || Self.text(of: MarkdownReader.folder, in: draft) != nil
    let folder = Self.text(of: MarkdownReader.folder, in: draft) ?? ""
    let choices =
      isPlaced
      ? [known[folder] ?? [], known[""] ?? []]
      : [known.values.reduce(into: Set()) { $0.formUnion($1) }]
    for keys in choices where !keys.isEmpty {
      guard keys.count == 1, let key = keys.first else {
        throw .problem(.ambiguous(field: MarkdownReader.name, text: name))
      }
      return key
    }
    return nil
  }

  /// Adds a new note, or one with a changed name or folder.
  mutating func note(_ draft: RecordDraft, _ key: RecordKey) {
    guard let name = Self.text(of: MarkdownReader.name, in: draft) else { return }
    let folder = Self.text(of: MarkdownReader.folder, in: draft) ?? ""
    if folder != "" { notes[name]?[""]?.remove(key) }
    add(key, name, folder)
  }

  private mutating func add(_ key: RecordKey, _ name: String, _ folder: String) {
    notes[name, default: [:]][folder, default: []].insert(key)
  }

  private static func text(_ value: Value?) -> String? { value.map(FieldIndex.text) }

  private static func text(of field: String, in draft: RecordDraft) -> String? {
    draft.entity.storedIndex(of: field).flatMap { text(draft.values[$0]) }
  }
}
