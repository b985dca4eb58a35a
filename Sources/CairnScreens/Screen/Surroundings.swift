public import CairnNavigation

/// What a screen may know about where it stands.
public struct Surroundings {
  /// The screen's own URL.
  public var url: ScreenURL?
  /// The list that the screen was opened from.
  public var listURL: ScreenURL?
  /// The screen before this one, for "add the last screen".
  public var previous: VisitedScreen?
  /// Screens that were open lately, the newest first.
  public var recents: [VisitedScreen]
  /// Screens whose unsaved work was kept, the newest first.
  public var drafts: [VisitedScreen]

  public init(
    url: ScreenURL? = nil, listURL: ScreenURL? = nil, previous: VisitedScreen? = nil,
    recents: [VisitedScreen] = [], drafts: [VisitedScreen] = []
  ) {
    self.url = url
    self.listURL = listURL
    self.previous = previous
    self.recents = recents
    self.drafts = drafts
  }
}
