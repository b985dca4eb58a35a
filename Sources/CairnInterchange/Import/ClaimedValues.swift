internal import CairnStore

/// A value that no two records may have, and that a row takes from another record.
struct ClaimedValue {
  /// The value of a field.
  struct Name: Hashable {
    let field: FieldIndex.Name
    let text: String
  }

  let name: Name
  let record: ObjectID
  let origin: WaitingLink.Origin
}

/// Values that rows take from records of the store.
///
/// Two records may exchange such values, so only the end of all rows shows whether each has one
/// record.
struct ClaimedValues {
  private(set) var all: [ClaimedValue] = []
  private var places: [ClaimedValue.Name: [Int]] = [:]

  /// Takes the values that a row claims for its record.
  mutating func note(
    _ names: [ClaimedValue.Name], by record: ObjectID, from origin: WaitingLink.Origin
  ) {
    for name in names {
      places[name, default: []].append(all.count)
      all.append(ClaimedValue(name: name, record: record, origin: origin))
    }
  }

  /// The claims of a value.
  func of(_ name: ClaimedValue.Name) -> [ClaimedValue] { (places[name] ?? []).map { all[$0] } }
}

extension RecordAssembly {
  /// Refuses the rows whose records claim a value that another record has in the end.
  ///
  /// The record of a refused row keeps its values. So rows that claim these are refused, too.
  mutating func refuseClashingRows() {
    var pending = Array(claimed.all.reversed())
    var refused: Set<ObjectID> = []
    while let claim = pending.popLast() {
      let keys = indexes[claim.name.field]?.keys(with: claim.name.text) ?? []
      guard keys.count > 1, keys.contains(claim.record.key), refused.insert(claim.record).inserted
      else { continue }
      refuse(
        .notUnique(field: claim.name.field.field, text: claim.name.text), from: claim.origin)
      for name in Array(indexes.keys) where name.entity == claim.record.entity {
        let value = stored.row(claim.record)?[name.field]
        indexes[name]?.set(value, of: claim.record.key, stored: value)
        for text in value.flatMap({ indexes[name]?.texts(of: $0) }) ?? [] {
          pending += claimed.of(ClaimedValue.Name(field: name, text: text))
        }
      }
    }
  }
}
