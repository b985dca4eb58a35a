internal import CairnNavigation
package import CairnScreens
package import CairnStore

/// Completes words from a store: field names, values, and linked records.
///
/// Values that the model does not list come from the first `recordLimit` records only, however
/// large the store is.
package struct RecordCompletions: Sendable {
  /// The reader of the completions.
  package enum User: Sendable {
    /// A shell, which needs completions that begin with the exact word.
    case shell
    /// A person, with forgiving matching: capitals and accents don't matter, and records are named
    /// by title.
    case person
  }

  let snapshot: Snapshot
  let clock: WallClock
  let user: User
  private let recordLimit: Int
  private let answerLimit: Int

  /// The longest value worth offering, in bytes.
  private let longestValue: Int

  /// Creates completions from a store.
  ///
  /// - Parameters:
  ///   - snapshot: the store's content.
  ///   - clock: the time for words like "today".
  ///   - user: the reader of the completions.
  package init(_ snapshot: Snapshot, at clock: WallClock, for user: User) {
    (self.snapshot, self.clock, self.user) = (snapshot, clock, user)
    switch user {
    // A shell starts a process for each answer, while a person waits.
    case .shell: (recordLimit, answerLimit, longestValue) = (4096, 50, 60)
    case .person: (recordLimit, answerLimit, longestValue) = (100_000, 200, 1000)
    }
  }

  /// A test whether a text continues `word`.
  func goingOn(with word: String) -> (String) -> Bool {
    switch user {
    case .shell: return { $0.hasPrefix(word) }
    case .person:
      let folded = SearchFold.fold(word)
      return { SearchFold.fold($0).hasPrefix(folded) }
    }
  }

  /// The fields of an entity's records.
  ///
  /// - Parameters:
  ///   - entity: the entity.
  ///   - word: the start of a field's name.
  /// - Returns: the fields' names, each with its type.
  package func fields(of entity: Entity, _ word: String) -> [Completion] {
    // A quotation mark begins a label.
    let isQuoted = word.hasPrefix("\"")
    let goesOn = goingOn(with: isQuoted ? word.unquoted ?? String(word.dropFirst()) : word)
    return entity.properties.filter { goesOn($0.name) || goesOn($0.caption) }.map { property in
      let kind =
        switch property {
        case .attribute(let attribute): attribute.type.title
        case .relationship(let link): "link to \(link.destination)"
        }
      // A shell would need quotation marks of its own.
      guard user == .shell else { return Completion(property.typed, kind) }
      return Completion(property.name, property.label.map { "\($0), \(kind)" } ?? kind)
    }.filter { user == .person || $0.text.hasPrefix(word) }
  }

  /// Fields after others that were typed with commas, each perhaps reversed by a minus.
  package func fieldList(_ word: String, of entity: Entity) -> [Completion] {
    let comma = word.lastIndex(of: ",")
    var head = comma.map { String(word[...$0]) } ?? ""
    var name = word.dropFirst(head.count)
    if name.hasPrefix("-") {
      head += "-"
      name = name.dropFirst()
    }
    return (fields(of: entity, String(name)) + calculations(of: entity, String(name)))
      .map { Completion(head + $0.text, $0.note) }
  }

  /// Counts and totals of linked records, and the times of the history.
  ///
  /// - Parameters:
  ///   - entity: the entity.
  ///   - word: the start of the calculation.
  /// - Returns: the calculations.
  func calculations(of entity: Entity, _ word: String) -> [Completion] {
    let goesOn = goingOn(with: word)
    return entity.calculations(in: snapshot.model).map(\.name).filter(goesOn)
      .map { Completion($0, "calculation") }
  }

  /// Records of an entity, each by its handle or its key.
  ///
  /// - Parameters:
  ///   - entity: the entity.
  ///   - word: the start of an answer.
  ///   - start: the beginning of a URL that the answers are part of; empty for none.
  /// - Returns: the records, each with its title as the note.
  package func records(
    of entity: Entity, _ word: String, behind start: String
  ) -> [Completion] {
    let goesOn = goingOn(with: word)
    var completions: [Completion] = []
    look(into: entity) { row in
      let handle = entity.handle.flatMap { row[$0] }?.storedTexts.first
      let name = handle.map { start.isEmpty ? $0 : Self.escaped($0) } ?? "\(row.key)"
      let completion = Completion(start + name, row.title)
      if goesOn(completion.text) { completions.append(completion) }
      return completions.count < answerLimit
    }
    return completions
  }

  /// Values of a field that begin with `word`: choices, else the values of records, the most
  /// frequent first.
  package func values(of property: Property, in entity: Entity, _ word: String) -> [String] {
    switch property {
    case .relationship(let link):
      guard let destination = snapshot.model[link.destination] else { return [] }
      if user == .person { return titles(of: destination, word) }
      let start = word.hasPrefix(destination.plural + "/") ? destination.plural + "/" : ""
      return records(of: destination, word, behind: start).map(\.text)
    case .attribute(let attribute):
      switch attribute.type {
      case .choice: return attribute.choices.filter(goingOn(with: word))
      case .boolean: return ["true", "false"].filter(goingOn(with: word))
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
        if isOffered(text) { counts[text, default: 0] += 1 }
      }
      return true
    }
    let goesOn = goingOn(with: word)
    return counts.filter { goesOn($0.key) }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .prefix(answerLimit).map(\.key)
  }

  private func titles(of entity: Entity, _ word: String) -> [String] {
    let goesOn = goingOn(with: word)
    var titles: Set<String> = []
    look(into: entity) { row in
      let title = row.title
      if isOffered(title), goesOn(title) { titles.insert(title) }
      return titles.count < answerLimit
    }
    return titles.map { ($0, SearchFold.fold($0)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  private func isOffered(_ value: String) -> Bool {
    !value.isEmpty && value.utf8.count <= longestValue && !value.contains(where: \.isNewline)
  }

  /// Reads the first records of an entity until `body` returns `false`.
  private func look(into entity: Entity, _ body: (Row) -> Bool) {
    let request = FetchRequest(entity: entity.name, limit: recordLimit)
    guard var batches = try? snapshot.batches(of: 512, request, at: clock) else { return }
    var isWanted = true
    while isWanted, let rows = try? batches.next() {
      for row in rows where isWanted { isWanted = body(row) }
    }
  }

  /// A name, escaped as part of a URL.
  private static func escaped(_ name: String) -> String {
    String(ScreenURL([name]).text.dropFirst("\(ScreenURL.defaultScheme)://".count))
  }
}
