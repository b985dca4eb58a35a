/// A source of bytes that are read once and in order: a file, a pipe, or standard input.
public protocol ByteSource: AnyObject {
  /// The name of the source in errors, for example its path.
  var path: String { get }

  /// Returns the next available bytes; empty at the end.
  func next() throws(FileError) -> [UInt8]
}

/// The bytes of an open file from its start, in chunks.
public final class OpenFileSource: ByteSource {
  private let file: any OpenFile
  private let chunkSize = 256 << 10
  private var offset = 0

  /// Creates a source.
  public init(_ file: any OpenFile) {
    self.file = file
  }

  /// The path of the file.
  public var path: String { file.path }

  /// Returns the next chunk; empty at the end.
  public func next() throws(FileError) -> [UInt8] {
    let chunk = try file.read(at: offset, count: chunkSize)
    offset += chunk.count
    return chunk
  }
}

/// The bytes of a descriptor from its present position.
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
  /// Opens the standard input of the program.
  public func standardInput() throws(FileError) -> any ByteSource {
    let name = "standard input"
    return DescriptorSource(try Descriptor(duplicating: 0, path: name), path: name)
  }
}
