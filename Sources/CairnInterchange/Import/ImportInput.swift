/// One file, or another stream, to be imported.
public struct ImportInput {
  /// The bytes; their name gives the collection one where nothing else does.
  public var source: ByteStream
  /// The form of the data; `nil` asks the name's extension, then the first bytes.
  public var format: InterchangeFormat?

  /// Creates an input.
  public init(_ source: ByteStream, format: InterchangeFormat? = nil) {
    self.source = source
    self.format = format
  }
}
