internal import CairnNavigation
public import CairnScreens
internal import CairnStore

extension RecordListSource {
  /// As the model says, or by what records are called by.
  public var usualSorts: [ListSort] {
    let bare = url.setting("where", to: nil).setting("sort", to: nil)
    let wanted = try? CairnStore.ListQuery(
      bare, for: entity, in: desk.snapshot.model, origin: origin)
    return wanted?.request.sorts.map(ListSort.init) ?? []
  }

  /// It is where its last key names records, or is a record's own.
  public var isUsualOrderComplete: Bool {
    guard let name = usualSorts.last?.column, let attribute = entity.attribute(name) else {
      return false
    }
    return attribute.isUnique || name == entity.titleAttribute?.name
  }
}
