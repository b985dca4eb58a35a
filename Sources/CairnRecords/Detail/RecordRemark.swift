internal import CairnScreens
public import CairnStore

/// Text in a record's file that no field shows.
///
/// Anyone can edit the files. So a record may have fields that the model does not know, texts that
/// don't fit their fields, both sides of a merge, or a second record with its Id. All of that stays
/// in the file, and the record's page shows it. The page also shows links to missing records.
public struct RecordRemark: Hashable, Sendable {
  /// The common heading of remarks.
  public static let heading = "Only in the file"

  /// The field's name, or the remark's subject.
  public let label: String

  /// The text in the file, and the problem with it.
  public let text: String
}

extension Row {
  /// The record's text besides its fields, in file order, and its links to missing records.
  ///
  /// Cost: reads the shards that the links lead to.
  ///
  /// - Parameter snapshot: the content with the record.
  /// - Returns: the remarks.
  public func remarks(in snapshot: Snapshot) -> [RecordRemark] {
    let model = snapshot.model
    let texts = chunk.unknownFields(of: key).map { name, text in
      RecordRemark(label: name, text: text + (reason(name, in: model).map { " (\($0))" } ?? ""))
    }
    return [contest].compactMap(\.self) + texts + danglingLinks(in: snapshot)
  }

  private func danglingLinks(in snapshot: Snapshot) -> [RecordRemark] {
    chunk.entity.relationships.filter { $0.isStored && !$0.holdsOrderOnly }.flatMap { link in
      (self[link.name]?.elements ?? []).compactMap { element in
        guard case .link(let key) = element, let destination = snapshot.model[link.destination],
          snapshot.lacks(ObjectID(entity: destination.name, key: key))
        else { return nil }
        let text = "\(key) (no record of \(destination.plural) has this Id)"
        return RecordRemark(label: link.name, text: text)
      }
    }
  }

  /// A remark about a merge conflict or a repeated Id, which block saving; `nil` if the record has
  /// neither.
  private var contest: RecordRemark? {
    if let file = unmergedFile {
      return RecordRemark(
        label: "Conflict", text: "two values are in \(file); choose one: cairn sync resolve")
    }
    guard let (file, lines) = repetition else { return nil }
    let places = lines.map(\.description).joined(separator: ", ")
    return RecordRemark(
      label: "Id",
      text: "\(file) has it more than once (lines \(places)); keep one, then save")
  }

  /// The reason why a text is no value of its field; `nil` if there is no such field.
  private func reason(_ name: String, in model: ObjectModel) -> String? {
    switch chunk.entity[name] {
    case .attribute(let attribute) where attribute.isList || self[name] == nil:
      "needs \(attribute.expectation)"
    case .relationship(let link) where link.isToMany || self[name] == nil:
      "needs the id of a record of \(model[link.destination]?.plural ?? link.destination)"
    case .some: "a second value"
    case nil: nil
    }
  }
}

extension Snapshot {
  /// Whether the record `id` is missing; `false` if its file can't be read.
  fileprivate func lacks(_ id: ObjectID) -> Bool {
    do throws(StoreError) {
      return try record(id) == nil
    } catch {
      return false
    }
  }
}

/// Texts that don't fit their fields, most often because a field's type changed.
///
/// They stay in the file unchanged.
package enum UnfitValues {
  /// The number of a field's unfit texts, as words to append; empty if there are none.
  ///
  /// Cost: one look at each unfit text of the entity.
  package static func words(of field: String, _ entity: String, in snapshot: Snapshot) -> String {
    words(for: count(of: field, entity, in: snapshot))
  }

  /// The increase in unfit texts among fields whose definition changed.
  static func words(in snapshot: Snapshot, since before: Snapshot) -> String {
    var more = 0
    for entity in snapshot.model.entities {
      guard let old = before.model[entity.name], old != entity else { continue }
      for property in entity.properties {
        guard let earlier = old[property.name], earlier != property else { continue }
        more += count(of: property.name, entity.name, in: snapshot)
        more -= count(of: property.name, entity.name, in: before)
      }
    }
    return words(for: more)
  }

  private static func count(of field: String, _ entity: String, in snapshot: Snapshot) -> Int {
    snapshot.table(entity)?.unfitTexts(of: field).count ?? 0
  }

  private static func words(for count: Int) -> String {
    switch count {
    case ...0: ""
    case 1: " · 1 value doesn't fit and is kept as text"
    default: " · \(Count.text(count)) values don't fit and are kept as text"
    }
  }
}
