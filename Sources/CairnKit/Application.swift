public import CairnFiles
public import CairnInterface
public import CairnNavigation
public import CairnScreens
public import CairnTerminal
internal import FoundationEssentials

/// An app: its map of URLs, its keys, and its saved state.
///
/// Only a map of routes is required. All other properties have a default, and can be set before
/// `run`:
///
///     let map = try URLMap<any Screen>(home: "zones://all") {
///       Route("zones://all") { (url: ScreenURL) in ListScreen(zones(url)) }
///       Route("zones://all/(name)") { (name: String) in DetailScreen(Zone(name)) }
///     }
///     try Application(map).run()
///
/// Screens, sources and this value belong to the thread that calls `run`. Other threads reach them
/// through the `inbox`.
public struct Application {
  /// The map from URLs to screens.
  public let map: URLMap<any Screen>
  /// All actions with their keys: the standard actions, and those that the app adds or binds again.
  public var actions = ActionTable.standard
  /// The look of all screens.
  public var theme = Theme.standard
  /// Whether all screens are drawn for a screen reader, with any theme.
  public var isSpoken = false
  /// Whether the app gets clicks and the wheel at the start; if not, the terminal gets them.
  public var usesMouse = true
  /// Whether the terminal has colors, and glyphs beyond ASCII.
  var (hasColors, hasUnicode) = (true, true)
  /// The colors of a terminal with fewer than 256, and their number; `nil` for other terminals.
  var basic: (colors: BasicColors, count: Int)?
  /// The screen of the first start, on top of home; `nil` for home alone.
  ///
  /// A start is the first as long as no session of the app has saved a state. So each start of an app
  /// that keeps no state is the first.
  public var firstScreen: ScreenURL?
  /// The favorites; without them, `b` says that there are none.
  public var favorites: (any FavoriteSource)?
  /// The source of palette items besides actions, favorites and recent screens.
  public var places: (any PlaceSource)?
  /// The part of the history that the next start restores.
  ///
  /// The state is kept in the person's folder for the states of this program, whose name is the
  /// scheme of the map's home. Each process has a session of its own; a start continues the newest
  /// one that no other process has.
  public var persistence = Persistence.all
  /// Whether the state is kept at all; if not, each start is the first, and forms keep no drafts.
  public var keepsState = true
  /// Another storage of the history, instead of the one that `persistence` describes.
  public var state: StateKeeping?
  /// Whether the history should be saved but can't be.
  public var cannotSaveState = false
  /// Performs the actions of the app, such as `undo` and `redo`, which neither the screen nor the
  /// session performs; `nil` for unknown ones.
  public var perform: (ActionName, ActionPlace) -> [Effect]? = { _, _ in nil } {
    didSet { performsActions = true }
  }
  /// Performs what `perform` does not, as in an app over records, whose undo needs no closure of the
  /// author.
  package var performsBeside: (ActionName, ActionPlace) -> [Effect]? = { _, _ in nil } {
    didSet { performsActions = true }
  }
  /// Whether the app performs actions itself, so that it may have an undo.
  private var performsActions = false
  /// Whether an action of `performsBeside` does something at a place; `nil` for other actions.
  package var offersBeside: (ActionName, ActionPlace) -> Bool? = { _, _ in nil }
  /// Whether an action of `perform` does something at a place.
  ///
  /// The last row and the help show only actions that do something. The result is `nil` for actions
  /// that the app does not perform.
  public var offers: (ActionName, ActionPlace) -> Bool? = { _, _ in nil }

  /// Whether the app knows an action at all; false for an action of the standard table that only
  /// other apps perform, such as those with undo or with favorites.
  package func has(_ action: ActionName, at place: ActionPlace) -> Bool {
    if offers(action, place) != nil || offersBeside(action, place) != nil { return true }
    if favorites == nil, Self.actionsOfFavorites.contains(action) { return false }
    return isUsual(action)
  }

  /// Whether an action does something in this app if no screen and no closure decides.
  func isUsual(_ action: ActionName) -> Bool {
    Self.offersByDefault(action) && (performsActions || ![.undo, .redo].contains(action))
  }

  /// The actions of the standard table that need favorites: those of the launcher, and two others.
  private static let actionsOfFavorites: Set<ActionName> = Set(
    ActionTable.standard.actions.filter { $0.contexts == [.launcher] }.map(\.name)
  ).union([.keepFavorite, .jumpToFavorite])

  /// Whether an action does something in any app; false for actions that only some apps perform.
  public static func offersByDefault(_ action: ActionName) -> Bool {
    !actionsOfApps.contains(action)
  }

