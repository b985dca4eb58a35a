public import CairnNavigation
public import CairnScreens

/// Where a person is when they do an action.
public struct ActionPlace: Hashable, Sendable {
  /// The screen's URL, or that of the part of it which has the keys.
  public var url: ScreenURL
  /// Whether that is what a prompt's cursor is on, while the screen below shows something else:
  /// what that screen would do is not meant then.
  public var isPicked: Bool
  /// Whether `url` is the record beside a list, which has the keys.
  public var isBeside: Bool
  /// What the screen's cursor is on, where that has a URL of its own.
  public var selection: ScreenURL?
  /// The field that the screen's cursor is on.
  public var field: DetailField?
  /// The ids of the rows that are marked for what is done next.
  public var marks: Set<String>

  /// A place.
  public init(
    url: ScreenURL, selection: ScreenURL? = nil, field: DetailField? = nil,
    marks: Set<String> = [], isPicked: Bool = false, isBeside: Bool = false
  ) {
    self.isBeside = isBeside
    self.isPicked = isPicked
    self.field = field
    self.marks = marks
    self.url = url
    self.selection = selection
  }
}
