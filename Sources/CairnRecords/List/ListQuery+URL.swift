public import CairnNavigation
public import CairnStore

extension ListQuery {
  /// Reads the query of a list's URL.
  ///
  /// - Parameters:
  ///   - url: The list's URL.
  ///   - entity: The entity of the list's records.
  ///   - model: The model that the entity is of.
  ///   - origin: The record, and its link, whose records the list has; `nil` for all.
  /// - Throws: `FilterError` for what can't be read.
  public init(
    _ url: ScreenURL, for entity: Entity, in model: ObjectModel, origin: FetchRequest.Origin?
  ) throws(FilterError) {
    try self.init(
      url.query.map { ($0.name, $0.value ?? "") }, for: entity, in: model, origin: origin)
  }
}
