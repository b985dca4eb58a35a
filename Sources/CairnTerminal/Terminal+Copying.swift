internal import CPlatform
internal import FoundationEssentials

/// Putting texts where other programs paste from.
extension Terminal {
  /// How a text was copied.
  public enum Copying: Hashable, Sendable {
    /// By a program, such as `wl-copy`.
    case program(String)
    /// By the terminal itself, which doesn't say whether it did.
    case terminal
    /// Not at all, since the text is too long for terminals and no program can do it here.
    case tooLong
  }

  /// The most bytes that terminals take, in base64.
  private static let longest = 74_994

  /// Puts a text where other programs paste from.
  ///
  /// The programs of the desktop, or of tmux, say whether it worked. The terminal can also do it
  /// from far away, over SSH, and is asked where none of them is of use.
  ///
  /// - Parameters:
  ///   - text: what is copied.
  ///   - environment: the variables that tell where a desktop is.
  /// - Returns: how it was done.
  public func copy(_ text: String, environment: [String: String]) -> Copying {
    let bytes = Array(text.utf8)
    for arguments in Self.programs(environment) {
      let words = arguments.map { $0 + "\0" }.joined()
      let status = unsafe bytes.withUnsafeBytes {
        unsafe platform_feed(words, Int32(arguments.count), $0.baseAddress, $0.count)
      }
      if status == 0 { return .program(arguments[0]) }
    }
    let encoded = Data(bytes).base64EncodedString()
    guard encoded.utf8.count <= Self.longest else { return .tooLong }
    send("\u{1B}]52;c;\(encoded)\u{07}")
    return .terminal
  }

  /// What can copy here, the nearest first.
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
