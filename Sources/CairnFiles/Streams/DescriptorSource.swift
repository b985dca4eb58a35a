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
