internal import CPlatform
internal import CairnInterface
internal import Glibc

/// Opening the terminal.
extension Terminal {
  struct Parts {
    let descriptor: Int32
    let signals: SignalPipe
    let screen: CursesScreen
    let isUTF8: Bool
    let wakePipe: WakePipe
  }

  /// Opens all parts in the necessary order.
  ///
  /// The locale comes first, since ncurses reads it once. The crash guard saves the terminal's
  /// modes before ncurses changes them. Signals are watched before ncurses, which keeps existing
  /// handlers.
  static func open(type: String?, options: Options) throws(TerminalError) -> Parts {
    let types = try TerminalType.candidates(type)
    let isUTF8 = platform_choose_characters() == 1
    let descriptor = try openControllingTerminal()
    guard platform_guard_prepare(descriptor) == 0 else {
      Glibc.close(descriptor)
      throw .noTerminal
    }
    do throws(TerminalError) {
      let wakePipe = try WakePipe()
      let signals = try SignalPipe()
      let screen = try CursesScreen(
        descriptor: descriptor, types: types, wantsColors: options.usesColors)
      return Parts(
        descriptor: descriptor, signals: signals, screen: screen, isUTF8: isUTF8,
        wakePipe: wakePipe)
    } catch {
      platform_guard_remove()
      throw error
    }
  }

  static func openControllingTerminal() throws(TerminalError) -> Int32 {
    let descriptor = unsafe Glibc.open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .noTerminal }
    return descriptor
  }

  /// Returns the present size of the terminal.
  ///
  /// The terminal itself is asked, since `LINES` and `COLUMNS` in the environment are often
  /// outdated.
  static func size(of descriptor: Int32) -> Size {
    var (columns, rows): (Int32, Int32) = (0, 0)
    let isKnown = unsafe platform_terminal_size(descriptor, &columns, &rows) == 0
    guard isKnown, columns > 0, rows > 0 else { return Size(columns: 80, rows: 24) }
    return Size(columns: Int(columns), rows: Int(rows))
  }
}

/// The types of terminals to try.
enum TerminalType {
  /// The types that nearly every modern terminal supports.
  private static let common = ["xterm-256color", "xterm", "vt100"]

  /// Returns the types to try for the environment's name of the terminal, best first.
  ///
  /// A terminal whose name has no description most likely supports xterm.
  ///
  /// - Throws: `TerminalError.tooSimple` without a name, since nothing is known then.
  static func candidates(_ named: String?) throws(TerminalError) -> [String] {
    guard let named, !named.isEmpty, named != "unknown" else {
      throw .tooSimple(type: named ?? "")
    }
    return [named] + common.filter { $0 != named }
  }
}

/// The reason why the terminal can't be used.
public enum TerminalError: Error, Hashable, CustomStringConvertible {
  /// The process has no terminal, for example in a background job.
  case noTerminal
  /// This process already draws on the terminal.
  case alreadyOpen
  /// The terminal can't move its cursor.
  case tooSimple(type: String)
  /// No description of the terminal's type or of a common type is installed.
  case undescribed(type: String)
  /// A system call failed with this error number.
  case system(action: String, code: Int32)
  /// A program can't be started.
  case cannotRun(program: String, code: Int32)

  /// The reason as a sentence.
  public var description: String {
    switch self {
    case .noTerminal:
      "no terminal to draw on"
    case .alreadyOpen:
      "the terminal is already in use"
    case .tooSimple(let type):
      "the terminal '\(type)' can't place its cursor, so nothing can be drawn on it"
    case .undescribed(let type):
      "no description of the terminal '\(type)'; install the package ncurses-base"
    case .system(let action, let code):
      "can't \(action): \(systemErrorText(code))"
    case .cannotRun(let program, let code):
      "can't run '\(program)': \(systemErrorText(code))"
    }
  }
}
