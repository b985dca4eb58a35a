internal import CairnStore

/// A Markdown text with its front matter.
struct MarkdownDocument {
  /// The line at which the text begins, from 1.
  var line: Int
  /// The lines between the fences, each with a line feed; `nil` without fences.
  var frontMatter: [UInt8]?
  /// Whether the front matter is TOML rather than YAML.
  var isTOML = false
  /// The text without empty lines at its start and end.
  var body: [UInt8] = []
  /// Whether the front matter begins like that of an export.
  var isExported = false
  /// Remarks about the fences.
  var remarks: [FrontMatter.Remark] = []
  /// The lines of the front matter that have no place in the record.
  var losses: [RowProblem] = []
  /// The reason why the text cannot be used.
  var problem: RowProblem?

  private var fence: String { isTOML ? "+++" : "---" }

  /// Makes the front matter a part of the text, with its fences.
  mutating func joinFrontMatter() {
    guard let fields = frontMatter else { return }
    let fence = Array(fence.utf8) + [Byte.lineFeed]
    body = fence + fields + fence + (body.isEmpty ? [] : [Byte.lineFeed]) + body
    if body.last == Byte.lineFeed { body.removeLast() }
    frontMatter = nil
  }

  /// Makes the lines below an opening fence the text, as nothing closes it.
  mutating func take(_ lines: [UInt8]) {
    let reason = "the \(fence) that opens here is never closed"
    guard !isExported else {
      problem = .notMarkdown(line: line, column: 1, reason: reason)
      return
    }
    remarks.append(.init(line: line, reason: "\(reason), so the whole note is its text"))
    body = Array(fence.utf8) + [Byte.lineFeed] + lines
  }
}

/// Splits a stream of bytes into Markdown texts.
///
///     ---                          a fence, on the first line only; +++ around TOML
///     url: cairn://recipes/p3      fields, in YAML
///     ---                          or ...
///
///     text
///
/// A file holds one text, because `---` is also a horizontal rule. It is the fence of another text
/// only if the next line begins like front matter of an export.
struct MarkdownDocuments {
  private struct Line {
    var bytes: ArraySlice<UInt8>
    var number: Int
  }

  /// The possible starts of the front matter in an export, below the fence; an address follows.
  private static let identities = RecordJSON.identityKeys.map { key in
    Array("\(YAMLWriter.isPlain(key) ? key : "\"\(key)\""): ".utf8)
  }

  private var lines: ByteLines
  /// The lines that were read ahead and not taken yet.
  private var ahead: [Line] = []

  init(_ source: ByteStream) {
    lines = ByteLines(source)
  }

  /// Returns the next text; `nil` after the last one.
  ///
  /// Empty lines alone are no text.
  mutating func next() throws(InterchangeError) -> MarkdownDocument? {
    guard let first = try takeContent() else { return nil }
    var document = MarkdownDocument(line: first.number)
    let mayOpen = first.number == 1 ? true : try isIdentityAhead()
    document.isExported = try isIdentityAhead()
    if Self.isFence(first.bytes), mayOpen {
      try readFrontMatter(of: &document)
    } else if first.number == 1, Self.isTOMLFence(first.bytes) {
      document.isTOML = true
      try readFrontMatter(of: &document)
    } else {
      Self.append(first, to: &document)
    }
    while let line = try take() {
      if Self.isFence(line.bytes), try isIdentityAhead() {
        ahead.insert(line, at: 0)
        break
      }
      Self.append(line, to: &document)
    }
    Self.dropEmptyEnd(of: &document.body)
    return document
  }

  private mutating func readFrontMatter(
    of document: inout MarkdownDocument
  ) throws(InterchangeError) {
    var fields: [UInt8] = []
    while let line = try take() {
      let isEnd =
        document.isTOML
        ? Self.isTOMLFence(line.bytes)
        : Self.isFence(line.bytes) || Self.trimmed(line.bytes).elementsEqual("...".utf8)
      if isEnd {
        document.frontMatter = fields
        return
      }
      fields += line.bytes
      fields.append(Byte.lineFeed)
    }
    document.take(fields)
  }

  /// Returns whether `text` contains the start of another text.
  static func isDivided(_ text: String) -> Bool {
    let lines = text.utf8.split(separator: Byte.lineFeed, omittingEmptySubsequences: false)
    return zip(lines, lines.dropFirst()).contains { line, next in
      isFence(Array(line)[...]) && identities.contains { next.starts(with: $0) }
    }
  }

  private static func isFence(_ line: ArraySlice<UInt8>) -> Bool {
    trimmed(line).elementsEqual("---".utf8)
  }

