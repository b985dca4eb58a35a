internal import CPlatform
public import CairnInterface
internal import Glibc

/// The terminal of this process, used line by line because it can't move its cursor.
///
/// The terminal's modes stay unchanged: the system edits a line until Enter sends it. One thread
/// uses it.
public final class LineTerminal {
  /// The result of a wait.
  public enum Input: Hashable, Sendable {
    /// A line, without its end.
    case line(String)
    /// Another thread asked for attention.
    case wakeUp
    /// The input has ended.
    case end
  }

  /// Ends a wait from any thread.
  public let wakePipe: WakePipe
  /// The size of a screen in lines: the terminal's own size, if known.
  public let size: Size
  private let descriptor: Int32
  private var waiting: [UInt8] = []

  /// Opens the controlling terminal of this process, with any standard streams.
  ///
  /// - Throws: `TerminalError.noTerminal` without a terminal.
  public init() throws(TerminalError) {
    descriptor = try Terminal.openControllingTerminal()
    do throws(TerminalError) {
      wakePipe = try WakePipe()
    } catch {
      Glibc.close(descriptor)
      throw error
    }
    size = Terminal.size(of: descriptor)
  }

  deinit { Glibc.close(descriptor) }

  /// Prints lines and a prompt; control characters in the lines appear as pictures.
  public func print(_ lines: [String], asking prompt: String) {
    let shown = (lines.map(TerminalText.visible) + [prompt]).joined(separator: "\n")
    writeAll(shown, to: descriptor)
  }

  /// Waits for a line, a wake-up or the end.
  ///
  /// - Parameters:
  ///   - takesLines: whether a line ends the wait; if not, lines stay for the next wait.
  ///   - milliseconds: the maximum wait; a negative number means no limit.
  /// - Returns: the input; a wake-up if the time is over.
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

  /// Returns the next line, if it is already there.
  public func waitingLine() -> String? {
    if !waiting.contains(UInt8(ascii: "\n")), hasInput(descriptor),
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
