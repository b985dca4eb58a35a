internal import CairnInterchange
internal import CairnNavigation
internal import CairnRecords
internal import CairnStore

/// Finds the record that a word names.
///
/// The word comes from a person or from a file. It is the end of a link: a URL, or a record's
/// address within its collection.
struct LinkInput {
  let snapshot: Snapshot
  let clock: WallClock
  /// Where a URL leads over the person's own routes.
  let routed: (ScreenURL) throws(AppError) -> ScreenURL

  /// The record of `entity` that a word names, by its URL, key or handle.
  ///
  /// - Throws: ``AppError/failed(_:)`` when there is none.
  func key(_ word: String, _ entity: Entity) throws(AppError) -> RecordKey {
    switch end(word, entity) {
    case .found(let key): return key
    case .none(let reason), .unreadable(let reason): throw .failed(reason)
    }
  }

  /// The record of `entity` that a word names, or why there is none.
  func end(_ word: String, _ entity: Entity) -> LinkEnd {
    // A bare name means a record of the link's own collection.
    let isURL = word.contains("/")
    do {
      let url =
        isURL ? try routed(try ScreenURL(parsing: word)) : ScreenURL([entity.plural, word])
      guard case .record(let id) = try StoreAddress(url, in: snapshot, at: clock),
        id.entity == entity.name
      else { return .none(reason: "\(word) is not a record of \(entity.plural)") }
      return .found(id.key)
    } catch AddressProblem.unavailable(let reason) {
      return .unreadable(reason: reason)
    } catch {
      return .none(reason: "\(error)")
    }
  }
}
