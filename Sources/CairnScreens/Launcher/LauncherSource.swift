public import CairnNavigation

/// What the launcher shows besides recents and drafts, which the session knows.
public protocol LauncherSource: FavoriteSource {
  /// All collections, with how many records each has.
  var collections: [LauncherCollection] { get }
  /// What the status line says on the left: "6 favorites · 2 552 records".
  var summary: String { get }
  /// What stands in place of the collections where there are none: which key makes some.
  var emptyHint: KeyWords { get }
  /// The screen that finds `text` in all records, for whom the launcher's own rows aren't enough.
  func findURL(of text: String) -> ScreenURL?
  /// Looks at the data again.
  func refresh() -> [Effect]
}

extension LauncherSource {
  /// Nothing.
  public var emptyHint: KeyWords { "" }
  /// There is none.
  public func findURL(of text: String) -> ScreenURL? { nil }
  /// Looks at its source again.
  public func refresh() -> [Effect] { [] }
}

/// A collection, as the launcher shows it.
public struct LauncherCollection: Hashable, Sendable {
  /// Its plural, with a capital.
  public var title: String
  /// Its list.
  public var url: ScreenURL
  /// How many records it has; `nil` until that is known.
  public var count: Int?

  /// A collection.
  public init(_ title: String, url: ScreenURL, count: Int?) {
    self.title = title
    self.url = url
    self.count = count
  }
}
