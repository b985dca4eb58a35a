internal import CairnNavigation
internal import CairnRecords
internal import CairnStore

/// Completes words with what a store has: collections, fields, values, records and favorites.
///
/// 1. It answers while a person waits for a key: what is not in the model is looked for in the
///    first few thousand records only, whatever the store holds.
/// 2. What cannot be read completes nothing, and is no error.
/// 3. Every answer begins with what was typed, so that a shell can put it in its place.
public struct StoreCompletions {
  let workspace: Workspace

  /// Records that are looked at for one answer.
  private static let recordLimit = 4096
  /// Answers that a person would still look through.
  private static let answerLimit = 50
  /// Characters of a value that is worth offering.
  private static let longestValue = 60

  /// Completes with what `workspace` has.
  public init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  var model: ObjectModel { workspace.store.snapshot.model }

  /// The collections by their plurals.
  public func collections(_ word: String) -> [Completion] {
    model.entities.map { Completion($0.plural, "collection") }
      .filter { $0.text.hasPrefix(word) }
  }

  /// The favorites and aliases, as `@name`.
  func favorites(_ word: String) -> [Completion] {
    var completions: [Completion] = []
    for favorite in (try? workspace.favorites()) ?? [] {
      guard let name = favorite.name ?? favorite.letter.map(String.init) else { continue }
      completions.append(Completion("@\(name)", favorite.title))
    }
    for (name, url) in ((try? workspace.settings.aliases) ?? [:]).sorted(by: { $0.key < $1.key }) {
      completions.append(Completion("@\(name)", url.text))
    }
    return completions.filter { $0.text.hasPrefix(word) }
  }

  // MARK: - What is looked for in records

  /// Records of an entity, each by its handle or its key; as a part of a URL behind the `start` of
  /// one, else as it is.
  func records(of entity: Entity, _ word: String, behind start: String) -> [Completion] {
    var completions: [Completion] = []
    look(into: entity) { row in
      let handle = entity.handle.flatMap { row[$0] }?.storedTexts.first
      let name = handle.map { start.isEmpty ? $0 : Self.escaped($0) } ?? "\(row.key)"
      let completion = Completion(start + name, row.title)
      if completion.text.hasPrefix(word) { completions.append(completion) }
      return completions.count < Self.answerLimit
    }
    return completions
  }

  /// Values of a field that begin with `word`: choices, else what records have, the usual first.
  func values(of property: Property, in entity: Entity, _ word: String) -> [String] {
    switch property {
    case .relationship(let link):
      guard let destination = model[link.destination] else { return [] }
      let start = word.hasPrefix(destination.plural + "/") ? destination.plural + "/" : ""
      return records(of: destination, word, behind: start).map(\.text)
    case .attribute(let attribute):
      switch attribute.type {
      case .choice: return attribute.choices.filter { $0.hasPrefix(word) }
      case .boolean: return ["true", "false"].filter { $0.hasPrefix(word) }
      case .text, .data: return []
      default: return frequentValues(of: attribute, in: entity, word)
      }
    }
  }

  private func frequentValues(
    of attribute: Attribute, in entity: Entity, _ word: String
  ) -> [String] {
    var counts: [String: Int] = [:]
    look(into: entity) { row in
      for value in row[attribute.name]?.elements ?? [] {
        let text = value.unlabeled.storedTexts[0]
        let isShort = text.utf8.count <= Self.longestValue && !text.contains { $0.isNewline }
        if isShort, text.hasPrefix(word) { counts[text, default: 0] += 1 }
      }
      return true
    }
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return sorted.prefix(Self.answerLimit).map(\.key)
  }

  /// Goes through the first records of an entity for as long as `body` wants more.
  private func look(into entity: Entity, _ body: (Row) -> Bool) {
    let request = FetchRequest(entity: entity.name, limit: Self.recordLimit)
    guard
      var batches = try? workspace.store.snapshot.batches(
        of: 512, request, at: workspace.clock)
    else { return }
    var isWanted = true
    while isWanted, let rows = try? batches.next() {
      for row in rows where isWanted { isWanted = body(row) }
    }
  }

  /// What a URL's part is spelled as.
  static func escaped(_ text: String) -> String {
    String(ScreenURL([text]).text.dropFirst("\(ScreenURL.defaultScheme)://".count))
  }
}
