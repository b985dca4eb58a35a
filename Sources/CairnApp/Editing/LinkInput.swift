internal import CairnNavigation
internal import CairnRecords
internal import CairnStore

/// Reads what a person typed as the end of a link.
struct LinkInput {
  let snapshot: Snapshot
  let clock: WallClock
  /// Where a URL leads over the person's own routes.
  let routed: (ScreenURL) throws(AppError) -> ScreenURL

  /// The record of `entity` that a word names, by its URL, key or handle.
  ///
  /// - Throws: ``AppError/failed(_:)`` when there is none.
  func key(_ word: String, _ entity: Entity) throws(AppError) -> RecordKey {
    // A bare name means a record of the link's own collection.
    let isURL = word.contains("/")
    do {
      let url =
        isURL ? try routed(try ScreenURL(parsing: word)) : ScreenURL([entity.plural, word])
      guard case .record(let id) = try StoreAddress(url, in: snapshot, at: clock),
        id.entity == entity.name
      else {
        throw AppError.failed("\(word) is not a record of \(entity.plural)")
      }
      return id.key
    } catch let error as AppError {
      throw error
    } catch {
      throw .failed("\(error)")
    }
  }
}
