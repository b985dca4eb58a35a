/// A saved change as a list of them shows it; what it did field by field is read when asked for.
@dynamicMemberLookup
public struct HistoryEntry: Sendable {
  /// What a list says of it.
  public let summary: ChangeSummary

  private let frame: [UInt8]
  private let model: ObjectModel

  /// The change that `frame` holds; `nil` if its first lines cannot be read.
  init?(_ frame: [UInt8], _ model: ObjectModel) {
    var names = EntityNames(model)
    guard let summary = ChangeSummary(frame.span, &names) else { return nil }
    self.summary = summary
    self.frame = frame
    self.model = model
  }

  /// What the summary says.
  public subscript<Property>(dynamicMember path: KeyPath<ChangeSummary, Property>) -> Property {
    summary[keyPath: path]
  }

  /// The change with all that it did to each record; `nil` if it cannot be read.
  ///
  /// Cost: in proportion to the change, 1 s for an import of some 100,000 records.
  public var transaction: Transaction? {
    // Nothing ends it.
    try? transaction(unless: CancellationCheck())
  }

  /// The same, read under a model, and no further once `check` ends the work.
  ///
  /// - Parameters:
  ///   - other: the model that it was saved under; `nil` for the present one.
  ///   - check: may end the work.
  /// - Returns: the change; `nil` if it can't be read.
  /// - Throws: `StoreError.canceled`.
  func transaction(
    under other: ObjectModel? = nil, unless check: CancellationCheck
  ) throws(StoreError) -> Transaction? {
    try FrameDecoder.transaction(frame, ofItsTime: other ?? model, unless: check)
  }

  /// The model before the change; `nil` if the change left it alone.
  var modelBefore: ObjectModel? {
    guard summary.changesModel else { return nil }
    return FrameDecoder.modelChange(in: frame).flatMap { try? ObjectModel(parsing: $0.change.old) }
  }

  /// What it did to the record `id`, in order; nothing if it left the record alone.
  public func changes(of id: ObjectID) -> [RecordChange] {
    let outline = FrameOutline(frame.span)
    let names = names(of: id.entity).map { Array("\($0)/\(id.key)".utf8) }
    let parts = outline.changes.filter { part in
      names.contains { frame[part.name].elementsEqual($0) }
    }
    guard !parts.isEmpty else { return [] }
    // The rest of a large import need not be read for the sake of one record.
    let excerpt = parts.reduce(into: Array(frame[..<outline.headEnd])) { $0 += frame[$1.range] }
    return FrameDecoder.transaction(excerpt, model)?.changes ?? []
  }

  /// Whether it did something to a record of an entity.
  public func touches(entity: String) -> Bool {
    let prefixes = names(of: entity).map { Array("\($0)/".utf8) }
    return FrameOutline(frame.span).changes.contains { change in
      prefixes.contains { frame[change.name].starts(with: $0) }
    }
  }

  /// The names that the entity may have in the frame.
  private func names(of entity: String) -> [String] {
    [entity] + (model[entity]?.earlierNames ?? [])
  }
}