  /// The actions of the standard table that do nothing without an app.
  private static let actionsOfApps: Set<ActionName> = [
    .actions, .copy, .findEverywhere, .jobs, .changes, .recordHistory, .recents, .messages,
    .editAsText, .addCollection, .shell, .pipe, .page, .importShown, .importFile, .columnType,
    .duplicate, .guide, .tour, .verifyStore, .conflicts, .sync, .columnField,
    .columnMatch, .columnOmit, .importInto, .importDialect, .importNotes,
  ]
  /// Opens a text in the person's own editor.
  public var edit: (EditedText) -> [Effect] = { _ in
    [.say(Message("no editor here", tone: .warning))]
  }
  /// Looks for changes by other programs; if there are any, the inbox's `refresh` tells the
  /// screens.
  public var reload: () -> [Effect] = { [] }
  /// The watch for changes by other programs.
  ///
  /// After a change, `reload` is called within a tenth of a second. Without a watch, or while it
  /// has a problem, `reload` is called when a key is pressed and when the window gets the focus.
  public var watch: (any FolderWatch)?
  /// Starts a watch if `watch` is missing when the app gets its terminal.
  public var startWatch: () -> (any FolderWatch)? = { nil }
  /// Whether `watch` covers all files that `reload` reads; while it doesn't, keys call `reload`,
  /// too.
  public var watchesAllFiles: () -> Bool = { true }
  /// Work for an idle moment after changes.
  ///
  /// The moment is two seconds after the last of the inbox's `refresh`, and at most ten after the
  /// first. The work runs on its own thread. It returns the problem if it failed; then it is
  /// repeated half a minute later.
  public var upkeep: (@Sendable () -> String?)?
  /// The effect of Ctrl-C in an app that asks for one answer.
  ///
  /// With `nil`, the first Ctrl-C cancels the work that keys wait for, and the second one quits.
  public var interrupted: (() -> [Effect])?
  /// Called at the end, when the terminal shows its earlier content again and only unfinished
  /// writes are awaited.
  public var hasLeft: () -> Void = {}
  /// Called at the very end, after all work of the app.
  public var finish: () -> Void = {}
  /// Returns the problem or tip for the screen at a URL, if any; called at each drawing.
  public var alert: (ScreenURL) -> Alert? = { _ in nil }
  /// Makes the screen that replaces one that can't be made.
  public var explain: (UnbuiltEntry) -> any Screen = { ExplainScreen(Explanation($0)) }
  /// The title of a screen that was never made; `nil` for its title in the palette, or else the last
  /// segment of its URL.
  public var title: (ScreenURL) -> String? = { _ in nil }
  /// Whether the record or list at a URL is gone; then recent screens leave the URL out.
  public var isGone: (ScreenURL) -> Bool = { _ in false }
  /// The name for all screens with one arrangement, such as the lists of a collection.
  ///
  /// Their sort order and columns are saved under this name; `nil` for screens that are never
  /// arranged.
  public var kind: (ScreenURL) -> String? = { _ in nil }
  /// Whether the present data allow the arrangement in a URL.
  public var canArrange: (ScreenURL) -> Bool = { _ in true }
  /// Whether a screen may be made as a preview, beside a row of the launcher or palette or a link
  /// of a page; false for screens that read files first.
  public var canStandBeside: (ScreenURL) -> Bool = { _ in true }
  /// The name of the app in the window's title, after the screen's title; empty for none.
  public var name = ""
  /// The URL in the location line for a screen's own URL, such as one with a name for a key; called
  /// at each drawing.
  public var shown: (ScreenURL) -> ScreenURL = { $0 }
  /// The URL with the present names of collections and fields; called when data changed.
  public var present: (ScreenURL) -> ScreenURL = { $0 }
  /// The URL of a name that a person typed, such as a favorite's name; `nil` if the text is to be
  /// read as a URL.
  ///
  /// The error that it throws is shown as the reason why nothing opens.
  public var named: (String) throws -> ScreenURL? = { _ in nil }
  /// Called once the terminal has told its colors, for example to warn of a theme that does not fit.
  public var noteColors: (TerminalColors) -> [Effect] = { _ in [] }
  /// The person's own short names of URLs.
  public var aliases: () -> [(name: String, url: ScreenURL)] = { [] }
  /// Hooks that send a request elsewhere: `nil` keeps the URL, another URL replaces it.
  public var rewrites: [(OpenRequest) -> ScreenURL?] = []
  /// Hooks that allow, refuse or park each request for a URL, also a restored or external one.
  ///
  /// The first that doesn't allow it decides.
  public var guards: [(OpenRequest) -> Verdict] = []
  /// Observers of every request for a URL and its outcome.
  public var observers: [(OpenRequest, OpenOutcome) -> Void] = []
  /// The present tabs and history of the running app; `nil` before the start.
  ///
  /// Screens change them by the effects that they return.
  public var navigator: NavigatorState? { opened.navigator?.state }
  let opened = OpenedNavigator()
  /// The present time.
  public var clock: () -> Timestamp = { .now }
  /// Messages from other threads.
  public let inbox = Inbox()

