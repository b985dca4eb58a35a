internal import CPlatform
internal import Glibc

/// Ends a wait for the terminal from any thread.
///
/// The loop waits in `poll`, which no lock can end, but a byte in a pipe can. Waking twice before
/// the loop looks is one wake-up.
public final class WakePipe: Sendable {
  let outlet: Int32
  private let inlet: Int32

  init() throws(TerminalError) {
    (outlet, inlet) = try openPipe()
  }

  deinit {
    close(outlet)
    close(inlet)
  }

  /// Makes the present wait return, or the next one if nobody waits.
  ///
  /// Never blocks: a full pipe wakes as well as a new byte would.
  public func wake() {
    var byte: UInt8 = 0
    _ = unsafe write(inlet, &byte, 1)
  }

  /// Takes back all wake-ups so far, and says whether there was one.
  func drain() -> Bool { !readAll(from: outlet).isEmpty }
}

/// Opens a pipe that neither blocks nor survives in a program that is started.
func openPipe() throws(TerminalError) -> (outlet: Int32, inlet: Int32) {
  var ends: [Int32] = [-1, -1]
  guard unsafe platform_make_pipe(&ends) == 0 else {
    throw .system(action: "make a pipe", code: errno)
  }
  return (ends[0], ends[1])
}

/// All bytes that a descriptor has right now, for one that does not block.
func readAll(from descriptor: Int32) -> [UInt8] {
  var bytes: [UInt8] = []
  while let more = readSome(from: descriptor, atMost: 256), !more.isEmpty { bytes += more }
  return bytes
}

/// The next bytes of a descriptor; empty at its end, `nil` if it has none or fails.
func readSome(from descriptor: Int32, atMost limit: Int) -> [UInt8]? {
  var bytes = [UInt8](repeating: 0, count: limit)
  var count: Int
  repeat { count = unsafe read(descriptor, &bytes, limit) } while count < 0 && errno == EINTR
  return count < 0 ? nil : Array(bytes.prefix(count))
}

/// Writes a text to a descriptor; what can't be written is lost.
func writeAll(_ text: String, to descriptor: Int32) {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return }
    rest = rest.dropFirst(count)
  }
}

/// The signals that concern a terminal, as bytes that `poll` can wait for.
///
/// What runs when a signal comes may not touch Swift, so a handler in C writes the signal's number
/// into a pipe. There is one at a time, as a process has one handler for each signal.
final class SignalPipe {
  let outlet: Int32
  private let inlet: Int32
  private var isWatching = true

  init() throws(TerminalError) {
    (outlet, inlet) = try openPipe()
    guard platform_watch_signals(inlet) == 0 else {
      throw .system(action: "watch signals", code: errno)
    }
  }

  deinit {
    stop()
    close(outlet)
    close(inlet)
  }

  /// Gives the signals back what they did before; does nothing the second time.
  func stop() {
    if isWatching { platform_unwatch_signals() }
    isWatching = false
  }

  /// The signals since the last call, each once, in the order in which they came.
  func drain() -> [Int32] {
    var seen: Set<UInt8> = []
    return readAll(from: outlet).filter { seen.insert($0).inserted }.map(Int32.init)
  }
}
