internal import CairnJSON

/// The bytes of a session's file: a header line, then a line for each entry.
///
///     {"format":"cairn navigation","version":1,…,"tabs":[{"back":[1,2],"current":3,"forward":[4]}],…}
///     {"id":1,"url":"cairn://~launcher",…}
///     {"id":2,…}
///
/// The header has the positions of all entries, in the order of the lines, and the number of bytes
/// after it. So a truncated file is detected without decoding an entry.
///
/// Closed tabs are in the header with their lines, so older programs count the other lines
/// correctly.
enum StateDocument {
  static let format = "cairn navigation"
  static let version: Int64 = 1

  static func bytes(_ state: NavigatorState, savedAt: Timestamp) -> [UInt8] {
    let entries = state.entries
    let lines = entries.map(\.line) + state.recents.map(\.line)
    let length = lines.reduce(lines.count) { $0 + $1.count }
    var writer = JSONWriter()
    writer.beginObject()
    writer.writeHeader(of: state, savedAt: savedAt)
    writer.write("modal", entries.filter(\.isModal))
    writer.write("recents", state.recents)
    if !state.arrangements.isEmpty { writer.write(state.arrangements) }
    if !state.closedTabs.isEmpty { writer.write(closed: state.closedTabs) }
    writer.name("bytes")
    writer.write(length)
    writer.endObject()
    writer.newline()
    var bytes = writer.take()
    bytes.reserveCapacity(bytes.count + length)
    for line in lines {
      bytes += line
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }
}

// The header can have thousands of numbers, so they are written without making JSON values first.
extension JSONWriter {
  mutating func writeHeader(of state: NavigatorState, savedAt: Timestamp) {
    name("format")
    write(StateDocument.format)
    name("version")
    write(StateDocument.version)
    name("savedAt")
    write(savedAt.milliseconds)
    name("home")
    write(state.home.text)
    name("selectedTab")
    write(state.selectedTab)
    name("lastID")
    write(Int64(bitPattern: state.lastID))
    name("tabs")
    beginArray()
    for tab in state.tabs { write(tab) }
    endArray()
  }

  private mutating func write(_ tab: Tab) {
    beginObject()
    writePlaces(of: tab)
    endObject()
  }

  private mutating func writePlaces(of tab: Tab) {
    write("back", tab.back)
    name("current")
    write(tab.current.id)
    write("forward", tab.forward)
  }

  /// Writes each closed tab with the lines of its entries, in the order of the tab.
  mutating func write(closed tabs: [Tab]) {
    name("closedTabs")
    beginArray()
    for tab in tabs {
      beginObject()
      writePlaces(of: tab)
      write("modal", tab.entries.filter(\.isModal))
      if let place = tab.place {
        name("place")
        write(place)
      }
      name("lines")
      beginArray()
      for entry in tab.entries { write(String(decoding: entry.line, as: UTF8.self)) }
      endArray()
      endObject()
    }
    endArray()
  }

  /// Writes each arrangement as an object of its items, which all have a value.
  mutating func write(_ arrangements: [String: [QueryItem]]) {
    name("arrangements")
    beginObject()
    for (kind, items) in arrangements.sorted(by: { $0.key < $1.key }) {
      name(kind)
      beginObject()
      for item in items {
        name(item.name)
        write(item.value ?? "")
      }
      endObject()
    }
    endObject()
  }

  mutating func write(_ name: String, _ entries: [Entry]) {
    self.name(name)
    beginArray()
    for entry in entries { write(entry.id) }
    endArray()
  }

  private mutating func write(_ id: Entry.ID) { write(Int64(bitPattern: id.number)) }
}
