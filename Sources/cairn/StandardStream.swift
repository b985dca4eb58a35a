internal import Dispatch
internal import CairnApp
internal import CairnFiles
internal import CairnInterface
internal import Glibc

/// A standard stream of the process.
enum StandardStream {
  case output
  case error

  /// Opens each standard stream that the process began without.
  ///
  /// Otherwise the next opened file would get its number, and printed text would go to that file.
  ///
  /// - Throws: ``AppError/failed(_:)`` if a stream can't be opened.
  static func reserve() throws(AppError) {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The mode is the wrong one, so using the stream fails as it should.
      let mode = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY
      guard unsafe open("/dev/null", mode) == descriptor else {
        throw .failed("standard input, output and error must be open")
      }
    }
  }

  /// Writes all bytes, with pictures for control characters on a terminal.
  ///
  /// If the reader is gone, as after `head`, a signal ends the process, as for `cat`.
  ///
  /// - Throws: ``AppError/failed(_:)`` if writing fails, for example on a full disk.
  func write(_ bytes: [UInt8]) throws(AppError) {
    try writeAsIs(isatty(descriptor) == 1 ? TerminalText.safe(bytes) : bytes)
  }

  private var descriptor: Int32 { self == .output ? STDOUT_FILENO : STDERR_FILENO }

  /// Replaces the present line of the terminal.
  func redraw(_ text: String) throws(AppError) {
    try writeAsIs(Array("\r\u{1B}[K\(TerminalText.visible(text))".utf8))
  }

  private func writeAsIs(_ bytes: [UInt8]) throws(AppError) {
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

  /// Reads all of standard input.
  ///
  /// - Throws: ``AppError/failed(_:)`` if it can't be read.
  static func readInput() throws(AppError) -> [UInt8] {
    try readAll { () throws(FileError) in try RealFileSystem().standardInput() }
  }

  /// Reads standard input on another thread.
  static func arrivingInput() -> GrowingInput {
    let input = GrowingInput()
    DispatchQueue(label: "standard input").async {
      do throws(FileError) {
        let source = try RealFileSystem().standardInput()
        while case let block = try source.next(), !block.isEmpty { input.append(block) }
        input.end()
      } catch {
        input.end(.failed(error.description))
      }
    }
    return input
  }

  /// Reads all bytes of a source, including pipes.
  ///
  /// - Throws: ``AppError/failed(_:)`` if it can't be read.
  static func readAll(
    of open: () throws(FileError) -> any ByteSource
  ) throws(AppError) -> [UInt8] {
    var bytes: [UInt8] = []
    do throws(FileError) {
      let source = try open()
      while case let block = try source.next(), !block.isEmpty { bytes += block }
    } catch {
      throw .failed(error.description)
    }
    return bytes
  }
}
