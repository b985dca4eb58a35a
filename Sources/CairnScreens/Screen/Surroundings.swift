public import CairnInterface
public import CairnNavigation

extension Keymap {
  /// The default keys of the standard table.
  public static let standard: Keymap = {
    do { return try Keymap(ActionTable.standard) } catch { preconditionFailure("\(error)") }
  }()
}

/// The environment of a screen.
///
/// Data that only the launcher needs is found on demand, so that a long history is not read for
/// other screens.
public struct Surroundings {
  /// The screen's own URL.
  public let url: ScreenURL?
  /// The list that the screen was opened from.
  public let listURL: ScreenURL?
  /// Whether the screen is drawn for a screen reader, line by line.
  public let isSpoken: Bool
  /// Whether the screen is in a side pane, where it shows less.
  public let isBeside: Bool
  /// Whether drafts survive the end of the program; false if the state can't be written.
  public let keepsDrafts: Bool
  /// The person's key bindings.
  public let keymap: Keymap
  /// The URL as it would be opened from an origin: a list in its last layout.
  public let arranged: (ScreenURL, Origin) -> ScreenURL
  /// The effect of opening a URL, from the map; creates no screen.
  public let mark: (ScreenURL) -> RowMark
  /// The URL of an app's own value, from the links of the map; `nil` if none leads from it.
  public let link: (Any) -> ScreenURL?
  /// Creates the screen of a URL for a side pane; `nil` if that is impossible.
  public let screen: (ScreenURL, Origin) -> (any Screen)?
  private let findRecents: () -> [VisitedScreen]
  private let findDrafts: () -> [VisitedScreen]
  private let findMessages: () -> [ShownMessage]

  /// Creates the surroundings of a screen.
  ///
  /// - Parameters:
  ///   - url: the screen's own URL.
  ///   - listURL: the list that the screen was opened from.
  ///   - isSpoken: whether the screen is drawn for a screen reader.
  ///   - isBeside: whether the screen is in a side pane.
  ///   - keepsDrafts: whether drafts survive the end of the program.
  ///   - keymap: the person's key bindings.
  ///   - recents: the recent screens, found on demand.
  ///   - drafts: the drafts, found on demand.
  ///   - messages: the past messages, found on demand.
  ///   - arranged: the URL as it would be opened.
  ///   - screen: creates the screen of a URL from an origin, for a side pane.
  ///   - link: the URL of an app's own value.
  ///   - mark: the effect of opening a URL.
  public init(
    url: ScreenURL? = nil, listURL: ScreenURL? = nil, isSpoken: Bool = false,
    isBeside: Bool = false, keepsDrafts: Bool = true, keymap: Keymap = .standard,
    recents: @escaping () -> [VisitedScreen] = { [] },
    drafts: @escaping () -> [VisitedScreen] = { [] },
    messages: @escaping () -> [ShownMessage] = { [] },
    arranged: @escaping (ScreenURL, Origin) -> ScreenURL = { url, _ in url },
    screen: @escaping (ScreenURL, Origin) -> (any Screen)? = { _, _ in nil },
    link: @escaping (Any) -> ScreenURL? = { _ in nil },
    mark: @escaping (ScreenURL) -> RowMark = { _ in .push }
  ) {
    self.url = url
    self.listURL = listURL
    (self.isSpoken, self.isBeside, self.arranged) = (isSpoken, isBeside, arranged)
    (self.mark, self.keymap, self.keepsDrafts) = (mark, keymap, keepsDrafts)
    (self.screen, self.link) = (screen, link)
    findRecents = recents
    findDrafts = drafts
    findMessages = messages
  }

  /// The surroundings of a screen at `url` in this screen's side pane.
  func beside(at url: ScreenURL) -> Surroundings {
    Surroundings(
      url: url, isSpoken: isSpoken, isBeside: true, keymap: keymap, recents: findRecents,
      drafts: findDrafts, messages: findMessages, arranged: arranged, link: link, mark: mark)
  }

  /// The recent screens without this one, the newest first.
  public var recents: [VisitedScreen] { findRecents() }

  /// The screens with drafts, the newest first.
  public var drafts: [VisitedScreen] { findDrafts() }

  /// The messages since the start, the newest first.
  public var messages: [ShownMessage] { findMessages() }
}

/// A screen that a person visited.
public struct VisitedScreen: Hashable, Sendable {
  /// The screen's URL.
  public var url: ScreenURL
  /// The screen's title at that time.
  public var title: String
  /// The age in the shortest form: "2m", "3d".
  public var age: String
  /// The draft that is the reason for listing the screen, if there is one.
  public var draft: WaitingDraft.ID?

  /// Creates a visited screen.
  public init(url: ScreenURL, title: String, age: String = "", draft: WaitingDraft.ID? = nil) {
    self.url = url
    self.title = title
    self.age = age
    self.draft = draft
  }

  /// The effects that open the draft, or the URL if there is no draft.
  var opening: [Effect] { [draft.map { .continueDraft($0) } ?? .open(url)] }
}
