/// The file of a draft, whose errors name the file that it is to replace: nobody else knows the
/// name that the draft has.
final class DraftFile: OpenFile {
  let path: String
  private let inner: any OpenFile

  init(_ inner: any OpenFile, replacing path: String) {
    self.inner = inner
    self.path = path
  }

  func size() throws(FileError) -> Int {
    try naming { () throws(FileError) in try inner.size() }
  }

  func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    try naming { () throws(FileError) in try inner.read(at: offset, count: count) }
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    try naming { () throws(FileError) in try inner.write(bytes, at: offset) }
  }

  func synchronize() throws(FileError) {
    try naming { () throws(FileError) in try inner.synchronize() }
  }

  func truncate(to size: Int) throws(FileError) {
    try naming { () throws(FileError) in try inner.truncate(to: size) }
  }

  func setPermissions(_ bits: UInt16) throws(FileError) {
    try naming { () throws(FileError) in try inner.setPermissions(bits) }
  }

  func linkCount() throws(FileError) -> Int {
    try naming { () throws(FileError) in try inner.linkCount() }
  }

  private func naming<Result>(
    _ work: () throws(FileError) -> Result
  ) throws(FileError) -> Result {
    do throws(FileError) {
      return try work()
    } catch {
      throw error.naming(path)
    }
  }
}
