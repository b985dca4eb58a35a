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
}
