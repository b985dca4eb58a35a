/// One row of a list.
public struct ListRow: Hashable, Sendable {
  /// What stays the same while the row's place changes.
  public var id: String
  /// The texts, in the order of the columns; missing ones are blank.
  public var cells: [String]
  /// Whether the row wants attention, or none.
  public var tone: Message.Tone
  /// Whether its screen has remarks besides its fields, which a mark in the gutter tells.
  public var hasRemarks: Bool

  /// A row.
  public init(
    id: String, cells: [String], tone: Message.Tone = .plain, hasRemarks: Bool = false
  ) {
    self.id = id
    self.cells = cells
    self.tone = tone
    self.hasRemarks = hasRemarks
  }
}
