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
