/// Bytes that arrive in order and once: a file, a pipe, standard input.
public protocol ByteSource: AnyObject {
  /// What errors call the source, its path for example.
  var path: String { get }

  /// Returns the next bytes, as many as are at hand, or none at the end.
  func next() throws(FileError) -> [UInt8]
}

/// The bytes of an open file from its start, in chunks.
public final class OpenFileSource: ByteSource {
  private let file: any OpenFile
  private let chunkSize = 256 << 10
  private var offset = 0

  /// Creates a source of the bytes of `file`.
  public init(_ file: any OpenFile) {
    self.file = file
  }

  /// The path that the file was opened by.
  public var path: String { file.path }

  /// Returns the next chunk, nothing at the file's end.
  public func next() throws(FileError) -> [UInt8] {
    let chunk = try file.read(at: offset, count: chunkSize)
    offset += chunk.count
    return chunk
  }
}
