public import CairnInterface
public import CairnNavigation

/// The home screen: favorites by section, recent screens, every collection, and drafts to continue.
///
/// A favorite's letter opens it, a digit opens a recent screen, and `0` continues the newest draft.
/// Therefore commands are capitals, and favorites never get the letters for moving and quitting.
public final class LauncherScreen: Screen {
  let source: any LauncherSource
  /// The recent screens and the drafts, as of the last refresh.
  var recents: [VisitedScreen] = []
  var drafts: [VisitedScreen] = []
  /// The effect of opening a row's URL.
  var mark: (ScreenURL) -> RowMark = { _ in .push }
  var content: LauncherRows
  var window = RowWindow()
  var room = Size(columns: 80, rows: 20)
  var cursorID: String?
  /// The pane with the target of the row under the cursor.
  var pane = SidePane(isWanted: true, share: PaneShare(percent: 40))
  var isSpoken = false
  /// The person's key bindings.
  private(set) var keymap = Keymap.standard
  /// Whether the launcher was refreshed once.
  private var wasTold = false
  /// Whether the cursor was restored.
  var wasRestored = false
  /// The filter prompt, while words are typed.
  var prompt: TextField?
  /// The collections whose owned collections are visible.
  var unfolded: Set<String> = []

  /// Creates a launcher over `source`.
  public init(_ source: any LauncherSource) {
    self.source = source
    content = LauncherRows(
      favorites: source.favorites, recents: [], collections: source.collections, drafts: [])
    follow()
  }

  /// The title in the breadcrumb, or on the box.
  public var title: String { "Launcher" }
  /// `nil`, as the launcher is no favorite.
  public var favoriteTitle: String? { nil }
  /// The contexts in which keys are looked up.
  public var contexts: [ActionContext] {
    prompt == nil ? [.launcher, .rows, .browsing] : [.text, .prompt]
  }
  /// The left part of the status line.
  public var status: ScreenStatus { ScreenStatus(source.summary) }

  /// The URL of the row under the cursor.
  public var selection: ScreenURL? { selectedLink?.url }
  /// The filter, while it is typed.
  public var typedText: String? { prompt?.text }
  /// The time until the next look, for the pane and for drafts.
  ///
  /// Drafts of other sessions are no change of the store, so the launcher looks for them regularly.
  public var pace: Duration? { min(pane.pace ?? Self.lookPace, Self.lookPace) }
  private static let lookPace = Duration.seconds(5)

  /// Fits the launcher to a size.
  public func layOut(in size: Size) {
    room = size
    follow()
    pane.layOut(in: parts.pane)
  }

  /// Reads the source again.
  public func refresh(_ surroundings: Surroundings) -> [Effect] {
    (recents, drafts, mark) = (surroundings.recents, surroundings.drafts, surroundings.mark)
    (isSpoken, keymap) = (surroundings.isSpoken, surroundings.keymap)
    if !wasTold, !wasRestored {
      // Before the first refresh, recents and drafts were missing, and possibly the first row.
      (cursorID, window) = (nil, RowWindow())
    }
    wasTold = true
    let effects = source.refresh()
    follow()
    return effects + lookBeside(surroundings)
  }

  /// Updates the pane to the row under the cursor.
  public func lookBeside(_ surroundings: Surroundings) -> [Effect] {
    let (link, origin) = selectedLink ?? (nil, .link)
    return pane.refresh(link, from: origin, in: parts.pane, surroundings)
  }

  /// The row under the cursor.
  var selected: LauncherRows.Row? {
    content.rows.indices.contains(window.cursor) ? content.rows[window.cursor] : nil
  }

  /// Reads the source's rows, and moves the cursor to the present place of its row.
  func follow() {
    content = LauncherRows(
      favorites: source.favorites, recents: Array(recents.prefix(recentsShown)),
      collections: source.collections, drafts: drafts, emptyHint: source.emptyHint,
      unfolded: unfolded, matching: prompt?.text ?? "",
      find: prompt.flatMap { source.findURL(of: $0.text) })
    window.resize(count: content.rows.count, height: rowsRegion.rows)
    let place = cursorID.flatMap { id in content.rows.firstIndex { $0.id == id } }
    move(to: place ?? window.cursor, step: 1)
  }

  /// The side pane may wait while keys come fast.
  public var deferredParts: DeferredParts { deferredPartsOfPane }

  /// The rows above and below the shown ones.
  public var hiddenRows: HiddenRows { HiddenRows(window) }

  /// The rows of what can be opened.
  public var itemRows: [Int]? {
    window.visible.filter { content.rows.indices.contains($0) && content.rows[$0].canHaveCursor }
      .map { rowsRegion.row + $0 - window.top }
  }

  /// The region of the rows: below the filter, if there is one.
  var rowsRegion: Region { parts.rows.splitTop(prompt == nil ? 0 : 1).rest }

  func move(to row: Int, step: Int) {
    let row = max(0, min(row, content.rows.count - 1))
    guard let stop = content.stop(from: row, step: step) ?? content.stop(from: row, step: -step)
    else { return }
    window.move(to: stop)
    // The heading above the first row becomes visible with it.
    if content.stop(from: 0, step: 1) == stop { window.place(cursor: stop, top: 0) }
    cursorID = content.rows[stop].id
  }

  /// On a low screen, collections matter more than older recents.
  private var recentsShown: Int { room.rows < 30 ? 4 : 9 }
}

/// The launcher's content besides recents and drafts, which the session knows.
public protocol LauncherSource: FavoriteSource {
  /// All collections, with their numbers of records.
  var collections: [LauncherCollection] { get }
  /// The left part of the status line: "6 favorites · 2 552 records".
  var summary: String { get }
  /// The text shown if there are no collections: the key that creates one.
  var emptyHint: KeyWords { get }
  /// The screen that searches all records for `text`, beyond the launcher's own rows.
  func findURL(of text: String) -> ScreenURL?
  /// Reads the data again.
  func refresh() -> [Effect]
}

extension LauncherSource {
  /// An empty hint by default.
  public var emptyHint: KeyWords { "" }
  /// `nil` by default: there is no search screen.
  public func findURL(of text: String) -> ScreenURL? { nil }
  /// No effects by default.
  public func refresh() -> [Effect] { [] }
}

/// A collection on the launcher.
public struct LauncherCollection: Hashable, Sendable {
  /// The plural, with a capital.
  public var title: String
  /// The URL of the collection's list.
  public var url: ScreenURL
  /// The number of records; `nil` until it is known.
  public var count: Int?
  /// The URL of the collection whose records own these; it is folded under that collection.
  public var owner: ScreenURL?

  /// Creates a collection.
  public init(_ title: String, url: ScreenURL, count: Int?, owner: ScreenURL? = nil) {
    self.title = title
    self.url = url
    self.count = count
    self.owner = owner
  }
}
