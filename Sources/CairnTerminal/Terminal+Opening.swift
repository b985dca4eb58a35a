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
