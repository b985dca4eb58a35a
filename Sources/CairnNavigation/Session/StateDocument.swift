internal import CairnJSON

/// The bytes of a session's file: a header line, then a line for each entry.
///
///     {"format":"cairn navigation","version":1,…,"tabs":[{"back":[1,2],"current":3,"forward":[4]}],…}
///     {"id":1,"url":"cairn://~launcher",…}
///     {"id":2,…}
///
/// The header says which entries stand where, in the order of the lines, and how many bytes follow it, so
/// that a cut file is known without reading an entry. Entries stay lines until they are asked for.
enum StateDocument {
  static let format = "cairn navigation"
  static let version: Int64 = 1

  static func bytes(_ state: NavigatorState, savedAt: Moment) -> [UInt8] {
    var body: [UInt8] = []
    for entry in state.entries + state.recents {
      body += entry.line
      body.append(UInt8(ascii: "\n"))
    }
    return header(state, savedAt: savedAt, length: body.count) + [UInt8(ascii: "\n")] + body
  }

  private static func header(
    _ state: NavigatorState, savedAt: Moment, length: Int
  ) -> [UInt8] {
    let modal = state.entries.filter(\.isModal)
    let header: JSONValue = [
      "format": .string(format), "version": number(version),
      "savedAt": number(savedAt.milliseconds), "home": .string(state.home.text),
      "selectedTab": number(Int64(state.selectedTab)),
      "lastID": number(Int64(bitPattern: state.lastID)),
      "tabs": .array(state.tabs.map(tab)), "modal": ids(modal), "recents": ids(state.recents),
      "bytes": number(Int64(length)),
    ]
    return header.bytes()
  }

  private static func tab(_ tab: Tab) -> JSONValue {
    ["back": ids(tab.back), "current": id(tab.current), "forward": ids(tab.forward)]
  }

  private static func ids(_ entries: [Entry]) -> JSONValue { .array(entries.map(id)) }

  private static func id(_ entry: Entry) -> JSONValue {
    number(Int64(bitPattern: entry.id.number))
  }

  private static func number(_ number: Int64) -> JSONValue { .number(JSONNumber(number)) }
}
