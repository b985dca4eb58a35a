/// A place in the history: a URL with what its screen kept of itself, and no screen.
///
/// An entry read from a session's file stays the bytes of its line until something about it is
/// asked, so that restoring a thousand entries decodes one; and its line is encoded once after each
/// change, so that saving a thousand encodes the few that changed. An entry whose line can't be
/// read keeps the line and says so in ``damage``.
public struct Entry: Identifiable, Sendable {
  /// Tells entries of one session apart; never given twice.
  public struct ID: Hashable, Sendable {
    let number: UInt64
  }

  /// Identifies the entry, also after its URL has changed.
  public let id: ID

  /// Whether the entry starts a stack of its own over the one below.
  public let isModal: Bool

  /// Whether the entry is written to the session's file.
  public let isSaved: Bool

  private var storage: Storage

  private enum Storage {
    case content(WrittenEntry)
    case line(ArraySlice<UInt8>)
  }

  init(_ id: ID, _ visit: Visit) {
    self.id = id
    isModal = visit.mode == .modal
    isSaved = visit.isSaved
    storage = .content(WrittenEntry(EntryContent(visit)))
  }

  init(_ id: ID, isModal: Bool, line: ArraySlice<UInt8>) {
    self.id = id
    self.isModal = isModal
    isSaved = true
    storage = .line(line)
  }

  /// The canonical URL.
  public var url: ScreenURL { content.url }

  /// How the entry was presented.
  public var mode: PresentationMode { content.mode }

  /// What the breadcrumb says.
  public var title: String { content.title }

  /// What the screen kept of itself.
  public var state: StateValue { content.state }

  /// The version of ``state``.
  public var stateVersion: Int { content.stateVersion }

  /// Whether the entry may expire.
  public var importance: Importance { content.importance }

  /// When the entry was last visited or changed.
  public var savedAt: Moment { content.savedAt }

  /// The list that it was opened from, where next and previous lead.
  public var listURL: ScreenURL? { content.listURL }

  /// Why the entry's line in the session's file can't be read; nil if it can.
  public var damage: String? { content.damage }

  /// Whether a history that reaches back to `oldest` leaves the entry out.
  func expires(before oldest: Moment) -> Bool {
    let content = content
    return content.importance != .draft && content.savedAt < oldest
  }

  var content: EntryContent {
    switch storage {
    case .content(let written): written.content
    case .line(let line): EntryContent(line: line, id: id)
    }
  }

  /// The entry as a line of the session's file, as it was read or last written if nothing has
  /// changed.
  var line: ArraySlice<UInt8> {
    switch storage {
    case .content(let written): written.line(id: id)
    case .line(let line): line
    }
  }

  mutating func change(_ change: EntryChange) {
    var changed = content
    changed.apply(change)
    // What stays the same keeps its line, which is then not written anew.
    if changed != content { storage = .content(WrittenEntry(changed)) }
  }
}

extension Entry: Hashable {
  /// Whether two entries are the same place with the same content, decoded or not.
  public static func == (first: Entry, second: Entry) -> Bool {
    guard first.id == second.id, first.isModal == second.isModal else { return false }
    switch (first.storage, second.storage) {
    case (.line(let line), .line(let other)) where line == other: return true
    case (.content(let written), .content(let other)) where written === other: return true
    default: return first.content == second.content
    }
  }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// What changes about an entry; nil leaves a part as it is.
public struct EntryChange: Hashable, Sendable {
  /// The URL, when a filter was typed for instance; the screen stays.
  public var url: ScreenURL?

  /// The list that it goes on in, for its next and previous ones.
  public var listURL: ScreenURL?

  /// What the breadcrumb says.
  public var title: String?

  /// What the screen keeps of itself, with its version.
  public var state: StateValue?

  /// The version of ``state``.
  public var stateVersion: Int?

  /// Whether the entry may expire.
  public var importance: Importance?

  /// When this was.
  public var savedAt: Moment?

  /// Describes a change.
  public init(
    url: ScreenURL? = nil, listURL: ScreenURL? = nil, title: String? = nil,
    state: StateValue? = nil, stateVersion: Int? = nil, importance: Importance? = nil,
    savedAt: Moment? = nil
  ) {
    self.url = url
    self.listURL = listURL
    self.title = title
    self.state = state
    self.stateVersion = stateVersion
    self.importance = importance
    self.savedAt = savedAt
  }
}

/// A place about to be visited: an entry of the history before it has its identity.
public struct Visit: Hashable, Sendable {
  /// The canonical URL.
  public var url: ScreenURL

  /// How it is presented.
  public var mode: PresentationMode

  /// What the breadcrumb says until the screen is made.
  public var title: String

  /// What the screen finds as its own state, for instance an opener's arguments.
  public var state: StateValue

  /// The version of ``state``.
  public var stateVersion: Int

  /// Whether the entry may expire.
  public var importance: Importance

  /// When the place was visited.
  public var savedAt: Moment

  /// The list that it was opened from, where next and previous lead.
  public var listURL: ScreenURL?

  /// Whether the entry is written to the session's file.
  public var isSaved: Bool

  /// Describes a visit; the title is the URL's last segment if none is given.
  public init(
    _ url: ScreenURL, mode: PresentationMode = .push, title: String? = nil,
    state: StateValue = .empty, stateVersion: Int = 1, importance: Importance = .normal,
    savedAt: Moment = Moment(milliseconds: 0), listURL: ScreenURL? = nil, isSaved: Bool = true
  ) {
    self.url = url
    self.mode = mode
    self.title = title ?? url.segments.last ?? ""
    self.state = state
    self.stateVersion = stateVersion
    self.importance = importance
    self.savedAt = savedAt
    self.listURL = listURL
    self.isSaved = isSaved
  }
}

/// What an entry is worth when old ones are dropped.
public enum Importance: String, Hashable, Sendable, StateConvertible {
  /// It may expire.
  case normal
  /// It holds something unsaved, and never expires.
  case draft
}
