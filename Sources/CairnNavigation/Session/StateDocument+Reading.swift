internal import CairnJSON

extension StateDocument {
  /// The content of a file, with undecoded entries.
  struct Contents {
    let state: NavigatorState
    let savedAt: Timestamp
  }

  /// Reads the header, and assigns each entry its line.
  static func read(_ bytes: [UInt8]) throws(StateDamage) -> Contents {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { throw .noHeader }
    let header = try Header(line: bytes[..<end])
    let body = bytes[(end + 1)...]
    guard header.length == Int64(body.count) else {
      throw .length(expected: header.length, found: body.count)
    }
    let lines = body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .dropLast()
    let state = try header.state(lines)
    return Contents(state: state, savedAt: header.savedAt)
  }

  /// The first line, with the positions of all entries.
  struct Header {
    struct Places {
      let back: [UInt64]
      let current: UInt64
      let forward: [UInt64]
    }

    let savedAt: Timestamp
    let home: ScreenURL
    let selectedTab: Int
    let lastID: UInt64
    let tabs: [Places]
    let modal: Set<UInt64>
    let recents: [UInt64]
    let arrangements: [String: [QueryItem]]
    let closedTabs: [Tab]
    let length: Int64

    init(line: ArraySlice<UInt8>) throws(StateDamage) {
      let json = try Self.json(line)
      guard json["format"]?.string == format else { throw .otherFormat }
      let written = try Self.integer(json, "version")
      guard written == version else { throw .newerVersion(written) }
      // The time is before 1970 if the clock was not set.
      guard let time = json["savedAt"]?.integer else { throw .missing("savedAt") }
      savedAt = Timestamp(milliseconds: time)
      home = try Self.url(json, "home")
      tabs = try Self.tabs(json)
      modal = Set(try Self.ids(json, "modal"))
      recents = try Self.ids(json, "recents")
      arrangements = Self.arrangements(json)
      length = try Self.integer(json, "bytes")
      lastID = UInt64(bitPattern: try Self.integer(json, "lastID"))
      selectedTab = Int(try Self.integer(json, "selectedTab"))
      guard tabs.indices.contains(selectedTab) else { throw .missing("selectedTab") }
      let all = tabs.flatMap { $0.back + [$0.current] + $0.forward } + recents
      closedTabs = Self.closedTabs(json, besides: Set(all), upTo: lastID)
      guard Set(all).count == all.count else { throw .repeatedEntry }
      guard all.allSatisfy({ $0 <= lastID }) else { throw .missing("lastID") }
    }

    func state(_ lines: ArraySlice<ArraySlice<UInt8>>) throws(StateDamage) -> NavigatorState {
      let count = tabs.reduce(recents.count) { $0 + $1.back.count + 1 + $1.forward.count }
      guard lines.count == count else {
        throw .lineCount(expected: count, found: lines.count)
      }
      var rest = lines[...]
      func entries(_ ids: [UInt64], modal: Set<UInt64>) -> [Entry] {
        ids.map { Entry(.init(number: $0), isModal: modal.contains($0), line: rest.removeFirst()) }
      }
      let tabs = tabs.map { places in
        let back = entries(places.back, modal: modal)
        let current = entries([places.current], modal: modal)[0]
        return Tab(back: back, current: current, forward: entries(places.forward, modal: modal))
      }
      return NavigatorState(
        tabs: tabs, selectedTab: selectedTab, recents: entries(recents, modal: []),
        arrangements: arrangements, closedTabs: closedTabs, home: home, lastID: lastID)
    }
  }
}

extension StateDocument.Header {
  private static func json(_ line: ArraySlice<UInt8>) throws(StateDamage) -> JSONValue {
    do {
      var reader = JSONReader(line)
      return try reader.only()
    } catch {
      throw .headerNotJSON("\(error)")
    }
  }

