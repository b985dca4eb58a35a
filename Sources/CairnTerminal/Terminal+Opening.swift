internal import CPlatform
internal import CairnInterface
internal import Glibc

/// How the terminal is taken over.
extension Terminal {
  struct Parts {
    let descriptor: Int32
    let signals: SignalPipe
    let screen: CursesScreen
    let isUTF8: Bool
    let wakePipe: WakePipe
  }

  /// Opens everything, in an order in which each step finds what it needs.
  ///
  /// The locale comes first, as ncurses looks at it once. The guard notes the terminal's modes
  /// before ncurses changes them. Signals are watched before ncurses would, which leaves alone
  /// what it finds.
  static func open(type: String?, options: Options) throws(TerminalError) -> Parts {
    let isUTF8 = platform_choose_characters() == 1
    let descriptor = unsafe Glibc.open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .noTerminal }
    guard platform_guard_prepare(descriptor) == 0 else {
      Glibc.close(descriptor)
      throw .noTerminal
    }
    do throws(TerminalError) {
      let wakePipe = try WakePipe()
      let signals = try SignalPipe()
      let screen = try CursesScreen(
        descriptor: descriptor, types: TerminalType.candidates(type),
        wantsColors: options.usesColors)
      return Parts(
        descriptor: descriptor, signals: signals, screen: screen, isUTF8: isUTF8,
        wakePipe: wakePipe)
    } catch {
      platform_guard_remove()
      throw error
    }
  }

  /// The size of the terminal now.
  ///
  /// Asked of the terminal itself, as `LINES` and `COLUMNS` in the environment are often stale.
  static func size(of descriptor: Int32) -> Size {
    var (columns, rows): (Int32, Int32) = (0, 0)
    let isKnown = unsafe platform_terminal_size(descriptor, &columns, &rows) == 0
    guard isKnown, columns > 0, rows > 0 else { return Size(columns: 80, rows: 24) }
    return Size(columns: Int(columns), rows: Int(rows))
  }
}

/// Which description of a terminal to use.
enum TerminalType {
  /// What nearly every terminal of today understands.
  private static let common = ["xterm-256color", "xterm", "vt100"]

  /// The types to try, best first, for what the environment calls the terminal.
  ///
  /// A terminal that is newer than the machine's descriptions, or has lost its name, is most likely
  /// one that understands xterm.
  static func candidates(_ named: String?) -> [String] {
    guard let named, !named.isEmpty else { return common }
    return [named] + common.filter { $0 != named }
  }
}

/// Why the terminal cannot be used.
public enum TerminalError: Error, Hashable, CustomStringConvertible {
  /// The process has no terminal, as in a pipe of a background job.
  case noTerminal
  /// Something of this process draws on the terminal already.
  case alreadyOpen
  /// The terminal is of a kind that cannot place its cursor.
  case tooSimple(type: String)
  /// No description of terminals is installed, neither of this type nor of any common one.
  case undescribed(type: String)
  /// The system refused something, for the reason with this number.
  case system(action: String, code: Int32)
  /// A program could not be started.
  case cannotRun(program: String, code: Int32)

  /// The reason in words.
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
