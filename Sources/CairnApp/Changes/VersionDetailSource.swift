internal import CairnKit
internal import CairnRecords
internal import CairnStore

/// A record as it was after a change.
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
    let clock = versions.desk.records.clock()
    return version.snapshot.model[versions.id.entity]?.attributes.compactMap { attribute in
      values[attribute.name].map { value in
        DetailField(
          attribute.name, ValueText.display(value, at: clock),
          kind: attribute.type == .text ? .markdown : .line)
      }
    } ?? []
  }

  /// The links that the record had itself, to the records as they are called in that version.
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
      return DetailSection(relationship.name, links: links)
    } ?? []
  }

  var remarks: [DetailField] {
    guard let version else { return [] }
    let clock = versions.desk.records.clock()
    return [
      DetailField("Saved", ValueText.display(.datetime(version.entry.time), at: clock)),
      DetailField("Fields", version.summary(at: clock)),
      DetailField("Since then", versions.difference(since: version)),
      DetailField("Change", "\(number): \(version.entry.title)"),
      DetailField("From", version.entry.from(seenAt: versions.desk.records.store.replica)),
    ].filter { !$0.text.isEmpty }
  }

  var remarksTitle: String { "This version" }

  func refresh(_ surroundings: Surroundings) -> [Effect] { versions.look() }

  func perform(_ action: ActionName) -> [Effect]? {
    guard action == .actions, let version else { return nil }
    return [.present(versions.sheet(version))]
  }
}
