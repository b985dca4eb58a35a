/// Bytes that arrive in order and once: a file, a pipe, standard input.
public protocol ByteSource: AnyObject {
  /// What errors call the source, its path for example.
  var path: String { get }

  /// Returns the next bytes, as many as are at hand, or none at the end.
  func next() throws(FileError) -> [UInt8]
}

/// The bytes of an open file from its start, in chunks.
final class OpenFileSource: ByteSource {
  private let file: any OpenFile
  private let chunkSize: Int
  private var offset = 0

  init(_ file: any OpenFile, chunkSize: Int = 256 << 10) {
    self.file = file
    self.chunkSize = chunkSize
  }

  var path: String { file.path }

  func next() throws(FileError) -> [UInt8] {
    let chunk = try file.read(at: offset, count: chunkSize)
    offset += chunk.count
    return chunk
  }
}
