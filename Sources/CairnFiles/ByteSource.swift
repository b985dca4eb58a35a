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

/// The bytes that a descriptor gives when read from where it is.
final class DescriptorSource: ByteSource {
  let path: String
  private let descriptor: Descriptor
  private let chunkSize = 256 << 10

  init(_ descriptor: consuming Descriptor, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  func next() throws(FileError) -> [UInt8] {
    try descriptor.read(upTo: chunkSize, path: path)
  }
}

extension RealFileSystem {
  /// Returns what the program is given on standard input.
  public func standardInput() throws(FileError) -> any ByteSource {
    let name = "standard input"
    return DescriptorSource(try Descriptor(duplicating: 0, path: name), path: name)
  }
}
