internal import CairnJSON
internal import Synchronization

/// The content of an entry, in the form of its line.
struct EntryContent: Hashable, Sendable {
  var url: ScreenURL
  var mode: PresentationMode
  var title: String
  var state: StateValue
  var stateVersion: Int
  var importance: Importance
  var savedAt: Timestamp
  var listURL: ScreenURL?
  var damage: String?

  /// Members of the line that this version doesn't know; they stay for the version that does.
  private var others = JSONObject()

  init(_ visit: Visit) {
    url = visit.url
    mode = visit.mode
    title = visit.title
    state = visit.state
    stateVersion = visit.stateVersion
    importance = visit.importance
    savedAt = visit.savedAt
    listURL = visit.listURL
  }

  mutating func apply(_ change: EntryChange) {
    url = change.url ?? url
    title = change.title ?? title
    state = change.state ?? state
    stateVersion = change.stateVersion ?? stateVersion
    importance = change.importance ?? importance
    listURL = change.listURL ?? listURL
    savedAt = change.savedAt ?? savedAt
  }
}

extension EntryContent {
  private static let known: Set<String> = [
    "id", "url", "mode", "title", "state", "stateVersion", "importance", "savedAt", "listURL",
  ]

  /// Reads a line; an unreadable line gives the home URL and the reason in ``damage``.
  init(line: ArraySlice<UInt8>, id: Entry.ID) {
    do {
      var reader = JSONReader(line)
      try self.init(json: try reader.only(), id: id)
    } catch let error as JSONError {
      self.init(damage: "the line is no JSON: \(error)")
    } catch let error as NavigationError {
      self.init(damage: "\(error)")
    } catch {
      self.init(damage: "\(error)")
    }
  }

  private init(damage: String) {
    self.init(Visit(ScreenURL([]), title: "unreadable"))
    self.damage = damage
  }

  private init(json: JSONValue, id: Entry.ID) throws(NavigationError) {
    guard json["id"]?.integer == Int64(bitPattern: id.number) else {
      throw .unreadableState(key: "id", expected: "number \(id.number)")
    }
    guard let urlText = json["url"]?.string else {
      throw .unreadableState(key: "url", expected: "URL")
    }
    url = try ScreenURL(parsing: urlText)
    mode = json["mode"]?.string.flatMap(PresentationMode.init(rawValue:)) ?? .push
    title = json["title"]?.string ?? ""
    state = StateValue(json["state"] ?? .null)
    stateVersion = json["stateVersion"]?.integer.flatMap { Int(exactly: $0) } ?? 1
    importance = json["importance"]?.string.flatMap(Importance.init(rawValue:)) ?? .normal
    savedAt = Timestamp(milliseconds: json["savedAt"]?.integer ?? 0)
    listURL = try json["listURL"]?.string.map { text throws(NavigationError) in
      try ScreenURL(parsing: text)
    }
    others = JSONObject((json.object?.members ?? []).filter { !Self.known.contains($0.name) })
  }

  func line(id: Entry.ID) -> [UInt8] {
    var object: JSONObject = [
      "id": .number(JSONNumber(Int64(bitPattern: id.number))), "url": .string(url.text),
      "mode": .string(mode.rawValue), "title": .string(title), "state": state.json,
      "savedAt": .number(JSONNumber(savedAt.milliseconds)),
    ]
    if stateVersion != 1 { object["stateVersion"] = .number(JSONNumber(Int64(stateVersion))) }
    if importance != .normal { object["importance"] = .string(importance.rawValue) }
    if let listURL { object["listURL"] = .string(listURL.text) }
    object.members += others.members
    return JSONValue.object(object).bytes()
  }
}

/// The content of an entry with its encoded line.
///
/// Copies of the entry share this object. So a line that the writer's thread encoded for one state
/// is ready for the next.
final class WrittenEntry: Sendable {
  let content: EntryContent
  private let written = Mutex<ArraySlice<UInt8>?>(nil)

  init(_ content: EntryContent) { self.content = content }

  /// The line for the session's file, which is encoded at the first call.
  func line(id: Entry.ID) -> ArraySlice<UInt8> {
    written.withLock { written in
      if let line = written { return line }
      let line = content.line(id: id)[...]
      written = line
      return line
    }
  }
}
