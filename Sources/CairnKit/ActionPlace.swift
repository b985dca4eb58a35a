public import CairnNavigation

/// Where a person is when they do an action.
public struct ActionPlace: Hashable, Sendable {
  /// The screen's URL.
  public var url: ScreenURL
  /// What the screen's cursor is on, where that has a URL of its own.
  public var selection: ScreenURL?
  /// The ids of the rows that are marked for what is done next.
  public var marks: Set<String>

  /// A place.
  public init(url: ScreenURL, selection: ScreenURL? = nil, marks: Set<String> = []) {
    self.marks = marks
    self.url = url
    self.selection = selection
  }
}
