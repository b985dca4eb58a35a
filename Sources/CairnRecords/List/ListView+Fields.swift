internal import CairnNavigation
internal import CairnScreens
internal import CairnStore

extension ListView {
  /// The agendas of the dates of an entity.
  static func agendas(
    of entity: Entity, at url: ScreenURL, now: FieldPath?
  ) -> [ListView] {
    let dates = entity.attributes.filter(\.isSingleDate).map(\.name)
    let first = entity.due.map { [$0] } ?? []
    let url = ["sort", "group"].reduce(url) { $0.setting($1, to: nil) }
    return (first + dates.filter { !first.contains($0) }).map { name in
      ListView(
        .agenda(of: entity.property(matching: name)?.caption ?? name),
        url: url.setting("view", to: ViewText(.agenda, [name]).description),
        isNow: name == now?.description)
    }
  }

  /// The view of the records in a list that are likely the same.
  ///
  /// - Parameters:
  ///   - url: the list.
  ///   - field: the field to compare; `nil` for those that the collection compares.
  ///   - isNow: whether the list shows them already.
  /// - Returns: the view.
  static func duplicates(at url: ScreenURL, by field: String? = nil, isNow: Bool = false)
    -> ListView
  {
    let view = ViewText(.duplicates, field.map { [$0] } ?? [])
    let url = ["sort", "group"].reduce(url) { $0.setting($1, to: nil) }
      .setting("view", to: view.description)
    return ListView(.duplicates, url: url, isNow: isNow)
  }

  /// The views that count the values of fields in a list.
  ///
  /// - Parameters:
  ///   - fields: the fields; long texts are left out.
  ///   - url: the list.
  ///   - now: the field of the current view.
  /// - Returns: a view for each field.
  static func counts(
    of fields: [ListField], at url: ScreenURL, now: FieldPath? = nil
  ) -> [ListView] {
    // The counts have their own order.
    let url = ["sort", "group", "totals"].reduce(url) { $0.setting($1, to: nil) }
    return fields.filter { !$0.isLong }.map { field in
      ListView(
        .counts(of: field.title),
        url: url.setting("view", to: ViewText(.frequency, [field.name]).description),
        isNow: field.name == now?.description)
    }
  }
}

extension ListField {
  /// The fields of an entity, without binary data.
  ///
  /// - Parameters:
  ///   - entity: the entity.
  ///   - first: the names of the fields to put first.
  /// - Returns: the fields.
  static func all(of entity: Entity, first: [String]) -> [ListField] {
    let others = entity.properties.map(\.name).filter { name in
      !first.contains(name) && entity.attribute(name)?.type != .data
    }
    return (first + others).map { name in
      ListField(
        name, title: entity.property(matching: name)?.caption,
        isLong: entity.attribute(name)?.type == .text)
    }
  }
}
