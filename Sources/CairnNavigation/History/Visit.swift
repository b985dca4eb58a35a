/// A place about to be visited: an entry of the history before it has its identity.
public struct Visit: Hashable, Sendable {
  /// The canonical URL.
  public var url: ScreenURL

  /// How it is presented.
  public var mode: PresentationMode

  /// What the breadcrumb says until the screen is made.
  public var title: String

  /// What the screen finds as its own state, for instance an opener's arguments.
  public var state: StateValue

  /// The version of ``state``.
  public var stateVersion: Int

  /// Whether the entry may expire.
  public var importance: Importance

  /// When the place was visited.
  public var savedAt: Moment

  /// The list that it was opened from, where next and previous lead.
  public var listURL: ScreenURL?

  /// Whether the entry is written to the session's file.
  public var isSaved: Bool

  /// Describes a visit; the title is the URL's last segment if none is given.
  public init(
    _ url: ScreenURL, mode: PresentationMode = .push, title: String? = nil,
    state: StateValue = .empty, stateVersion: Int = 1, importance: Importance = .normal,
    savedAt: Moment = Moment(milliseconds: 0), listURL: ScreenURL? = nil, isSaved: Bool = true
  ) {
    self.url = url
    self.mode = mode
    self.title = title ?? url.segments.last ?? ""
    self.state = state
    self.stateVersion = stateVersion
    self.importance = importance
    self.savedAt = savedAt
    self.listURL = listURL
    self.isSaved = isSaved
  }
}

/// What an entry is worth when old ones are dropped.
public enum Importance: String, Hashable, Sendable, StateConvertible {
  /// It may expire.
  case normal
  /// It holds something unsaved, and never expires.
  case draft
}
