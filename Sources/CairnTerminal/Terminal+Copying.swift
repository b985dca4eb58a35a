internal import CPlatform
internal import FoundationEssentials

/// The clipboard, from which other programs paste.
extension Terminal {
  /// The maximum number of base64 bytes that terminals accept.
  private static let longest = 74_994

  /// Copies a text by a program of the desktop, or by tmux.
  ///
  /// It waits for that program without a limit. It needs no terminal, so any thread can call it.
  ///
  /// - Parameters:
  ///   - text: the text to copy.
  ///   - environment: the variables that describe the desktop.
  /// - Returns: the name of the program; `nil` if none could copy.
  public static func copyByProgram(_ text: String, environment: [String: String]) -> String? {
    let bytes = Array(text.utf8)
    let arguments = programs(environment).first { arguments in
      let words = nullTerminated(arguments)
      let status = unsafe bytes.withUnsafeBytes {
        unsafe platform_feed(words, Int32(arguments.count), $0.baseAddress, $0.count)
      }
      return status == 0
    }
    return arguments?.first
  }

  /// Asks the terminal to copy a text, which also works over SSH.
  ///
  /// - Parameter text: the text to copy.
  /// - Returns: whether the terminal was asked; false for a text that is too long, or a terminal
  ///   without control sequences. Terminals don't report whether they copied.
  public func copy(_ text: String) -> Bool {
    let encoded = Data(text.utf8).base64EncodedString()
    guard screen.reports.areUnderstood, encoded.utf8.count <= Self.longest else { return false }
    send("\u{1B}]52;c;\(encoded)\u{07}")
    return true
  }

  /// The possible programs with arguments, the nearest first.
  static func programs(_ environment: [String: String]) -> [[String]] {
    let isSet = { (name: String) in environment[name]?.isEmpty == false }
    var programs: [[String]] = []
    if isSet("WAYLAND_DISPLAY") { programs.append(["wl-copy"]) }
    if isSet("DISPLAY") {
      programs += [["xclip", "-selection", "clipboard"], ["xsel", "-b", "-i"]]
    }
    if isSet("TMUX") { programs.append(["tmux", "load-buffer", "-w", "-"]) }
    return programs
  }
}
