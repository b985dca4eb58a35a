internal import CairnScreens
package import CairnStore

// The words of a merge for the screen and for the shell.
extension MergePlan {
  /// The title of the merge in the history.
  package func title(in snapshot: Snapshot) -> String {
    "merge \(merged(in: snapshot)) into \(snapshot.title(of: kept))"
  }

  /// The words for the records that are deleted.
  func merged(in snapshot: Snapshot) -> String { snapshot.title(of: Array(ids.dropFirst())) }

  /// The reason why a field's value cannot be chosen; `nil` if it can.
  package func objection(toChoosing field: Field) -> String? {
    if field.isUnited { return "\(field.property.caption) keeps the values of all records" }
    if field.isFixed {
      return
        "\(field.property.caption) keeps its value, because another one would complete the record"
    }
    return nil
  }

  /// The number of values that are left out; `nil` if all are kept.
  var lossWords: String? {
    let count = lossCount
    return count == 0 ? nil : "\(Count.text(count, "value")) left out"
  }

  /// A sentence for each collection with owned records that the kept record has several times.
  package var equalityWords: [String] {
    equalRecords.map { records in
      let (one, several) = (records.entity.name.lowercased(), records.entity.plural.lowercased())
      let verb = records.count == 1 ? "stands" : "stand"
      let often = ids.count == 2 ? "twice" : "several times"
      return "\(Count.text(records.count, "equal \(one)", "equal \(several)")) \(verb) \(often)"
    }
  }
}

extension Snapshot {
  /// The values of a field for people; linked records by their titles.
  ///
  /// - Parameters:
  ///   - values: the values.
  ///   - property: the field.
  ///   - clock: the clock for times.
  ///   - limit: the most values.
  /// - Returns: the values with commas between, and the number of values beyond the limit.
  package func words(
    _ values: [Value], in property: Property, at clock: WallClock, limit: Int = .max
  ) -> String {
    let texts = values.prefix(limit).map { value in
      guard case .link(let key) = value, case .relationship(let link) = property else {
        return ValueText.display(value, at: clock)
      }
      return title(of: ObjectID(entity: link.destination, key: key))
    }
    let rest = values.count > limit ? " and \(Count.text(values.count - limit)) more" : ""
    return texts.joined(separator: ", ") + rest
  }
}
