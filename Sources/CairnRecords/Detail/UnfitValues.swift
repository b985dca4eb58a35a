internal import CairnScreens
package import CairnStore

/// Texts that their fields cannot hold, most often since these have another type: they stay as they
/// were written.
package enum UnfitValues {
  /// How many there are of a field, in words behind what is said; nothing where there are none.
  ///
  /// Cost: a look at each text of the entity that is no value.
  package static func words(of field: String, _ entity: String, in snapshot: Snapshot) -> String {
    words(for: count(of: field, entity, in: snapshot))
  }

  /// How many more there are of fields that are other ones than before.
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