  private static func isTOMLFence(_ line: ArraySlice<UInt8>) -> Bool {
    trimmed(line).elementsEqual("+++".utf8)
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line[..<((line.lastIndex { $0 > Byte.space } ?? line.startIndex - 1) + 1)]
  }

  /// Adds a line to the text; empty lines at the start are left out.
  private static func append(_ line: Line, to document: inout MarkdownDocument) {
    if document.body.isEmpty, trimmed(line.bytes).isEmpty { return }
    document.body += line.bytes
    document.body.append(Byte.lineFeed)
  }

  private static func dropEmptyEnd(of body: inout [UInt8]) {
    let last = body.lastIndex { $0 > Byte.space } ?? 0
    guard let end = body[last...].firstIndex(of: Byte.lineFeed) else { return }
    body.removeSubrange(end...)
  }

  // MARK: - Lines

  private mutating func isIdentityAhead() throws(InterchangeError) -> Bool {
    if ahead.isEmpty, let line = try read() { ahead.append(line) }
    guard let next = ahead.first else { return false }
    return Self.identities.contains { start in
      guard next.bytes.starts(with: start) else { return false }
      let value = next.bytes.dropFirst(start.count)
      return value.starts(with: "\(RecordAddress.usualScheme)://".utf8)
        || RecordAddress(Self.trimmed(value)) != nil
    }
  }

  private mutating func takeContent() throws(InterchangeError) -> Line? {
    while let line = try take() {
      if !Self.trimmed(line.bytes).isEmpty { return line }
    }
    return nil
  }

  private mutating func take() throws(InterchangeError) -> Line? {
    ahead.isEmpty ? try read() : ahead.removeFirst()
  }

  private mutating func read() throws(InterchangeError) -> Line? {
    guard let line = try lines.next() else { return nil }
    return Line(
      bytes: line.last == Byte.carriageReturn ? line.dropLast() : line, number: lines.number)
  }
}

/// A Markdown file, whose bytes are in memory.
struct MarkdownFile: Sendable {
  let name: String
  let blocks: [[UInt8]]
  /// The path of the file's folder within the input's folder, such as `work/2026`; empty without
  /// one.
  var folder = ""

  /// The title of the file's only text: the file's name; `nil` for a stream without a name.
  var title: String? {
    InterchangeFormat(path: name) == .markdown ? Naming.baseName(of: name) : nil
  }

  /// Returns the table of several files.
  static func table(
    of opened: [OpenedInput], in input: ImportInput
  ) throws(InterchangeError) -> RawTable {
    let files = try opened.map { file throws(InterchangeError) in
      MarkdownFile(
        name: file.name, blocks: try file.blocks(), folder: folder(of: file.name, in: input.folder))
    }
    let isFolder = input.isFolder
    let ordered = isFolder ? try inOrderOfKeys(files) : files
    let makeReader = { @Sendable () throws(InterchangeError) -> any RowReader in
      MarkdownReader(ordered, isFolder: isFolder)
    }
    var reader = try makeReader()
    var row = RawRow()
    guard try reader.next(into: &row) else { throw .empty(name: input.name) }
    return RawTable(
      input: input.name, name: nil, definition: MarkdownReader.definition, makeReader: makeReader)
  }

  /// Returns the folders between `root` and the file at `path`.
  private static func folder(of path: String, in root: String) -> String {
    let prefix = root.isEmpty || root.hasSuffix("/") ? root : root + "/"
    guard !prefix.isEmpty, path.hasPrefix(prefix) else { return "" }
    return path.dropFirst(prefix.count).split(separator: "/").dropLast().joined(separator: "/")
  }

  /// Sorts the files of an export by the keys of their records.
  ///
  /// The names of the files are in another order.
  private static func inOrderOfKeys(
    _ files: [MarkdownFile]
  ) throws(InterchangeError) -> [MarkdownFile] {
    var keyed: [(key: RecordKey, file: MarkdownFile)] = []
    for file in files {
      var reader = MarkdownReader([file], isFolder: true)
      var row = RawRow()
      guard try reader.next(into: &row), row.problem == nil,
        let address = RecordJSON.identityKeys.lazy.compactMap({ key in
          reader.columns.firstIndex(of: key).flatMap { RecordAddress(row.text(at: $0)) }
        }).first
      else { return files }
      keyed.append((address.key, file))
    }
    return keyed.enumerated().sorted {
      ($0.element.key, $0.offset) < ($1.element.key, $1.offset)
    }.map(\.element.file)
  }
}
