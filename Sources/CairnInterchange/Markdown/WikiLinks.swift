internal import CairnStore

/// The links in a text of Markdown that name other notes, as in `[[Name]]`.
///
/// A link may have a folder, a heading and other words: `[[work/Name#Heading|words]]`. A link in
/// code is text. A link to another file, such as `[[photo.png]]`, names no note.
struct WikiLinks {
  /// A link to a note.
  struct Link: Hashable {
    /// The words of the folder; `.` and `..` begin at the note's own folder.
    let folder: [String]
    /// The name of the note.
    let name: String

    /// The link as a text has it, without heading and other words.
    var text: String { "[[\((folder + [name]).joined(separator: "/"))]]" }

    /// Whether the name has the ending of a file, such as `photo.png`.
    var namesFile: Bool {
      guard let point = name.lastIndex(of: ".") else { return false }
      let ending = name[name.index(after: point)...]
      return (2...5).contains(ending.count) && ending.contains(where: \.isLetter)
        && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
  }

  /// The links, each once, in the order of the text.
  private(set) var links: [Link] = []
  private var met: Set<Link> = []

  /// Creates an empty list of links.
  init() {}

  /// Adds the links of a text.
  mutating func add(_ text: String) {
    guard Self.mayHaveLinks(Array(text.utf8)[...]) else { return }
    var fence: Substring?
    for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
      let start = line.drop { $0 == " " || $0 == ">" }
      let mark = start.prefix { $0 == start.first && ($0 == "`" || $0 == "~") }
      if mark.count >= 3,
        fence.map({ mark.hasPrefix($0) }) ?? !start.dropFirst(mark.count).contains("`")
      {
        fence = fence == nil ? mark : nil
      } else if fence == nil {
        addLinks(in: line)
      }
    }
  }

  /// Returns whether bytes have the beginning of a link.
  static func mayHaveLinks(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while let place = rest.firstIndex(of: Byte.openBracket) {
      rest = rest[(place + 1)...]
      if rest.first == Byte.openBracket { return true }
    }
    return false
  }

  private mutating func addLinks(in line: Substring) {
    var rest = line
    while let place = rest.firstIndex(where: { $0 == "[" || $0 == "`" }) {
      rest = rest[place...]
      if rest.first == "`" {
        let mark = rest.prefix { $0 == "`" }
        rest = rest.dropFirst(mark.count)
        if let code = Self.range(of: mark, in: rest) { rest = rest[code.upperBound...] }
        continue
      }
      guard rest.hasPrefix("[["), !rest.hasPrefix("[[[") else {
        rest = rest.dropFirst()
        continue
      }
      rest = rest.dropFirst(2)
      guard let end = rest.firstIndex(where: { "[]".contains($0) }),
        rest[end...].hasPrefix("]]")
      else { continue }
      add(link: rest[..<end])
      rest = rest[end...].dropFirst(2)
    }
  }

  /// Returns the range of the next run of exactly these backquotes.
  private static func range(of mark: Substring, in text: Substring) -> Range<Substring.Index>? {
    var rest = text
    while let place = rest.firstIndex(of: "`") {
      let run = rest[place...].prefix { $0 == "`" }
      if run.count == mark.count { return run.startIndex..<run.endIndex }
      rest = rest[run.endIndex...]
    }
    return nil
  }

  private mutating func add(link text: Substring) {
    // In a table, a backslash keeps the bar from ending a cell.
    var path = text.prefix { !"|#^".contains($0) }
    if path.last == "\\" { path = path.dropLast() }
    var words = path.split(separator: "/").map { $0.trimmingBlanks() }
    guard var name = words.popLast(), !name.isEmpty else { return }
    if name.lowercased().hasSuffix(".md") { name = String(name.dropLast(3)) }
    let link = Link(folder: words, name: name)
    if !name.isEmpty, met.insert(link).inserted { links.append(link) }
  }
}

/// Finds the notes of a collection by names and folders, ignoring case.
struct NoteNames {
  /// The result of a search.
  enum Found: Equatable {
    case none
    case one(RecordKey)
    /// Several notes have the name, and no folder tells which of them is meant.
    case several
  }

  private struct Note: Hashable {
    let key: RecordKey
    let folder: String
  }

  private var notes: [String: Set<Note>] = [:]

  /// Creates the search among a table's notes; without a table it is empty.
  init(_ table: Table?) {
    guard let table, let name = table.entity.attribute(matching: MarkdownReader.name)?.name else {
      return
    }
    let folder = table.entity.attribute(matching: MarkdownReader.folder)?.name
    for row in table.rows {
      guard let name = row[name] else { continue }
      add(
        row.key, called: FieldIndex.text(of: name),
        in: folder.flatMap { row[$0] }.map(FieldIndex.text) ?? "")
    }
  }

  /// Adds a name of a note.
  mutating func add(_ key: RecordKey, called name: String, in folder: String) {
    notes[name.lowercased(), default: []].insert(Note(key: key, folder: folder.lowercased()))
  }

  /// Returns the note that a link names.
  ///
  /// Without a folder in the link, a note in the folder of the link comes first, and then a note
  /// without a folder. A folder in the link may lack its beginning.
  ///
  /// - Parameters:
  ///   - link: the link.
  ///   - folder: the folder of the note that has the link.
  /// - Returns: the note, or the reason why none is found.
  func note(_ link: WikiLinks.Link, from folder: String) -> Found {
    guard let notes = notes[link.name.lowercased()] else { return .none }
    let own = folder.lowercased()
    let asked = link.folder.map { $0.lowercased() }
    if asked.first == "." || asked.first == ".." {
      return Self.found(notes, in: Self.path(asked, from: own)) ?? .none
    }
    let path = asked.joined(separator: "/")
    guard !path.isEmpty else {
      return Self.found(notes, in: own) ?? Self.found(notes, in: "") ?? Self.only(of: notes)
    }
    return Self.found(notes, in: path)
      ?? Self.found(notes, in: own.isEmpty ? path : "\(own)/\(path)")
      ?? Self.only(of: notes.filter { $0.folder.hasSuffix("/\(path)") })
  }

  private static func found(_ notes: Set<Note>, in folder: String) -> Found? {
    let there = notes.filter { $0.folder == folder }
    return there.isEmpty ? nil : only(of: there)
  }

  private static func only(of notes: Set<Note>) -> Found {
    let keys = Set(notes.map(\.key))
    guard let key = keys.first else { return .none }
    return keys.count == 1 ? .one(key) : .several
  }

  /// Returns the folder at the end of a path that begins in another folder.
  private static func path(_ words: [String], from folder: String) -> String {
    var path = folder.split(separator: "/").map(String.init)
    for word in words {
      if word == ".." { _ = path.popLast() } else if word != "." { path.append(word) }
    }
    return path.joined(separator: "/")
  }
}

/// The names of the notes in a table, and the names in their links.
struct NoteEvidence {
  private(set) var names: Set<String> = []
  private(set) var targets: Set<String> = []

  /// Adds a note by the row that it becomes.
  mutating func add(_ row: borrowing RawRow, _ columns: [String]) {
    if let file = row.file { names.insert(Naming.baseName(of: file).lowercased()) }
    for column in 0..<row.count where row.kind(at: column).hasValue {
      if columns[column].lowercased() == MarkdownReader.name.lowercased() {
        names.insert(row.text(at: column).lowercased())
      }
      guard WikiLinks.mayHaveLinks(row.bytes(at: column)) else { continue }
      var links = WikiLinks()
      links.add(row.text(at: column))
      targets.formUnion(links.links.map { $0.name.lowercased() })
    }
  }
}
