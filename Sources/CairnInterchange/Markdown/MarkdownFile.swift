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
    of inputs: [OpenedInput], in input: ImportInput
  ) throws(InterchangeError) -> RawTable {
    var files: [MarkdownFile] = []
    for input in inputs { files.append(MarkdownFile(name: input.name, blocks: try input.blocks())) }
    let (isFolder, texts) = (input.isFolder, files)
    let makeReader = { @Sendable () throws(InterchangeError) -> any RowReader in
      MarkdownReader(texts, isFolder: isFolder)
    }
    var reader = try makeReader()
    var row = RawRow()
    guard try reader.next(into: &row) else { throw .empty(name: input.name) }
    return RawTable(
      input: input.name, name: nil, definition: MarkdownReader.definition, makeReader: makeReader)
  }
}
