internal import CPlatform
public import CairnInterface
internal import Glibc

/// The terminal of this process as one that prints lines and takes lines, for those that can't
/// place their cursor.
///
/// Its modes stay as they are: the system edits a line until Enter sends it. It is used by one
/// thread.
public final class LineTerminal {
  /// What ends a wait.
  public enum Input: Hashable, Sendable {
    /// A line, without its end.
    case line(String)
    /// Another thread asked for attention.
    case wakeUp
    /// Nothing more will come.
    case end
  }

  /// Ends a wait from any thread.
  public let wakePipe: WakePipe
  /// How much of a screen is printed at once; what the terminal says of its own size, if it does.
  public let size: Size
  private let descriptor: Int32
  private var waiting: [UInt8] = []

  /// Opens the terminal that controls this process, whatever its standard streams are.
  ///
  /// - Throws: `TerminalError.noTerminal` where there is none.
  public init() throws(TerminalError) {
    descriptor = unsafe Glibc.open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .noTerminal }
    do throws(TerminalError) {
      wakePipe = try WakePipe()
    } catch {
      Glibc.close(descriptor)
      throw error
    }
    size = Terminal.size(of: descriptor)
  }

  deinit { Glibc.close(descriptor) }

  /// Prints lines and a prompt; control characters in the lines show as pictures.
  public func print(_ lines: [String], asking prompt: String) {
    let shown = (lines.map(TerminalText.visible) + [prompt]).joined(separator: "\n")
    writeAll(shown, to: descriptor)
  }

  /// Waits for whatever comes first.
  ///
  /// - Parameters:
  ///   - takesLines: whether a line ends the wait; if not, those that come meanwhile are the next
  ///     ones.
  ///   - milliseconds: how long to wait at most; a negative number waits for ever.
  /// - Returns: what came; a wake-up, too, where the time is over.
  public func wait(takingLines takesLines: Bool = true, atMost milliseconds: Int32 = -1) -> Input {
    while true {
      if takesLines, let line = nextLine() { return .line(line) }
      var descriptors = [wakePipe.outlet, takesLines ? descriptor : -1].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let count = unsafe poll(&descriptors, UInt(descriptors.count), milliseconds)
      if count == 0 { return .wakeUp }
      guard count > 0 else { continue }
      if descriptors[0].revents != 0, wakePipe.drain() { return .wakeUp }
      guard descriptors[1].revents != 0 else { continue }
      guard let bytes = readSome(from: descriptor, atMost: 4096), !bytes.isEmpty else {
        return .end
      }
      waiting += bytes
    }
  }

  /// The next line, if it came already.
  public func waitingLine() -> String? {
    var entry = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    if !waiting.contains(UInt8(ascii: "\n")), unsafe poll(&entry, 1, 0) > 0,
      let bytes = readSome(from: descriptor, atMost: 4096)
    {
      waiting += bytes
    }
    return nextLine()
  }

  private func nextLine() -> String? {
    guard let end = waiting.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let line = String(decoding: waiting[..<end], as: UTF8.self)
    waiting.removeSubrange(...end)
    return line
  }
}
