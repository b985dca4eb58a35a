internal import CairnInterchange
internal import CairnRecords
internal import CairnStore

extension RecordQuery {
  /// Returns the requested columns that are neither fields nor links of the records.
  ///
  /// JSON also has the latest possible time beside a time that may be unknown.
  ///
  /// - Throws: ``AppError/failed(_:)`` for a column that the records can't have.
  func calculatedColumns(
    of entity: Entity, in snapshot: Snapshot, at clock: WallClock, as format: InterchangeFormat
  ) throws(AppError) -> [(name: String, content: FieldDisplay)] {
    var calculated: [(name: String, content: FieldDisplay)] = []
    do throws(FilterError) {
      for path in (columns ?? []).map(\.field) {
        let name = path.description
        guard name.lowercased() != "url", entity.property(matching: name) == nil,
          !calculated.contains(where: { $0.name == name })
        else { continue }
        let content = try FieldDisplay(path, of: entity, in: snapshot, at: clock)
        calculated.append((name, content))
        // Objects may have more members than asked for; a table has the asked columns only.
        guard format == .json || format == .jsonl, content.mayBeUnknown else { continue }
        calculated.append(
          (
            path.latest.description,
            try FieldDisplay(path.latest, of: entity, in: snapshot, at: clock)
          ))
      }
    } catch {
      throw .failed(error.description)
    }
    return calculated
  }
}
