internal import CairnApp
internal import Glibc

/// One of the streams that every process has.
enum StandardStream {
  case output
  case error

  /// Writes all of `bytes`.
  ///
  /// A reader that went away, as `head` does, ends the process by a signal, as it would end `cat`.
  ///
  /// - Throws: ``AppError/failed(_:)`` when there is no room, for example.
  func write(_ bytes: [UInt8]) throws(AppError) {
    let descriptor = self == .output ? STDOUT_FILENO : STDERR_FILENO
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes[done...].withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        done += count
      } else if errno != EINTR {
        let reason = unsafe String(cString: strerror(errno))
        throw .failed("cannot write the output: \(reason)")
      }
    }
  }

  /// Reads all that stands in standard input.
  ///
  /// - Throws: ``AppError/failed(_:)`` when it can't be read.
  static func readInput() throws(AppError) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe read(STDIN_FILENO, &block, block.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes.append(contentsOf: block[..<count])
      } else if errno != EINTR {
        let reason = unsafe String(cString: strerror(errno))
        throw .failed("cannot read standard input: \(reason)")
      }
    }
  }
}
