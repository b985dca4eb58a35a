/// An open file that does what another does, and fails as its file system says.
final class FaultyFile: OpenFile {
  private let inner: any OpenFile
  private let files: FaultyFileSystem

  init(_ inner: any OpenFile, of files: FaultyFileSystem) {
    self.inner = inner
    self.files = files
  }

  var path: String { inner.path }

  func size() throws(FileError) -> Int {
    try files.attempt(.examine, path) { () throws(FileError) in try inner.size() }
  }

  func linkCount() throws(FileError) -> Int {
    try files.attempt(.examine, path) { () throws(FileError) in try inner.linkCount() }
  }

  func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    try files.attempt(.read, path) { () throws(FileError) in
      try inner.read(at: offset, count: count)
    }
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    let half = { () throws(FileError) in
      try self.inner.write(Array(bytes.prefix(bytes.count / 2)), at: offset)
    }
    try files.attempt(.write, path, part: half) { () throws(FileError) in
      try inner.write(bytes, at: offset)
    }
  }

  func synchronize() throws(FileError) {
    try files.attempt(.synchronize, path) { () throws(FileError) in try inner.synchronize() }
  }

  func truncate(to size: Int) throws(FileError) {
    try files.attempt(.truncate, path) { () throws(FileError) in try inner.truncate(to: size) }
  }

  func setPermissions(_ bits: UInt16) throws(FileError) {
    try files.attempt(.permit, path) { () throws(FileError) in try inner.setPermissions(bits) }
  }
}
