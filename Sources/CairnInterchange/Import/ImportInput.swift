/// One file, a folder of them, or another stream, to be imported.
public struct ImportInput {
  /// What messages call the input, and what gives the collection a name where nothing else does.
  public let name: String
  /// The form of the data; `nil` asks the name's extension, then the first bytes.
  public let format: InterchangeFormat?
  /// The bytes, of each file by itself.
  let sources: [ByteStream]
  /// Whether the files are one table, each a record of it or several.
  let isFolder: Bool

  /// Creates an input of one stream.
  public init(_ source: ByteStream, format: InterchangeFormat? = nil) {
    name = source.name
    self.format = format
    sources = [source]
    isFolder = false
  }

  /// Creates an input of files of Markdown that belong together.
  ///
  /// - Parameters:
  ///   - name: The folder's name.
  ///   - files: The files, in the order that their records get.
  public init(folder name: String, of files: [ByteStream]) {
    self.name = name
    format = .markdown
    sources = files
    isFolder = true
  }
}