  /// Whether an address of another program opens without a question, such as a web page that a
  /// person chose; by default, each address asks first.
  ///
  /// Other people may have written the data with the address. So allow only schemes whose programs
  /// do no harm: `{ $0.scheme == "https" }`.
  public var opensAtOnce: (ExternalURL) -> Bool = { _ in false }

  /// Creates an app with a map.
  public init(_ map: URLMap<any Screen>) {
    self.map = map
  }
}

/// The navigator of a running app, which copies of the app share.
final class OpenedNavigator {
  weak var navigator: Navigator<any Screen>?
}

extension Application {
  /// Adapts a theme to the terminal and to a screen reader.
  ///
  /// - Parameters:
  ///   - theme: the theme.
  ///   - colors: the colors that the terminal told; `nil` for none.
  ///   - mayAnswer: whether the terminal may still tell them.
  /// - Returns: the theme to draw with.
  func fitted(
    _ theme: Theme, to colors: TerminalColors? = nil, mayAnswer: Bool = true
  ) -> Theme {
    if isSpoken { return .spoken }
    var theme = hasColors ? theme : theme.withoutColors
    if hasColors, colors != nil || !mayAnswer {
      if let basic {
        theme = theme.fitted(to: colors, basic.colors, count: basic.count)
      } else {
        theme = colors.map { theme.fitted(to: $0) } ?? theme.fittedToAnyBackground()
      }
    }
    if !hasUnicode, theme.glyphs == .unicode { theme.glyphs = .ascii }
    return theme
  }
}

extension Explanation {
  /// Creates an explanation for an entry that can't be shown, with possible actions.
  ///
  /// For a draft, it shows the typed text, and asks before it discards the draft.
  ///
  /// - Parameters:
  ///   - unbuilt: the entry and the reason.
  ///   - canRetry: whether another attempt may help.
  public init(_ unbuilt: UnbuiltEntry, canRetry: Bool = true) {
    let entry = unbuilt.entry
    self.init(
      "This screen can't be shown", subject: entry.url.text, reason: unbuilt.reason.description)
    if canRetry { ways.append(Way("r", "Try again", effects: [.retry])) }
    guard entry.importance == .draft else {
      ways.append(Way("x", "Close this screen", effects: [.close]))
      return
    }
    lines = FormScreen.typedTexts(in: entry.state).map { ($0.field, $0.text) }
    let text = lines.map { "\($0.label): \($0.text)\n" }.joined()
    if !text.isEmpty {
      ways.append(Way("y", "Copy what you typed", effects: [.copy(text, what: "the draft")]))
    }
    ways.append(Way("x", "Discard the draft", effects: [.present(Self.question(of: entry))]))
  }

  private static func question(of draft: Entry) -> Menu {
    let items = [Menu.Item("k", "Keep the draft"), Menu.Item("d", "Discard it")]
    return Menu("Discard the draft of \(draft.title)?", items, footer: .stays) { index in
      index == 1 ? [.close] : []
    }
  }
}

/// The place where a person performs an action.
public struct ActionPlace: Hashable, Sendable {
  /// The URL of the screen, or of the part that has the keys.
  public var url: ScreenURL
  /// Whether `url` is the item under a prompt's cursor.
  ///
  /// Then the actions of the screen below don't apply.
  public var isPicked: Bool
  /// Whether `url` is the record beside a list, if that record has the keys.
  public var isBeside: Bool
  /// The URL of the item under the screen's cursor, if it has one.
  public var selection: ScreenURL?
  /// The field under the screen's cursor.
  public var field: DetailField?
  /// The ids of the marked rows.
  public var marks: Set<String>

  /// Creates a place.
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

/// A problem or a tip that stays on the screen as long as it holds.
///
/// It appears as a message when it begins, and again after a reload. While it holds, its word is in
/// the first row, and its text in the status row between messages.
public struct Alert: Hashable, Sendable {
  /// The problem, in a word or two.
  public var word: String

  /// The problem, and the remedy or the place to see more; about half a row.
  public var text: String

  /// The kind of news: `.bad` for a problem, `.plain` for a tip.
  public var tone: Message.Tone

  /// The action that shows more, whose key the last row then names.
  public var action: ActionName?

  /// Creates an alert.
  public init(
    _ word: String, text: String, tone: Message.Tone = .bad, action: ActionName? = nil
  ) {
    (self.word, self.text, self.tone, self.action) = (word, text, tone, action)
  }
}

/// The reason why an app can't start.
public enum ApplicationError: Error, CustomStringConvertible {
  /// Keys contradict each other.
  case keys(KeymapError)
  /// No terminal can be used.
  case terminal(TerminalError)

  /// The error as a sentence.
  public var description: String {
    switch self {
    case .keys(let error): error.description
    case .terminal(let error): error.description
    }
  }
}
