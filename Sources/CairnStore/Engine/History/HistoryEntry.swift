/// A saved change as a list of them shows it; what it did field by field is read when asked for.
public struct HistoryEntry: Sendable {
  /// The number, one more than that of the change before it in this copy of the store.
  public let number: UInt64

  /// When it was saved.
  public let time: Timestamp

  /// The replica that saved it.
  public let replica: Replica

  /// What it did, in words for people.
  public let title: String

  /// The change that it took back.
  public let undoes: UInt64?

  /// Where it came from; `nil` where nobody said, as programs before this one did not.
  public let origin: ChangeOrigin?

  /// How many records came.
  public let insertedCount: Int

  /// How many records changed.
  public let updatedCount: Int

  /// How many records went.
  public let deletedCount: Int

  /// Whether it changed the model.
  public let changesModel: Bool

  private let frame: [UInt8]
  private let model: ObjectModel

  /// The change that `frame` holds; `nil` if its first lines cannot be read.
  init?(_ frame: [UInt8], _ model: ObjectModel) {
    guard let head = FrameHead(frame.span) else { return nil }
    number = head.number
    time = head.time
    replica = head.replica
    title = head.title
    undoes = head.undoes
    origin = head.origin
    self.frame = frame
    self.model = model
    var counts: [RecordChange.Kind: Int] = [:]
    let outline = FrameOutline(frame.span)
    changesModel = outline.changesModel
    for change in outline.changes { counts[change.kind, default: 0] += 1 }
    insertedCount = counts[.insert] ?? 0
    updatedCount = counts[.update] ?? 0
    deletedCount = counts[.delete] ?? 0
  }

  /// The change with all that it did to each record; `nil` if it cannot be read.
  ///
  /// Cost: in proportion to the change, 1 s for an import of some 100,000 records.
  public var transaction: Transaction? { FrameDecoder.transaction(frame, ofItsTime: model) }

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
