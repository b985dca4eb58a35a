internal import CairnRecords
internal import CairnStore

extension RecordQuery {
  /// Returns the requested columns that are neither fields nor links of the records.
  ///
  /// - Throws: ``AppError/failed(_:)`` for a column that the records can't have.
  func calculatedColumns(
    of entity: Entity, in snapshot: Snapshot, at clock: WallClock
  ) throws(AppError) -> [(name: String, content: FieldDisplay)] {
    var calculated: [(name: String, content: FieldDisplay)] = []
    do throws(FilterError) {
      for path in (columns ?? []).map(\.field) {
        let name = path.description
        guard name.lowercased() != "url", entity.property(matching: name) == nil else { continue }
        calculated.append(
          (name, try FieldDisplay(path, of: entity, in: snapshot, at: clock)))
      }
    } catch {
      throw .failed(error.description)
    }
    return calculated
  }
}
