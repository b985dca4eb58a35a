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
