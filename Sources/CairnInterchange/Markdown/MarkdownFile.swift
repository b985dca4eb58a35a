internal import CairnStore

/// A file of Markdown, whose bytes are in memory.
struct MarkdownFile: Sendable {
  let name: String
  let blocks: [[UInt8]]
  /// The path of the file's folder within the input's folder, such as `work/2026`; empty for none.
  var folder = ""

  /// The title of its only text: the file's name, `nil` for a stream without one.
  var title: String? {
    InterchangeFormat(path: name) == .markdown ? Naming.baseName(of: name) : nil
  }

  /// The table that files make together.
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

  /// The folders between `root` and the file at `path`.
  private static func folder(of path: String, in root: String) -> String {
    let prefix = root.isEmpty || root.hasSuffix("/") ? root : root + "/"
    guard !prefix.isEmpty, path.hasPrefix(prefix) else { return "" }
    return path.dropFirst(prefix.count).split(separator: "/").dropLast().joined(separator: "/")
  }

  /// Sorts the files of an export by the keys of their records.
  ///
  /// The names of the files say nothing of that order.
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
