/// A place in the history: a URL with the saved state of its screen, and no screen.
///
/// An entry from a session's file stays an undecoded line until its content is needed, so restoring
/// a thousand entries decodes one. Its line is encoded once after each change, so saving a thousand
/// entries encodes the few that changed. If a line is unreadable, the entry keeps it and has the
/// reason in ``damage``.
public struct Entry: Identifiable, Sendable {
  /// The identity of an entry in one session, which is never used twice.
  public struct ID: Hashable, Sendable {
    let number: UInt64
  }

  /// The identity of the entry, which stays if the URL changes.
  public let id: ID

  /// Whether the entry starts a modal stack over the entry below.
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

  /// The mode in which the entry was opened.
  public var mode: PresentationMode { content.mode }

  /// The title in the breadcrumb.
  public var title: String { content.title }

  /// The saved state of the screen.
  public var state: StateValue { content.state }

  /// The version of ``state``.
  public var stateVersion: Int { content.stateVersion }

  /// Whether the entry may expire.
  public var importance: Importance { content.importance }

  /// When the entry was last visited or changed.
  public var savedAt: Timestamp { content.savedAt }

  /// The list that the screen was opened from, where next and previous lead.
  public var listURL: ScreenURL? { content.listURL }

  /// The reason why the entry's line is unreadable; nil if it is readable.
  public var damage: String? { content.damage }

  /// Whether the entry is too old for a history that starts at `oldest`.
  func expires(before oldest: Timestamp) -> Bool {
    let content = content
    return content.importance != .draft && content.savedAt < oldest
  }

  var content: EntryContent {
    switch storage {
    case .content(let written): written.content
    case .line(let line): EntryContent(line: line, id: id)
    }
  }

  /// The line of the entry in the session's file; an unchanged entry keeps the line that was read
  /// or written.
  var line: ArraySlice<UInt8> {
    switch storage {
    case .content(let written): written.line(id: id)
    case .line(let line): line
    }
  }

  mutating func change(_ change: EntryChange) {
    var changed = content
    changed.apply(change)
    // An unchanged entry keeps its line, so saving doesn't encode it again.
    if changed != content { storage = .content(WrittenEntry(changed)) }
  }
}

extension Entry: Hashable {
  /// Whether two entries have the same identity and content, decoded or not.
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

/// A change of an entry; nil leaves a part unchanged.
public struct EntryChange: Hashable, Sendable {
  /// The new URL, for example after a filter was typed; the screen stays.
  public var url: ScreenURL?

  /// The new list for next and previous.
  public var listURL: ScreenURL?

  /// The title in the breadcrumb.
  public var title: String?

  /// The new state of the screen.
  public var state: StateValue?

  /// The version of ``state``.
  public var stateVersion: Int?

  /// Whether the entry may expire.
  public var importance: Importance?

  /// The time of the change.
  public var savedAt: Timestamp?

  /// Creates a change.
  public init(
    url: ScreenURL? = nil, listURL: ScreenURL? = nil, title: String? = nil,
    state: StateValue? = nil, stateVersion: Int? = nil, importance: Importance? = nil,
    savedAt: Timestamp? = nil
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

/// A place to visit; it becomes an entry when it enters the history.
public struct Visit: Hashable, Sendable {
  /// The canonical URL.
  public var url: ScreenURL

  /// The mode of presentation.
  public var mode: PresentationMode

  /// The title in the breadcrumb until the screen is made.
  public var title: String

  /// The initial state of the screen, for example an opener's arguments.
  public var state: StateValue

  /// The version of ``state``.
  public var stateVersion: Int

  /// Whether the entry may expire.
  public var importance: Importance

  /// The time of the visit.
  public var savedAt: Timestamp

  /// The list that the screen was opened from, where next and previous lead.
  public var listURL: ScreenURL?

  /// Whether the entry is written to the session's file.
  public var isSaved: Bool

  /// Creates a visit; by default, the title is the last segment of the URL.
  public init(
    _ url: ScreenURL, mode: PresentationMode = .push, title: String? = nil,
    state: StateValue = .empty, stateVersion: Int = 1, importance: Importance = .normal,
    savedAt: Timestamp = Timestamp(milliseconds: 0), listURL: ScreenURL? = nil, isSaved: Bool = true
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

/// The value of an entry when old entries are removed.
public enum Importance: String, Hashable, Sendable, StateConvertible {
  /// The entry may expire.
  case normal
  /// The entry has unsaved work and never expires.
  case draft
}
