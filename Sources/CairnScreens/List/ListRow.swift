/// One row of a list.
public struct ListRow: Hashable, Sendable {
  /// What stays the same while the row's place changes.
  public var id: String
  /// The texts, in the order of the columns; missing ones are blank.
  public var cells: [String]
  /// Whether the row wants attention, or none.
  public var tone: Message.Tone

  /// A row.
  public init(id: String, cells: [String], tone: Message.Tone = .plain) {
    self.id = id
    self.cells = cells
    self.tone = tone
  }
}
