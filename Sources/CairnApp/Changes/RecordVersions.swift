internal import CairnKit
internal import CairnRecords
internal import CairnStore

/// The versions of a record, read from the journal on another thread, the newest first.
///
/// The version after a change is the present record with all later changes undone.
final class RecordVersions {
  /// A change of the record, and the version after it.
  struct Version: Sendable {
    let entry: ChangeSummary
    let change: RecordChange
    /// The values after the change, by field; `nil` after a deletion.
    let values: [String: Value]?
    let snapshot: Snapshot

    /// Returns a summary of the change in one line.
    func summary(at clock: WallClock) -> String {
      switch change.kind {
      case .insert: "added"
      case .delete: "deleted"
      case .update: change.summary(at: clock, in: snapshot)
      }
    }
  }

  let id: ObjectID
  let history: ChangeHistory
  private let reading = StoreReading<[Version]>("reading the history")

  init(_ id: ObjectID, _ history: ChangeHistory) { (self.id, self.history) = (id, history) }

  var all: [Version] { reading.output ?? [] }

  /// The state of the reading.
  var phase: ListPhase { reading.phase }

  /// The title of the record, or its last title.
  var title: String {
    let snapshot = history.records.snapshot
    guard snapshot.row(id) == nil, let last = all.first else { return snapshot.title(of: id) }
    return last.change.title(in: snapshot)
  }

  /// Returns the version that a change made.
  func version(_ number: UInt64) -> Version? { all.first { $0.entry.number == number } }

  /// Reads the versions, unless they are known; the screens are refreshed afterwards.
  func look() -> [Effect] {
    reading.look(in: history.records) { [id] store, snapshot throws(StoreError) in
      try Self.versions(of: id, store, snapshot)
    }
  }

  private static func versions(
    of id: ObjectID, _ store: ObjectStore, _ snapshot: Snapshot
  ) throws(StoreError) -> [Version] {
    // The versions are computed backward from these values, which don't include later changes.
    var history = try store.makeHistory(upTo: snapshot.version)
    var versions: [Version] = []
    var values = snapshot.row(id).map { Self.values(of: $0, in: snapshot) }
    while let entry = try history.next() {
      for change in entry.changes(of: id).reversed() {
        versions.append(
          Version(
            entry: entry.summary, change: change, values: values, snapshot: snapshot))
        switch change.kind {
        case .insert: values = nil
        case .delete:
          values = change.fields.reduce(into: [:]) { $0[$1.name] = $1.old }
        case .update:
          for field in change.fields { values?[field.name] = field.old }
        }
      }
    }
    return versions
  }

  static func values(of row: Row, in snapshot: Snapshot) -> [String: Value] {
    let names = snapshot.model[row.id.entity]?.keptFields ?? []
    return names.reduce(into: [:]) { $0[$1] = row[$1] }
  }
}

extension Entity {
  /// The fields and links that the record itself stores; links stored by other records are left
  /// out.
  var keptFields: [String] {
    properties.filter { property in
      guard case .relationship(let link) = property else { return true }
      return link.isStored && !link.holdsOrderOnly
    }.map(\.name)
  }
}

/// The detail screen of a record's version.
final class VersionDetailSource: DetailSource {
  private let number: UInt64
  private let versions: RecordVersions

  init(_ number: UInt64, _ versions: RecordVersions) {
    (self.number, self.versions) = (number, versions)
  }

  private var version: RecordVersions.Version? { versions.version(number) }

  var title: String { versions.title }
  var subtitle: String { "after change \(number)" }
  var changes: ChangeOptions { [] }

  var fields: [DetailField] {
    switch versions.phase {
    case .loading: return [DetailField("State", "reading")]
    case .failed(let reason): return [DetailField("Problem", reason)]
    case .ready: break
    }
    guard let version else {
      return [DetailField("State", "change \(number) did not change this record")]
    }
    guard let values = version.values else {
      return [DetailField("State", "it was deleted by this change")]
    }
    let clock = versions.history.records.clock()
    return version.snapshot.model[versions.id.entity]?.attributes.compactMap { attribute in
      values[attribute.name].map { value in
        DetailField(
          attribute.caption, attribute.display(value, at: clock),
          kind: attribute.type == .text ? .markdown : .line)
      }
    } ?? []
  }

  /// The links that the version itself stored, with the titles of the linked records.
  var sections: [DetailSection] {
    guard let version, let values = version.values else { return [] }
    let snapshot = version.snapshot
    return snapshot.model[versions.id.entity]?.relationships.compactMap { relationship in
      let keys = values[relationship.name].linkedKeys
      guard !keys.isEmpty else { return nil }
      let links = keys.map { key in
        let id = ObjectID(entity: relationship.destination, key: key)
        return DetailLink(snapshot.title(of: id), url: snapshot.url(of: id))
      }
      return DetailSection(relationship.caption, links: links)
    } ?? []
  }

  var remarks: [DetailField] {
    guard let version else { return [] }
    let clock = versions.history.records.clock()
    return [
      DetailField("Saved", ValueText.display(.datetime(version.entry.time), at: clock)),
      DetailField("Fields", version.summary(at: clock)),
      DetailField("Since then", versions.difference(since: version)),
      DetailField("Change", "\(number): \(version.entry.title)"),
      DetailField("From", version.entry.from(seenAt: versions.history.records.store.replica)),
    ].filter { !$0.text.isEmpty }
  }

  var remarksTitle: String { "This version" }

  func refresh(_ surroundings: Surroundings) -> [Effect] { versions.look() }

  func perform(_ action: ActionName) -> [Effect]? {
    guard action == .actions, let version else { return nil }
    return [.present(versions.sheet(version))]
  }
}
