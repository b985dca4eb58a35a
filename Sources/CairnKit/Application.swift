public import CairnFiles
public import CairnInterface
public import CairnNavigation
public import CairnScreens
public import CairnTerminal
internal import FoundationEssentials

/// An app: which URLs lead to which screens, which keys do what, and what is kept.
///
/// A map of routes is all it takes. Everything else has a default that can be set before `run`:
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
  /// Which URLs lead to which screens.
  public let map: URLMap<any Screen>
  /// Every action with its keys: the standard ones, and what the app adds or binds anew.
  public var actions = ActionTable.standard
  /// How everything looks.
  public var theme = Theme.standard
  /// Whether everything is drawn for who has it read aloud, whatever the theme.
  public var isSpoken = false
  /// Whether clicks and the wheel are the app's at the start; if not, they are the terminal's own.
  public var usesMouse = true
  /// Whether what is drawn has colors, and glyphs beyond ASCII; a terminal may have neither.
  var (hasColors, hasUnicode) = (true, true)
  /// Where favorites are kept; without it, `b` says that there are none.
  public var favorites: (any FavoriteSource)?
  /// Finds what the palette offers besides actions, favorites and screens that were open lately.
  public var places: (any PlaceSource)?
  /// Where the history is kept; without it, each start is the first.
  public var state: StateKeeping?
  /// Whether the history should be kept, and can't be.
  public var cannotSaveState = false
  /// Does the actions that neither the screen nor the session does, such as `undo`, `redo` and the
  /// app's own; `nil` for those that it doesn't know.
  public var perform: (ActionName, ActionPlace) -> [Effect]? = { _, _ in nil }
  /// Whether one of the actions that `perform` does has something to do at a place; if not, neither
  /// the last row nor the help names it.
  public var offers: (ActionName, ActionPlace) -> Bool = { action, _ in
    !Self.actionsOfApps.contains(action)
  }
  /// The actions of the standard table that mean nothing until an application does them.
  private static let actionsOfApps: Set<ActionName> = [
    .actions, .copy, .findEverywhere, .jobs, .changes, .recordHistory, .recents, .messages,
    .editAsText, .addCollection, .shell, .pipe, .page, .importShown, .importFile, .columnType,
    .duplicate, .guide, .tour,
  ]
  /// Lets a person edit a text in their own editor.
  public var edit: (EditedText) -> [Effect] = { _ in
    [.say(Message("no editor here", tone: .warning))]
  }
  /// Looks for what other programs changed; the inbox's `refresh` then tells the screens.
  public var reload: () -> [Effect] = { [] }
  /// Tells when other programs changed something.
  ///
  /// Then `reload` finds it within a tenth of a second. Without it, or while it has a problem,
  /// `reload` is called when a key is pressed and when the window gets the focus.
  public var watch: (any FolderWatch)?
  /// Whether `watch` tells of all that `reload` looks for; while it doesn't, keys look as well.
  public var watchesAllFiles: () -> Bool = { true }
  /// Work for a quiet moment after data changed.
  ///
  /// That is two seconds after the last of the inbox's `refresh`, ten after the first. It runs on a
  /// thread of its own, and returns what went wrong, if anything did; then it is tried again half a
  /// minute later.
  public var upkeep: (@Sendable () -> String?)?
  /// What Ctrl-C does in an app that is there for one answer; `nil` where the second one quits, and
  /// the first cancels what is waited for.
  public var interrupted: (() -> [Effect])?
  /// Told at the end, when the terminal shows again what it did before the app, and what is being
  /// written is waited for.
  public var hasLeft: () -> Void = {}
  /// Returns the problem or tip to show on the screen at a URL, if any; asked at each drawing.
  public var alert: (ScreenURL) -> Alert? = { _ in nil }
  /// Makes the screen in place of one that can't be made.
  public var explain: (UnbuiltEntry) -> any Screen = { ExplainScreen(Explanation($0)) }
  /// What the screen at a URL is called that nobody has been to; `nil` for its last segment.
  public var title: (ScreenURL) -> String? = { _ in nil }
  /// Whether what was at a URL isn't there any more; then the screens that were open lately don't
  /// name it.
  public var isGone: (ScreenURL) -> Bool = { _ in false }
  /// Which screens are arranged alike, as the lists of a collection are: how a person sorts one of
  /// them, and which columns it shows, is kept under this name; `nil` for what is never arranged.
  public var kind: (ScreenURL) -> String? = { _ in nil }
  /// Whether a screen can be arranged as its URL says, by what there is now.
  public var canArrange: (ScreenURL) -> Bool = { _ in true }
  /// Whether a screen may be made only to be shown beside what leads to it, a row of the launcher or
  /// the palette or a link of a page, as those can't that read files for it.
  public var canStandBeside: (ScreenURL) -> Bool = { _ in true }
  /// What the window's title says behind the screen's; nothing where it is empty.
  public var name = ""
  /// The URL that the location line shows for a screen's own, such as one with a name for a key;
  /// asked at each drawing.
  public var shown: (ScreenURL) -> ScreenURL = { $0 }
  /// The URL with the names that collections and fields have now; asked when data changed.
  public var present: (ScreenURL) -> ScreenURL = { $0 }
  /// The URL of what a person types to open that is none itself, such as a favorite's name; `nil`
  /// for what is to be read as a URL.
  ///
  /// What it throws is the reason why nothing opens.
  public var named: (String) throws -> ScreenURL? = { _ in nil }
  /// The person's own short names of URLs, in their order.
  public var aliases: () -> [(name: String, url: ScreenURL)] = { [] }
  /// What time it is.
  public var clock: () -> Moment = { .now }
  /// Messages from other threads.
  public let inbox = Inbox()

  /// Makes an app of a map.
  public init(_ map: URLMap<any Screen>) {
    self.map = map
  }
}

extension Application {
  /// A theme as the terminal, and who is at it, can have it.
  func fitted(_ theme: Theme) -> Theme {
    if isSpoken { return .spoken }
    var theme = hasColors ? theme : theme.withoutColors
    if !hasUnicode, theme.glyphs == .unicode { theme.glyphs = .ascii }
    return theme
  }
}

extension Explanation {
  /// Why an entry of the history can't be shown, and what one can do about it.
  ///
  /// For a draft, it shows the typed text. It asks before it discards the draft.
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

/// A problem or a tip that stays on the screen as long as it holds.
///
/// It appears like a message when it begins, and again after a reload. The first row shows its word
/// as long as it holds. The status row shows its text between messages.
public struct Alert: Hashable, Sendable {
  /// The problem, in a word or two.
  public var word: String

  /// The problem, and the remedy or the place to see more; about half a row.
  public var text: String

  /// The kind of news: `.bad` for a problem, `.plain` for a tip.
  public var tone: Message.Tone

  /// An alert.
  public init(_ word: String, text: String, tone: Message.Tone = .bad) {
    (self.word, self.text, self.tone) = (word, text, tone)
  }
}

/// Why an app can't start.
public enum ApplicationError: Error, CustomStringConvertible {
  /// Keys contradict each other.
  case keys(KeymapError)
  /// There is no terminal to draw on.
  case terminal(TerminalError)

  /// A sentence about what was asked.
  public var description: String {
    switch self {
    case .keys(let error): error.description
    case .terminal(let error): error.description
    }
  }
}

extension Moment {
  /// The present moment by the machine's clock.
  public static var now: Moment {
    Moment(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
  }
}
