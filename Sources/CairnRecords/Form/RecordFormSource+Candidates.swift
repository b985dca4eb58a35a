public import CairnScreens
internal import CairnStore

/// Suggestions from other records: records to link, and values to reuse.
extension RecordFormSource {
  /// The title of the linked record, also of one that is still to be created.
  public func title(ofLink id: String, in field: FormField) -> String? {
    if let new = NewRecord(id, of: entity.name) { return "\(new.title) (new)" }
    guard let target = target(id, of: field), client.snapshot.row(target) != nil else { return nil }
    return client.snapshot.title(of: target)
  }

  /// The page of a linked record.
  public func detail(ofLink id: String, in field: FormField) -> (any DetailSource)? {
    target(id, of: field).flatMap { try? RecordDetailSource($0, client: client, knowsPlace: false) }
  }

  /// The records that contain all words of `text`; titles that begin with it come first.
  public func candidates(
    for field: FormField, matching text: String, limit: Int
  ) -> [FormCandidate] {
    recordSearch(for: field)?.candidates(matching: text, limit: limit) ?? []
  }

  /// A search of many records, which reads them at first use.
  public func findingCandidates(
    for field: FormField, matching text: String, limit: Int
  ) -> (@Sendable () -> [FormCandidate])? {
    guard let search = recordSearch(for: field), !search.isShort else { return nil }
    return { search.candidates(matching: text, limit: limit) }
  }

  private func recordSearch(for field: FormField) -> LinkableRecords? {
    guard let destination = destination(of: field) else { return nil }
    let (snapshot, clock) = (client.snapshot, client.clock())
    let link = entity.relationship(entity.currentName(of: field.name))
    let inverse = link.flatMap { $0.isExclusive(in: snapshot.model) ? $0.inverse : nil }
    return LinkableRecords(
      snapshot: snapshot, clock: clock, entity: destination, inverse: inverse)
  }

  /// Folds text without capitals and accents, as filters compare it.
  public func folded(_ text: String) -> String { SearchFold.fold(text) }

  /// Values of other records; only a few thousand are read, as keys wait for the result.
  public func values(
    in field: FormField, beginningWith text: String, limit: Int
  ) -> [String] {
    let name = entity.currentName(of: field.name)
    guard let attribute = entity.attribute(name), attribute.type != .data,
      let table = client.snapshot.table(entity.name)
    else {
      return []
    }
    let start = SearchFold.fold(text)
    var counts: [String: Int] = [:]
    for choice in attribute.choices where SearchFold.fold(choice).hasPrefix(start) {
      counts[choice] = 0
    }
    for row in table.sample(Self.knownCount) {
      for element in row[name]?.elements ?? [] {
        let value = ValueText.export(element)
        if SearchFold.fold(value).hasPrefix(start) { counts[value, default: 0] += 1 }
      }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(limit).map(\.key)
  }

  private func target(_ id: String, of field: FormField) -> ObjectID? {
    guard let destination = destination(of: field) else { return nil }
    return RecordKey(id).map { ObjectID(entity: destination, key: $0) }
  }

  /// The entity that a field links to.
  private func destination(of field: FormField) -> String? {
    entity.relationship(entity.currentName(of: field.name))?.destination
  }
}

/// The records that a field can link to; usable on any thread.
private struct LinkableRecords: Sendable {
  let snapshot: Snapshot
  let clock: WallClock
  /// The entity of the records.
  let entity: String
  /// The inverse link, if only one record can have it.
  let inverse: String?

  /// Whether matches are found within the time of one drawing.
  var isShort: Bool {
    let unread = try? snapshot.preparation(for: FetchRequest(entity: entity), at: clock)
    // This check comes first: `table` would read records that were not read yet.
    return unread ?? 0 <= RecordFetch.shortCount
      && snapshot.table(entity)?.count ?? 0 <= RecordFetch.shortCount
  }

  func candidates(matching text: String, limit: Int) -> [FormCandidate] {
    let words = text.split(separator: " ").map(String.init)
    let request = FetchRequest(
      entity: entity, predicate: words.isEmpty ? nil : .words(words),
      limit: words.isEmpty ? limit : nil)
    // A collection that can't be read has no candidates; its own list says why.
    guard let result = try? snapshot.fetch(request, at: clock) else { return [] }
    // Enter takes the first candidate.
    let rows = words.isEmpty ? Array(result) : SoughtTitle(words).best(of: result, limit: limit)
    let found = rows.map { row in
      FormCandidate(id: "\(row.key)", title: row.title, detail: sign(of: row) + owner(of: row))
    }
    let folded = SearchFold.fold(text)
    guard !text.isEmpty, !found.contains(where: { SearchFold.fold($0.title) == folded }),
      let entity = snapshot.model[entity], NewRecord.canBeMade(of: entity)
    else { return found }
    // A missing record can be created in the same change.
    let new = FormCandidate(
      id: NewRecord.text(for: text), title: text, detail: "new in \(entity.plural)", isNew: true)
    return found + [new]
  }

  /// The words that distinguish a record from others with the same title: its key, or the due date
  /// if the record came back, since such a key is long.
  private func sign(of row: Row) -> String {
    guard row.key.isOfRepetition, let due = snapshot.model[entity]?.due, let day = row[due] else {
      return "\(row.key)"
    }
    return "\(due) \(ValueText.display(day, at: clock))"
  }

  /// The current owner of a record that only one record can link to; linking takes it from there.
  private func owner(of row: Row) -> String {
    guard let inverse, let id = try? snapshot.links(of: row, inverse).first else { return "" }
    return " · \(snapshot.title(of: id))"
  }
}

/// A search text for picking a record by its title; a few letters should be enough.
struct SoughtTitle {
  /// The kind of match of a title, the best first.
  private enum Fit: Int, CaseIterable {
    case whole
    /// The title begins with the text.
    case beginning
    /// The title's words begin with the typed words.
    case words
    /// The title contains the words.
    case within
    /// Other texts of the record match.
    case elsewhere
  }

  private let text: [UInt8]
  private let words: [ByteSearch]

  /// Creates the search from typed words.
  init(_ words: [String]) {
    let folded = words.map(SearchFold.foldedBytes).filter { !$0.isEmpty }
    self.words = folded.map(ByteSearch.init)
    text = Array(folded.joined(separator: [0x20]))
  }

  /// The best matches among the records; equally good ones keep their order.
  ///
  /// Cost: a look at each title.
  func best(of rows: some Sequence<Row>, limit: Int) -> [Row] {
    var found = Fit.allCases.map { _ in [Row]() }
    for row in rows {
      let fit = fit(of: SearchFold.foldedBytes(row.title)).rawValue
      if found[fit].count < limit { found[fit].append(row) }
    }
    return Array(found.joined().prefix(limit))
  }

  private func fit(of title: [UInt8]) -> Fit {
    if title == text { return .whole }
    if title.starts(with: text) { return .beginning }
    var fit = Fit.words
    for word in words {
      guard let first = word.firstMatch(in: title, 0..<title.count) else { return .elsewhere }
      var place: Int? = first
      while let found = place, !Self.isWordStart(found, in: title) {
        place = word.firstMatch(in: title, (found + 1)..<title.count)
      }
      if place == nil { fit = .within }
    }
    return fit
  }

  private static func isWordStart(_ place: Int, in title: [UInt8]) -> Bool {
    guard place > 0 else { return true }
    let byte = title[place - 1]
    // Bytes of letters beyond ASCII are 0x80 or more.
    return !(byte >= 0x80 || (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte))
  }
}
