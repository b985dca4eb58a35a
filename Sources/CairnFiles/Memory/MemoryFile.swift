internal import Glibc
internal import Synchronization

/// An open file in memory.
final class MemoryFile: OpenFile {
  let path: String
  private let node: Int
  private let files: MemoryFileSystem
  private let isWritable: Bool

  init(node: Int, of files: MemoryFileSystem, path: String, isWritable: Bool) {
    self.node = node
    self.files = files
    self.path = path
    self.isWritable = isWritable
  }

  func size() throws(FileError) -> Int { files.tree.withLock { $0[node].bytes.count } }

  func linkCount() throws(FileError) -> Int { files.tree.withLock { $0[node].linkCount } }

  func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    precondition(offset >= 0 && count >= 0, "a read lies within a file")
    return files.tree.withLock { [UInt8]($0[node].bytes.dropFirst(offset).prefix(count)) }
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    precondition(offset >= 0, "a write lies within a file")
    guard isWritable else { throw .system(.write, path: path, code: EBADF) }
    files.tree.withLock { $0.write(bytes, at: offset, to: node) }
  }

  func synchronize() throws(FileError) {
    files.tree.withLock { $0.disk?.synchronize(node) }
  }

  func truncate(to size: Int) throws(FileError) {
    precondition(size >= 0, "a file has no negative size")
    guard isWritable else { throw .system(.truncate, path: path, code: EINVAL) }
    files.tree.withLock { $0.truncate(node, to: size) }
  }

  func setPermissions(_ bits: UInt16) throws(FileError) {
    files.tree.withLock { $0[node].permissions = bits }
  }

  deinit {
    files.tree.withLock { tree in
      tree[node].openCount -= 1
      if isWritable { tree[node].writerCount -= 1 }
      tree.forgetIfUnused(node)
    }
  }
}
