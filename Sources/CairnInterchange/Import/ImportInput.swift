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
  /// The links in the folder that were skipped.
  let passedOver: [String]
  /// The path of the folder, with which the files' names begin; empty for none.
  let folder: String
  /// Sentences for the person about the folder.
  public var notices: [String] = []
  /// Whether it is the model beside files that a person named.
  private(set) var isBeside = false

  /// Creates an input of one stream.
  public init(_ source: ByteStream, format: InterchangeFormat? = nil) {
    name = source.name
    self.format = format
    sources = [source]
    isFolder = false
    passedOver = []
    folder = ""
  }

  /// Creates an input of the file `model.rec` beside files that a person named.
  ///
  /// It counts only for those that have addresses of its records.
  public init(modelBeside source: ByteStream) {
    self.init(source)
    isBeside = true
  }

  /// Creates an input of files of Markdown that belong together.
  ///
  /// - Parameters:
  ///   - name: The folder's name.
  ///   - path: The folder's path, if the files' names begin with it.
  ///   - files: The files, in the order that their records get.
  ///   - links: The links in the folder that were skipped.
  public init(
    folder name: String, at path: String = "", of files: [ByteStream],
    passingOver links: [String] = []
  ) {
    self.name = name
    folder = path
    format = .markdown
    sources = files
    isFolder = true
    passedOver = links
  }
}
