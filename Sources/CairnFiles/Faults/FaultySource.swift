/// A stream that does what another does, and fails as its file system says.
final class FaultySource: ByteSource {
  private let inner: any ByteSource
  private let files: FaultyFileSystem

  init(_ inner: any ByteSource, of files: FaultyFileSystem) {
    self.inner = inner
    self.files = files
  }

  var path: String { inner.path }

  func next() throws(FileError) -> [UInt8] {
    try files.attempt(.read, path) { () throws(FileError) in try inner.next() }
  }
}
