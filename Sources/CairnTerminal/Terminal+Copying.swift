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

  /// What became of a text that the terminal is to copy.
  public enum Copying: Hashable, Sendable {
    /// The terminal got the text; it does not tell whether it copied it.
    case sent
    /// The text is longer than terminals accept.
    case tooLong
    /// The terminal has no clipboard.
    case impossible
  }

  /// Asks the terminal to copy a text, which also works over SSH.
  ///
  /// - Parameters:
  ///   - text: the text to copy.
  ///   - environment: the variables that tell of a multiplexer.
  /// - Returns: what became of it.
  public func copy(_ text: String, environment: [String: String]) -> Copying {
    let encoded = Data(text.utf8).base64EncodedString()
    guard screen.reports.hasWindow else { return .impossible }
    guard encoded.utf8.count <= Self.longest else { return .tooLong }
    send(Self.copying(encoded, type: screen.type, environment))
    return .sent
  }

  /// The bytes that copy an encoded text.
  ///
  /// GNU Screen passes only device control strings on to its terminal, and only short ones. Its
  /// name may also be that of tmux, which understands the sequence itself.
  static func copying(
    _ encoded: String, type: String, _ environment: [String: String]
  ) -> String {
    let sequence = "\u{1B}]52;c;\(encoded)\u{07}"
    let isInScreen = environment["STY"]?.isEmpty == false
    guard isInScreen || type.hasPrefix("screen"), environment["TMUX"]?.isEmpty != false else {
      return sequence
    }
    var (parts, rest) = ("", Substring(sequence))
    while !rest.isEmpty {
      parts += "\u{1B}P\(rest.prefix(longestPart))\u{1B}\\"
      rest = rest.dropFirst(longestPart)
    }
    return isInScreen ? parts : sequence + parts
  }

  /// The longest part that GNU Screen passes on at once.
  private static let longestPart = 250

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
