public import CairnInterface
public import CairnNavigation

/// The home screen: favorites by section, recents, every collection, and drafts to continue.
///
/// A favorite's letter opens it, a digit opens a recent, and `0` continues the newest draft.
/// Commands are therefore capitals, and the letters that move and quit are never given away.
public final class LauncherScreen: Screen {
  let source: any LauncherSource
  /// What was open lately and what was left unsaved, as of the last refresh.
  var recents: [VisitedScreen] = []
  var drafts: [VisitedScreen] = []
  /// What opening a row's URL will do.
  var mark: (ScreenURL) -> RowMark = { _ in .push }
  var content: LauncherRows
  var window = RowWindow()
  var room = Size(columns: 80, rows: 20)
  var cursorID: String?
  /// What is behind the row with the cursor.
  var pane = SidePane(isWanted: true, share: PaneShare(percent: 40))
  var isSpoken = false
  /// What the person's keys do.
  private(set) var keymap = Keymap.standard
  /// Whether it knows its surroundings.
  private var wasTold = false
  /// Whether it took back where the cursor was.
  var wasRestored = false
  /// The words that narrow the rows down, while they are being typed.
  var prompt: TextField?

  /// Makes a launcher over `source`.
  public init(_ source: any LauncherSource) {
    self.source = source
    content = LauncherRows(
      favorites: source.favorites, recents: [], collections: source.collections, drafts: [])
    follow()
  }

  /// The name in the breadcrumb, or on the box.
  public var title: String { "Launcher" }
  /// It is no place to keep.
  public var favoriteTitle: String? { nil }
  /// Where its keys are looked up.
  public var contexts: [ActionContext] {
    prompt == nil ? [.launcher, .rows, .browsing] : [.text, .prompt]
  }
  /// What the status line says on the left.
  public var status: ScreenStatus { ScreenStatus(source.summary) }

  /// Where the row with the cursor leads.
  public var selection: ScreenURL? { selectedLink?.url }
  /// What is looked for, while it is typed.
  public var typedText: String? { prompt?.text }
  /// What the screen behind the row with the cursor wants.
  ///
  /// The launcher looks for the drafts of other sessions, which are no change of the store.
  public var pace: Duration? { min(pane.pace ?? Self.lookPace, Self.lookPace) }
  private static let lookPace = Duration.seconds(5)

  /// Takes the room that there is.
  public func layOut(in size: Size) {
    room = size
    follow()
    pane.layOut(in: parts.pane)
  }

  /// Looks at its source again.
  public func refresh(_ surroundings: Surroundings) -> [Effect] {
    (recents, drafts, mark) = (surroundings.recents, surroundings.drafts, surroundings.mark)
    (isSpoken, keymap) = (surroundings.isSpoken, surroundings.keymap)
    if !wasTold, !wasRestored {
      // Before, recents and drafts were missing, and with them perhaps the first row.
      (cursorID, window) = (nil, RowWindow())
    }
    wasTold = true
    let effects = source.refresh()
    follow()
    return effects + lookBeside(surroundings)
  }

  /// Shows beside what is behind the row with the cursor.
  public func lookBeside(_ surroundings: Surroundings) -> [Effect] {
    let (link, origin) = selectedLink ?? (nil, .link)
    return pane.refresh(link, from: origin, in: parts.pane, surroundings)
  }

  /// The row with the cursor.
  var selected: LauncherRows.Row? {
    content.rows.indices.contains(window.cursor) ? content.rows[window.cursor] : nil
  }

  /// Takes the source's rows and puts the cursor where its row is now.
  func follow() {
    content = LauncherRows(
      favorites: source.favorites, recents: Array(recents.prefix(recentsShown)),
      collections: source.collections, drafts: drafts, emptyHint: source.emptyHint,
      matching: prompt?.text ?? "", find: prompt.flatMap { source.findURL(of: $0.text) })
    window.resize(count: content.rows.count, height: rowsRegion.rows)
    let place = cursorID.flatMap { id in content.rows.firstIndex { $0.id == id } }
    move(to: place ?? window.cursor, step: 1)
  }

  /// Where the rows are: below the words that are typed, if there are any.
  var rowsRegion: Region { parts.rows.splitTop(prompt == nil ? 0 : 1).rest }

  func move(to row: Int, step: Int) {
    let row = max(0, min(row, content.rows.count - 1))
    guard let stop = content.stop(from: row, step: step) ?? content.stop(from: row, step: -step)
    else { return }
    window.move(to: stop)
    // The heading above the first row comes into sight with it.
    if content.stop(from: 0, step: 1) == stop { window.place(cursor: stop, top: 0) }
    cursorID = content.rows[stop].id
  }

  /// On a low screen the collections matter more than the older half of the recents.
  private var recentsShown: Int { room.rows < 30 ? 4 : 9 }
}

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
