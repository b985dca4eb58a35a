internal import CPlatform
internal import Glibc

/// An open file of the machine.
final class RealFile: OpenFile {
  let path: String
  private let descriptor: Descriptor

  init(_ descriptor: consuming Descriptor, path: String) {
    self.path = path
    self.descriptor = descriptor
  }

  func size() throws(FileError) -> Int {
    try descriptor.status(path: path).size
  }

  func linkCount() throws(FileError) -> Int {
    try descriptor.status(path: path).linkCount
  }

  func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    precondition(offset >= 0 && count >= 0, "a read lies within a file")
    var bytes = try part(at: offset, count: count)
    while !bytes.isEmpty, bytes.count < count {
      let more = try part(at: offset + bytes.count, count: count - bytes.count)
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  private func part(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    try unsafe filling(count, .read, path) { buffer in
      unsafe pread(descriptor.number, buffer.baseAddress, buffer.count, off_t(offset))
    }
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    precondition(offset >= 0, "a write lies within a file")
    var done = 0
    while done < bytes.count {
      done += try completing(.write, path) {
        unsafe bytes.withUnsafeBytes { buffer in
          let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
          return unsafe pwrite(
            descriptor.number, rest.baseAddress, rest.count, off_t(offset + done))
        }
      }
    }
  }

  func startWriteBack() {
    platform_start_write_back(descriptor.number)
  }

  func synchronize() throws(FileError) {
    guard fdatasync(descriptor.number) == 0 else {
      throw FileError(.synchronize, path: path, code: errno)
    }
  }

  func truncate(to size: Int) throws(FileError) {
    precondition(size >= 0, "a file has no negative size")
    try completing(.truncate, path) { ftruncate(descriptor.number, off_t(size)) }
  }

  func setPermissions(_ bits: UInt16) throws(FileError) {
    try completing(.permit, path) { fchmod(descriptor.number, mode_t(bits)) }
  }
}
