public import CairnInterface
public import CairnNavigation

extension Keymap {
  /// The keys of the standard table as nobody has changed them.
  public static let standard: Keymap = {
    do { return try Keymap(ActionTable.standard) } catch { preconditionFailure("\(error)") }
  }()
}

/// What a screen may know about where it stands.
///
/// What only the launcher asks for is found out when it asks: a long history is not read for a
/// screen that shows none of it.
public struct Surroundings {
  /// The screen's own URL.
  public let url: ScreenURL?
  /// The list that the screen was opened from.
  public let listURL: ScreenURL?
  /// Whether it is drawn for who has it read aloud, line by line.
  public let isSpoken: Bool
  /// Whether it stands beside the screen that has the keys, where less of it is shown.
  public let isBeside: Bool
  /// Whether unsaved work outlives the program; not where its state can't be written.
  public let keepsDrafts: Bool
  /// What the person's keys do.
  public let keymap: Keymap
  /// How a URL that is reached from an origin would be opened: a list as it was arranged last.
  public let arranged: (ScreenURL, Origin) -> ScreenURL
  /// What opening a URL will do, by the map; makes no screen.
  public let mark: (ScreenURL) -> RowMark
  /// Makes the screen at a URL, to be shown beside another one; `nil` where that can't be.
  public let screen: (ScreenURL, Origin) -> (any Screen)?
  private let findRecents: () -> [VisitedScreen]
  private let findDrafts: () -> [VisitedScreen]
  private let findMessages: () -> [SaidMessage]

  /// Describes where a screen stands.
  ///
  /// - Parameters:
  ///   - url: the screen's own URL.
  ///   - listURL: the list that it was opened from.
  ///   - isSpoken: whether it is drawn for who has it read aloud.
  ///   - isBeside: whether it stands beside the screen that has the keys.
  ///   - keepsDrafts: whether unsaved work outlives the program.
  ///   - keymap: what the person's keys do.
  ///   - recents: found when asked for.
  ///   - drafts: found when asked for.
  ///   - messages: found when asked for.
  ///   - arranged: how a URL would be opened.
  ///   - screen: makes the screen at a URL that is reached from an origin, to be shown beside
  ///     another one.
  ///   - mark: what opening a URL will do.
  public init(
    url: ScreenURL? = nil, listURL: ScreenURL? = nil, isSpoken: Bool = false,
    isBeside: Bool = false, keepsDrafts: Bool = true, keymap: Keymap = .standard,
    recents: @autoclosure @escaping () -> [VisitedScreen] = [],
    drafts: @autoclosure @escaping () -> [VisitedScreen] = [],
    messages: @autoclosure @escaping () -> [SaidMessage] = [],
    arranged: @escaping (ScreenURL, Origin) -> ScreenURL = { url, _ in url },
    screen: @escaping (ScreenURL, Origin) -> (any Screen)? = { _, _ in nil },
    mark: @escaping (ScreenURL) -> RowMark = { _ in .push }
  ) {
    self.url = url
    self.listURL = listURL
    (self.isSpoken, self.isBeside, self.arranged) = (isSpoken, isBeside, arranged)
    (self.mark, self.keymap, self.keepsDrafts) = (mark, keymap, keepsDrafts)
    self.screen = screen
    findRecents = recents
    findDrafts = drafts
    findMessages = messages
  }

  /// The same for a screen that stands beside this one, at `url`.
  func beside(at url: ScreenURL) -> Surroundings {
    Surroundings(
      url: url, isSpoken: isSpoken, isBeside: true, keymap: keymap, recents: recents,
      drafts: drafts,
      messages: messages, arranged: arranged, mark: mark)
  }

  /// Screens that were open lately, the newest first, without this one.
  public var recents: [VisitedScreen] { findRecents() }

  /// Screens whose unsaved work was kept, the newest first.
  public var drafts: [VisitedScreen] { findDrafts() }

  /// What was said since the start, the newest first.
  public var messages: [SaidMessage] { findMessages() }
}

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
