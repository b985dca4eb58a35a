internal import CairnStore

/// A file of Markdown, whose bytes are in memory.
struct MarkdownFile: Sendable {
  let name: String
  let blocks: [[UInt8]]

  /// The title of its only text: the file's name, `nil` for a stream without one.
  var title: String? {
    InterchangeFormat(path: name) == .markdown ? Naming.baseName(of: name) : nil
  }

  /// The table that files make together.
  static func table(
    of opened: [OpenedInput], in input: ImportInput
  ) throws(InterchangeError) -> RawTable {
    let files = try opened.map { file throws(InterchangeError) in
      MarkdownFile(name: file.name, blocks: try file.blocks())
    }
    let isFolder = input.isFolder
    let makeReader = { @Sendable () throws(InterchangeError) -> any RowReader in
      MarkdownReader(files, isFolder: isFolder)
    }
    var reader = try makeReader()
    var row = RawRow()
    guard try reader.next(into: &row) else { throw .empty(name: input.name) }
    return RawTable(
      input: input.name, name: nil, definition: MarkdownReader.definition, makeReader: makeReader)
  }
}
