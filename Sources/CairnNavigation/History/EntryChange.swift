/// What changes about an entry; nil leaves a part as it is.
public struct EntryChange: Hashable, Sendable {
  /// The URL, when a filter was typed for instance; the screen stays.
  public var url: ScreenURL?

  /// The list that it goes on in, for its next and previous ones.
  public var listURL: ScreenURL?

  /// What the breadcrumb says.
  public var title: String?

  /// What the screen keeps of itself, with its version.
  public var state: StateValue?

  /// The version of ``state``.
  public var stateVersion: Int?

  /// Whether the entry may expire.
  public var importance: Importance?

  /// When this was.
  public var savedAt: Moment?

  /// Describes a change.
  public init(
    url: ScreenURL? = nil, listURL: ScreenURL? = nil, title: String? = nil,
    state: StateValue? = nil, stateVersion: Int? = nil, importance: Importance? = nil,
    savedAt: Moment? = nil
  ) {
    self.url = url
    self.listURL = listURL
    self.title = title
    self.state = state
    self.stateVersion = stateVersion
    self.importance = importance
    self.savedAt = savedAt
  }
}