  private static func integer(_ json: JSONValue, _ name: String) throws(StateDamage) -> Int64 {
    guard let number = json[name]?.integer, number >= 0 else { throw .missing(name) }
    return number
  }

  private static func url(_ json: JSONValue, _ name: String) throws(StateDamage) -> ScreenURL {
    guard let text = json[name]?.string, let url = try? ScreenURL(parsing: text) else {
      throw .missing(name)
    }
    return url
  }

  /// Files of older versions lack it, and an unreadable one is no damage.
  private static func arrangements(_ json: JSONValue) -> [String: [QueryItem]] {
    let kinds = json["arrangements"]?.object?.members ?? []
    return kinds.reduce(into: [:]) { arrangements, kind in
      let items = kind.value.object?.members ?? []
      arrangements[kind.name] = items.map { QueryItem($0.name, $0.value.string) }
    }
  }

  private static func ids(_ json: JSONValue, _ name: String) throws(StateDamage) -> [UInt64] {
    guard let array = json[name]?.array else { throw .missing(name) }
    var ids: [UInt64] = []
    for element in array {
      guard let number = element.integer, number >= 0 else { throw .missing(name) }
      ids.append(UInt64(number))
    }
    return ids
  }

  /// Files of older versions lack it, and an unreadable one is no damage.
  private static func closedTabs(
    _ json: JSONValue, besides known: Set<UInt64>, upTo lastID: UInt64
  ) -> [Tab] {
    var known = known
    return (json["closedTabs"]?.array ?? []).compactMap { closed in
      guard let places = try? places(closed), let modal = try? ids(closed, "modal"),
        let lines = closed["lines"]?.array?.compactMap(\.string)
      else { return nil }
      let ids = places.back + [places.current] + places.forward
      guard ids.count == lines.count, Set(ids).count == ids.count, known.isDisjoint(with: ids),
        ids.allSatisfy({ $0 <= lastID })
      else { return nil }
      known.formUnion(ids)
      let entries = zip(ids, lines).map { id, line in
        Entry(.init(number: id), isModal: modal.contains(id), line: Array(line.utf8)[...])
      }
      let here = places.back.count
      return Tab(
        back: Array(entries[..<here]), current: entries[here],
        forward: Array(entries[(here + 1)...]),
        // Files of older versions lack it.
        place: closed["place"]?.integer.flatMap { $0 < 0 ? nil : Int(exactly: $0) })
    }
  }

  private static func places(_ tab: JSONValue) throws(StateDamage) -> Places {
    Places(
      back: try ids(tab, "back"), current: UInt64(try integer(tab, "current")),
      forward: try ids(tab, "forward"))
  }

  private static func tabs(_ json: JSONValue) throws(StateDamage) -> [Places] {
    guard let array = json["tabs"]?.array, !array.isEmpty else { throw .missing("tabs") }
    var tabs: [Places] = []
    for tab in array { tabs.append(try places(tab)) }
    return tabs
  }
}

/// The reason why a session's file is unreadable.
enum StateDamage: Error, Hashable, CustomStringConvertible {
  case noHeader
  case headerNotJSON(String)
  case otherFormat
  case newerVersion(Int64)
  case missing(String)
  case length(expected: Int64, found: Int)
  case lineCount(expected: Int, found: Int)
  case repeatedEntry

  var description: String {
    switch self {
    case .noHeader: "it has no whole first line"
    case .headerNotJSON(let reason): "its first line is no JSON: \(reason)"
    case .otherFormat: "its first line does not belong to a saved session"
    case .newerVersion(let version): "it has version \(version), which this program doesn't know"
    case .missing(let name): "its first line lacks a proper \(name)"
    case .length(let expected, let found):
      "\(found) bytes follow its first line, which promises \(expected)"
    case .lineCount(let expected, let found):
      "\(found) lines follow its first line, which promises \(expected)"
    case .repeatedEntry: "its first line names an entry twice"
    }
  }
}
