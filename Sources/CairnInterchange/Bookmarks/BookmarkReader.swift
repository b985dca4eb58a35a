internal import CairnJSON
internal import CairnStore

/// Reads the bookmarks of a browser's export as rows.
///
/// The form is the one that Netscape began and that all browsers write. A folder's path becomes a
/// field of each bookmark in it. Icons are left out.
struct BookmarkReader: RowReader {
  /// The field with the address of a page.
  static let identifier = "URL"

  let columns = ["Title", "URL", "Folder", "Tags", "Keyword", "Description", "Added", "Modified"]

  private var tags: HTMLTags
  private var folders: [String] = []
  /// The title of a folder whose list has not begun yet.
  private var opening: String?
  private var pending: Bookmark?

  private struct Bookmark {
    var line: Int
    var attributes: [String: String]
    var title = ""
    var description = ""
    var folder = ""
  }

  init(_ bytes: [UInt8]) { tags = HTMLTags(bytes) }

  /// Whether a text is an export of bookmarks.
  static func isBookmarks(_ start: String) -> Bool {
    start.uppercased().contains("NETSCAPE-BOOKMARK-FILE")
  }

  mutating func next(into row: inout RawRow) throws(InterchangeError) -> Bool {
    guard let bookmark = nextBookmark() else { return false }
    row.begin(line: bookmark.line)
    guard let address = bookmark.attributes["href"], !address.isEmpty else {
      row.note(.unreadable(line: bookmark.line, reason: "the bookmark has no address"))
      return true
    }
    let title = bookmark.title.isEmpty ? address : bookmark.title
    row.set(0, .text, title.utf8)
    row.set(1, .text, address.utf8)
    if !bookmark.folder.isEmpty { row.set(2, .text, bookmark.folder.utf8) }
    let words = (bookmark.attributes["tags"] ?? "").split(separator: ",")
      .map { JSONValue.string(String($0).trimmingBlanks()) }
    if !words.isEmpty { row.set(3, .list, JSONValue.array(words).bytes()) }
    if let keyword = bookmark.attributes["shortcuturl"] { row.set(4, .text, keyword.utf8) }
    if !bookmark.description.isEmpty { row.set(5, .text, bookmark.description.utf8) }
    for (column, name) in [(6, "add_date"), (7, "last_modified")] {
      guard let text = bookmark.attributes[name] else { continue }
      if let time = Self.time(text) {
        row.set(column, .text, time.utf8)
      } else if text != "0", !text.isEmpty {
        row.noteLost(
          .unreadable(line: bookmark.line, reason: "\(name) \"\(text)\" is not a time"))
      }
    }
    return true
  }

  private mutating func nextBookmark() -> Bookmark? {
    while let tag = tags.next() {
      switch tag.name {
      case "a":
        let done = takePending()
        pending = Bookmark(
          line: tag.line, attributes: tag.attributes, title: tags.text(upTo: "/a"),
          folder: folders.filter { !$0.isEmpty }.joined(separator: "/"))
        if let done { return done }
      case "dd":
        let text = tags.text(upTo: "/dd")
        if pending != nil { pending?.description = text }
      case "h3":
        let done = takePending()
        opening = tags.text(upTo: "/h3")
        if let done { return done }
      case "dl":
        folders.append(opening ?? "")
        opening = nil
        if let done = takePending() { return done }
      case "/dl":
        if !folders.isEmpty { folders.removeLast() }
        if let done = takePending() { return done }
      default: break
      }
    }
    return takePending()
  }

  private mutating func takePending() -> Bookmark? {
    defer { pending = nil }
    return pending
  }

  /// Returns a time that is written in seconds, milliseconds or microseconds since 1970.
  private static func time(_ text: String) -> String? {
    guard var number = Int64(text.trimmingBlanks()), number > 0 else { return nil }
    // Seconds have ten digits until the year 2286.
    while number < 100_000_000_000_000 { number *= 1_000 }
    return ValueText.export(.datetime(Timestamp(microseconds: number)))
  }

  /// The fields of bookmarks.
  static var definition: Entity {
    let fields: [(String, AttributeType)] = [
      ("Title", .string), (identifier, .url), ("Folder", .string), ("Tags", .tags),
      ("Keyword", .string), ("Description", .text), ("Added", .datetime), ("Modified", .datetime),
    ]
    var entity = Entity(
      name: "Bookmark",
      properties: fields.map { .attribute(Attribute(name: $0, type: $1)) })
    entity.title = "Title"
    entity.isInferred = true
    return entity
  }
}
