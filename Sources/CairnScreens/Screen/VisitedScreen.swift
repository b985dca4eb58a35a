public import CairnNavigation

/// A screen that a person was on.
public struct VisitedScreen: Hashable, Sendable {
  /// Where it is.
  public var url: ScreenURL
  /// What it was called.
  public var title: String
  /// How long ago, in the shortest words: "2m", "3d".
  public var age: String
  /// The unsaved work that was left there, if that is why it is listed.
  public var draft: WaitingDraft.ID?

  /// A visited screen.
  public init(url: ScreenURL, title: String, age: String = "", draft: WaitingDraft.ID? = nil) {
    self.url = url
    self.title = title
    self.age = age
    self.draft = draft
  }

  /// Opens the draft, or the URL if there is none.
  var opening: [Effect] { [draft.map { .continueDraft($0) } ?? .open(url)] }
}
