/// A saved change in a list of changes; the changes of its fields are read on demand.
@dynamicMemberLookup
public struct HistoryEntry: Sendable {
  /// The summary for a list.
  public let summary: ChangeSummary

  private let frame: [UInt8]
  /// The model after the change.
  private let then: ObjectModel
  /// The present model.
  private let now: ObjectModel
  private let localTime: LocalTime
  /// The moves of records to other keys since the change.
  private let moves: KeyMoves

  /// Creates the entry of the change in `frame`; `nil` if its first lines cannot be read.
  ///
  /// - Parameters:
  ///   - frame: the bytes.
  ///   - then: the model after the change.
  ///   - now: the present model.
  ///   - localTime: the zone in which times are converted if a field has another type now.
  ///   - moves: the moves of records to other keys since the change.
  init?(
    _ frame: [UInt8], then: ObjectModel, now: ObjectModel, in localTime: LocalTime,
    before moves: KeyMoves = KeyMoves()
  ) {
    var names = EntityNames(now)
    guard let summary = ChangeSummary(frame.span, &names) else { return nil }
    self.summary = summary
    self.frame = frame
    (self.then, self.now, self.localTime, self.moves) = (then, now, localTime, moves)
  }

  /// A property of the summary.
  public subscript<Property>(dynamicMember path: KeyPath<ChangeSummary, Property>) -> Property {
    summary[keyPath: path]
  }

  /// The whole change in the names, keys and types of the present; `nil` if it cannot be read.
  ///
  /// Cost: in proportion to the change, 1 s for an import of some 100,000 records.
  public var transaction: Transaction? {
    guard var transaction = asSaved else { return nil }
    transaction.changes = presented(transaction)
    return transaction
  }

  /// The moves of records to other keys by the change, in the names of the present model.
  var ownMoves: KeyMoves {
    KeyMoves(
      of: (asSaved?.changes ?? []).map { change in
        var change = change
        change.id = now.currentID(of: change.id)
        return change
      })
  }

  /// The change in the names and types of its time.
  var asSaved: Transaction? {
    // Without cancellation.
    try? asSaved(unless: CancellationCheck())
  }

  /// Returns the change in the names and types of its time, unless `check` cancels the work.
  ///
  /// - Throws: `StoreError.canceled`.
  func asSaved(unless check: CancellationCheck) throws(StoreError) -> Transaction? {
    try FrameDecoder.transaction(frame, after: then, unless: check)
  }

  /// The changes of a transaction in the names and types of the present model.
  private func presented(_ transaction: Transaction) -> [RecordChange] {
    if transaction.model == nil, then == now, moves.isEmpty { return transaction.changes }
    let position = transaction.model?.position ?? 0
    return transaction.changes.enumerated().map { place, change in
      var change = change
      // New values are in the text of the model that follows in the same transaction.
      if place < position { change = change.rereadingNewValues(by: then) }
      change.id = now.currentID(of: change.id)
      return moves.followed(by: change.conformed(to: now[change.id.entity], in: localTime), now)
    }
  }

  /// The kinds of the changes and the records, in the names and keys of the present.
  var touched: [(kind: RecordChange.Kind, id: ObjectID)] {
    let text = frame.span
    var last = (old: "", new: "")
    return FrameOutline(text).changes.compactMap { change in
      let name = String(copying: text.extracting(change.name))
      guard let kind = RecordChange.Kind(ofLine: change.range.lowerBound, in: text),
        let slash = name.utf8.firstIndex(of: UInt8(ascii: "/")),
        let key = RecordKey(String(name[name.utf8.index(after: slash)...]))
      else { return nil }
      let entity = String(name[..<slash])
      if last.old != entity { last = (entity, now.currentName(of: entity)) }
      let id = ObjectID(entity: last.new, key: key)
      return (kind, moves.ids[id] ?? id)
    }
  }

  /// Returns the changes of the record `id`, in order; empty if the record was not changed.
  public func changes(of id: ObjectID) -> [RecordChange] {
    let names = moves.earlierIDs(of: id).flatMap { earlier in
      self.names(of: earlier.entity).map { Array("\($0)/\(earlier.key)".utf8) }
    }
    // Fast path: the rest of a large import is not read for one record.
    var (excerpt, end, isTouched) = ([UInt8](), 0, false)
    for part in FrameOutline(frame.span).changes {
      if names.contains(where: { frame[part.name].elementsEqual($0) }) {
        isTouched = true
      } else {
        excerpt += frame[end..<part.range.lowerBound]
        end = part.range.upperBound
      }
    }
    guard isTouched else { return [] }
    excerpt += frame[end...]
    let check = CancellationCheck()
    let read = try? FrameDecoder.transaction(excerpt, after: then, unless: check)
    return read.map(presented) ?? []
  }

  /// Whether the change includes records of an entity.
  public func touches(entity: String) -> Bool {
    let prefixes = names(of: entity).map { Array("\($0)/".utf8) }
    return FrameOutline(frame.span).changes.contains { change in
      prefixes.contains { frame[change.name].starts(with: $0) }
    }
  }

  /// The possible names of the entity in the frame.
  private func names(of entity: String) -> [String] {
    [entity] + (now[entity]?.earlierNames ?? [])
  }
}
