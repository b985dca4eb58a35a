internal import CairnInterface
internal import CairnKit
internal import CairnRecords
internal import CairnStore

/// The detail screen of a saved change: its origin and time, and its effect on each record.
final class ChangeDetailSource: DetailSource {
  /// The most records of each kind that are listed.
  ///
  /// A large import has more than a person would read.
  fileprivate static let shownCount = 500

  /// The effect on one record.
  fileprivate struct Part: Sendable {
    let title: String
    let detail: String
    let url: ScreenURL
  }

  /// The records that a change affected in one way.
  fileprivate struct Group: Sendable {
    var count = 0
    /// The first records.
    var parts: [Part] = []
  }

  /// The effects of the change, read from the journal.
  private typealias Content = [RecordChange.Kind: Group]

  private let number: UInt64
  private let history: ChangeHistory
  private let reading = StoreReading<Content>("reading the history")

  init(_ number: UInt64, _ history: ChangeHistory) {
    (self.number, self.history) = (number, history)
  }

  private var entry: ChangeSummary? { history.entry(number) }

  var title: String { entry?.title ?? "Change \(number)" }
  var subtitle: String { "number \(number)" }
  var changes: ChangeOptions { [] }

  var fields: [DetailField] {
    guard let entry else {
      return history.isFullyRead
        ? [DetailField("State", "the history has no change \(number); old changes are deleted")]
        : [DetailField("State", "reading")]
    }
    let clock = history.records.clock()
    var fields = [
      DetailField("Saved", ValueText.display(.datetime(entry.time), at: clock))
    ]
    let from = entry.from(seenAt: history.records.store.replica)
    if !from.isEmpty { fields.append(DetailField("From", from)) }
    if let undoes = entry.undoes { fields.append(DetailField("Undoes", "change \(undoes)")) }
    if entry.changesModel { fields.append(DetailField("Model", "also changed")) }
    if let problem = reading.problem { fields.append(DetailField("Problem", problem)) }
    return fields
  }

  var sections: [DetailSection] {
    guard let content = reading.output else { return [] }
    let titles = [(RecordChange.Kind.insert, "Added"), (.update, "Changed"), (.delete, "Deleted")]
    return titles.compactMap { kind, title in
      content[kind].map { group in
        let links = group.parts.map { DetailLink($0.title, detail: $0.detail, url: $0.url) }
        return DetailSection(title, count: group.count, links: links)
      }
    }
  }

  func refresh(_ surroundings: Surroundings) -> [Effect] { history.look() + read() }

  func perform(_ action: ActionName) -> [Effect]? {
    guard action == .actions, let entry else { return nil }
    return [.present(ChangeSheet(entry: entry, history: history).menu)]
  }

  private func read() -> [Effect] {
    // A saved change never changes.
    guard reading.output == nil else { return [] }
    let clock = history.records.clock()
    return reading.look(in: history.records) { [number] store, snapshot throws(StoreError) in
      try Self.content(of: number, store, snapshot, clock)
    }
  }

  private static func content(
    of number: UInt64, _ store: ObjectStore, _ snapshot: Snapshot, _ clock: WallClock
  ) throws(StoreError) -> Content {
    var history = try store.makeHistory(upTo: number)
    while let entry = try history.next(), entry.number >= number {
      guard entry.number == number else { continue }
      guard let transaction = entry.transaction else { break }
      return transaction.visibleChanges.reduce(into: [:]) { content, change in
        content[change.kind, default: Group()].add(change, snapshot, clock)
      }
    }
    throw .unknownTransaction(number)
  }
}

extension ChangeDetailSource.Group {
  fileprivate mutating func add(
    _ change: RecordChange, _ snapshot: Snapshot, _ clock: WallClock
  ) {
    count += 1
    guard parts.count < ChangeDetailSource.shownCount else { return }
    let detail = change.kind == .update ? change.summary(at: clock, in: snapshot) : ""
    parts.append(
      ChangeDetailSource.Part(
        title: change.title(in: snapshot), detail: detail, url: snapshot.url(of: change.id)))
  }
}

extension RecordChange {
  /// Returns the record's current title, or its last one after a deletion.
  func title(in snapshot: Snapshot) -> String {
    if snapshot.row(id) != nil { return snapshot.title(of: id) }
    let name = snapshot.model[id.entity]?.titleAttribute?.name
    let field = fields.first { $0.name == name }
    return (field?.new ?? field?.old).map(ValueText.export) ?? "\(id.key)"
  }

  /// Returns the changed fields: "Rating: 3 → 4, Notes".
  ///
  /// For long text, only the name.
  func summary(at clock: WallClock, in snapshot: Snapshot) -> String {
    let entity = snapshot.model[id.entity]
    return fields.map { field in
      let caption = entity?[field.name]?.caption ?? field.name
      // After a change of its type, a field shows the same value in the present type.
      if field.old == field.new { return "\(caption) has another type" }
      let texts = field.texts(in: entity, at: clock, snapshot)
      return texts.allSatisfy { $0.prefix(Self.shownLength + 1).count <= Self.shownLength }
        ? "\(caption): \(texts[0]) → \(texts[1])" : caption
    }.joined(separator: ", ")
  }

  /// The most characters of a value in a summary.
  private static let shownLength = 32
}

extension FieldChange {
  /// Returns the old and the new value of the field, each on one line.
  func texts(in entity: Entity?, at clock: WallClock, _ snapshot: Snapshot) -> [String] {
    let (link, unit) = (entity?.relationship(name), entity?.attribute(name)?.unit)
    return [old, new].map { value in
      value.map { NumberUnit.text($0.text(as: link, at: clock, in: snapshot).onOneLine, unit) }
        ?? "nothing"
    }
  }
}

extension Value {
  /// Returns the value for people; for a link, the titles of the linked records.
  func text(as link: Relationship?, at clock: WallClock, in snapshot: Snapshot) -> String {
    guard let link else { return ValueText.display(self, at: clock) }
    return Optional(self).linkedKeys.map { key in
      snapshot.title(of: ObjectID(entity: link.destination, key: key))
    }.joined(separator: ", ")
  }
}
