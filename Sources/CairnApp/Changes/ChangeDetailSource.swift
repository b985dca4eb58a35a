internal import CairnKit
internal import CairnRecords
internal import CairnStore

/// One saved change: who made it when, and what it did to each record.
final class ChangeDetailSource: DetailSource {
  /// As many records of each kind are listed; a large import has too many to read.
  private static let shownCount = 500

  /// What it did to one record.
  private struct Part: Sendable {
    let title: String
    let detail: String
    let url: ScreenURL
  }

  /// What it did, read from the journal.
  private struct Content: Sendable {
    var came: (count: Int, parts: [Part]) = (0, [])
    var changed: (count: Int, parts: [Part]) = (0, [])
    var went: (count: Int, parts: [Part]) = (0, [])
    var changesModel = false
  }

  private let number: UInt64
  private let desk: ChangeDesk
  private var content: Content?
  private var problem: String?
  private let reading = SingleFlight()

  init(_ number: UInt64, _ desk: ChangeDesk) { (self.number, self.desk) = (number, desk) }

  private var entry: ChangeDesk.Entry? { desk.entry(number) }

  var title: String { entry?.title ?? "Change \(number)" }
  var subtitle: String { "change \(number)" }
  var changes: ChangeOptions { [] }

  var fields: [DetailField] {
    guard let entry else {
      return desk.isWhole
        ? [DetailField("State", "the history has no change \(number), or not any more")]
        : [DetailField("State", "reading the history…")]
    }
    let clock = desk.records.clock()
    var fields = [
      DetailField("Saved", ValueText.display(.datetime(entry.time), at: clock))
    ]
    let from = entry.from(seenAt: desk.records.store.replica)
    if !from.isEmpty { fields.append(DetailField("From", from)) }
    if let undoes = entry.undoes { fields.append(DetailField("Takes back", "change \(undoes)")) }
    if content?.changesModel == true { fields.append(DetailField("Model", "changed, too")) }
    if let problem { fields.append(DetailField("Problem", problem)) }
    return fields
  }

  var sections: [DetailSection] {
    guard let content else { return [] }
    return [("Added", content.came), ("Changed", content.changed), ("Deleted", content.went)]
      .filter { $0.1.count > 0 }
      .map { title, group in
        let links = group.parts.map { DetailLink($0.title, detail: $0.detail, url: $0.url) }
        return DetailSection(title, count: group.count, links: links)
      }
  }

  func refresh(_ surroundings: Surroundings) -> [Effect] { desk.look() + read() }

  func perform(_ action: ActionName) -> [Effect]? {
    guard action == .actions, let entry else { return nil }
    return [.present(ChangeSheet(entry: entry, desk: desk).menu)]
  }

  private func read() -> [Effect] {
    guard content == nil, problem == nil else { return [] }
    let (store, snapshot, clock) = (
      desk.records.store, desk.records.snapshot, desk.records.clock()
    )
    return reading.start("reading the history", holdsKeys: true) { [number] in
      Result { () throws(StoreError) in
        try Self.content(of: number, store, snapshot, clock)
      }
    } completion: { [weak self] outcome in
      guard let self else { return [] }
      switch outcome {
      case .success(let content): self.content = content
      case .failure(let error): problem = error.description(in: snapshot.model)
      }
      return [.refresh]
    } abandon: { [weak self] in
      self?.problem = "reading it was canceled"
      return []
    }
  }

  private static func content(
    of number: UInt64, _ store: ObjectStore, _ snapshot: Snapshot, _ clock: WallClock
  ) throws(StoreError) -> Content {
    var history = try store.makeHistory(upTo: number)
    while let entry = try history.next() {
      guard entry.number == number else { continue }
      guard let transaction = entry.transaction else { break }
      var content = Content()
      content.changesModel = entry.changesModel
      for change in transaction.changes {
        switch change.kind {
        case .insert: add(change, to: &content.came, snapshot, clock)
        case .update: add(change, to: &content.changed, snapshot, clock)
        case .delete: add(change, to: &content.went, snapshot, clock)
        }
      }
      return content
    }
    throw .unknownTransaction(number)
  }

  private static func add(
    _ change: RecordChange, to group: inout (count: Int, parts: [Part]), _ snapshot: Snapshot,
    _ clock: WallClock
  ) {
    group.count += 1
    guard group.parts.count < shownCount else { return }
    let detail = change.kind == .update ? change.summary(at: clock, in: snapshot) : ""
    group.parts.append(
      Part(
        title: change.title(in: snapshot), detail: detail, url: snapshot.url(of: change.id)))
  }
}

extension RecordChange {
  /// What the record is called: by its title now, else by the one that it had.
  func title(in snapshot: Snapshot) -> String {
    if snapshot.row(id) != nil { return snapshot.title(of: id) }
    let name = snapshot.model[id.entity]?.titleAttribute?.name
    let field = fields.first { $0.name == name }
    return (field?.new ?? field?.old).map(ValueText.export) ?? "\(id.key)"
  }

  /// What changed, field by field: "Rating 3 → 4, Notes"; of long text, only the name.
  func summary(at clock: WallClock, in snapshot: Snapshot) -> String {
    fields.map { field in
      let link = snapshot.model[id.entity]?.relationship(field.name)
      let texts = [field.old, field.new].map { value in
        value.map { $0.text(as: link, at: clock, in: snapshot).onOneLine } ?? "nothing"
      }
      return texts.allSatisfy { $0.prefix(Self.shownLength + 1).count <= Self.shownLength }
        ? "\(field.name) \(texts[0]) → \(texts[1])" : field.name
    }.joined(separator: ", ")
  }

  /// As many characters of a value are shown in a summary.
  private static let shownLength = 32
}

extension Value {
  /// The value for people; of a link, the titles of the records that it leads to.
  func text(as link: Relationship?, at clock: WallClock, in snapshot: Snapshot) -> String {
    guard let link else { return ValueText.display(self, at: clock) }
    return Optional(self).linkedKeys.map { key in
      snapshot.title(of: ObjectID(entity: link.destination, key: key))
    }.joined(separator: ", ")
  }
}
