package import CairnStore

/// The linked records of a record as a table: their properties that have values, in columns.
///
/// Owned records show all their properties, the columns of their list first and without the link
/// back. Others show the fields that their list shows, without the title.
package struct LinkedTable {
  /// The properties with values, in order.
  package let properties: [Property]
  private let snapshot: Snapshot
  private let clock: WallClock

  /// Chooses the columns.
  ///
  /// - Parameters:
  ///   - relationship: the link that leads to the records.
  ///   - other: the entity of the records.
  ///   - rows: the records; a missing one has no values.
  ///   - snapshot: the content that holds them.
  ///   - clock: the clock for showing moments.
  package init(
    _ relationship: Relationship, of other: Entity, _ rows: [Row?], in snapshot: Snapshot,
    at clock: WallClock
  ) {
    let isOwning = relationship.isOwning(in: snapshot.model)
    let all = isOwning ? other.parts(without: relationship.inverse) : other.facts
    properties = all.filter { property in rows.contains { $0?[property.name] != nil } }
    (self.snapshot, self.clock) = (snapshot, clock)
  }

  /// The texts of a record, by column.
  ///
  /// - Parameters:
  ///   - row: the record.
  ///   - isExact: whether values have all their digits.
  /// - Returns: a text for each column, empty for no value.
  package func cells(of row: Row?, isExact: Bool = false) -> [String] {
    properties.map { text(of: row?[$0.name], in: $0, isExact) }
  }

  private func text(of value: Value?, in property: Property, _ isExact: Bool) -> String {
    guard let value else { return "" }
    switch property {
    case .attribute(let attribute):
      return attribute.display(value, at: clock, isExact: isExact)
    case .relationship(let link):
      return Value?.some(value).linkedKeys
        .map { snapshot.title(of: ObjectID(entity: link.destination, key: $0)) }
        .joined(separator: ", ")
    }
  }
}

extension Entity {
  /// The properties of an owned record, without the link back: first the columns of its list.
  fileprivate func parts(without back: String?) -> [Property] {
    let listed = columns.compactMap { property(matching: $0) }
    let names = Set(listed.map(\.name))
    let all = listed + storedProperties.filter { !names.contains($0.name) }
    return all.filter { $0.name != back && relationship($0.name)?.holdsOrderOnly != true }
  }

  /// The fields of a linked record that its list shows besides the title, without its links.
  fileprivate var facts: [Property] {
    listedFields.filter { $0 != titleAttribute?.name }
      .compactMap { attribute($0).map(Property.attribute) }
  }
}
