/// What leads from one text of a store's file to another, record by record.
public struct TextDifference {
  private let model: ObjectModel

  /// A reader of differences by `model`.
  public init(model: ObjectModel) {
    self.model = model
  }

  /// What happened to a record, and what that is called.
  public struct Difference: Hashable, Sendable {
    /// The change, by the names that the model has.
    public var change: RecordChange
    /// The record's title after the change, or before one that took it away; `nil` for none.
    public var title: String?
  }

  /// The changes that lead from `old` to `new`, the texts of the file at `path` within a store.
  ///
  /// A record with two sides counts as its first one. Cost: that of reading both texts.
  ///
  /// - Parameters:
  ///   - path: where the file lies within the store.
  ///   - old: its bytes before, `nil` for none.
  ///   - new: its bytes after, `nil` for none.
  /// - Returns: the changes in the order of the records; none for a file without records.
  public func changes(
    of path: String, from old: [UInt8]?, to new: [UInt8]?
  ) -> [Difference] {
    guard old != new, let (entity, shard) = model.file(at: path) else { return [] }
    func chunk(_ text: [UInt8]?) -> Chunk {
      ShardReader.read(text ?? [], of: shard, in: entity, origin: nil).chunk
    }
    let (before, after) = (chunk(old), chunk(new))
    return after.changes(since: before).map { change in
      var change = change
      let isGone = change.kind == .delete
      if isGone, let comments = before.extras.comments[change.id.key] { change.comments = comments }
      let side = isGone ? before : after
      let title = side.index(of: change.id.key).flatMap { Row(chunk: side, index: $0).title }
      return Difference(change: change, title: title)
    }
  }
}
