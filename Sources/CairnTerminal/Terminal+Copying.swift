internal import CPlatform
internal import FoundationEssentials

/// Putting texts where other programs paste from.
extension Terminal {
  /// The most bytes that terminals take, in base64.
  private static let longest = 74_994

  /// Lets a program of the desktop, or tmux, put a text where other programs paste from.
  ///
  /// It waits for that program, however long it takes, and needs no terminal: any thread may do it.
  ///
  /// - Parameters:
  ///   - text: what is copied.
  ///   - environment: the variables that tell where a desktop is.
  /// - Returns: the program that did it; `nil` where none could.
  public static func copyByProgram(_ text: String, environment: [String: String]) -> String? {
    let bytes = Array(text.utf8)
    let arguments = programs(environment).first { arguments in
      let words = arguments.map { $0 + "\0" }.joined()
      let status = unsafe bytes.withUnsafeBytes {
        unsafe platform_feed(words, Int32(arguments.count), $0.baseAddress, $0.count)
      }
      return status == 0
    }
    return arguments?.first
  }

  /// Asks the terminal itself to copy a text, which it can from far away, over SSH, too.
  ///
  /// - Parameter text: what is copied.
  /// - Returns: whether it was asked, as it is not to copy more than terminals take, nor if it takes
  ///   no control sequences; whether it did, it doesn't say.
  public func copy(_ text: String) -> Bool {
    let encoded = Data(text.utf8).base64EncodedString()
    guard screen.reports.areUnderstood, encoded.utf8.count <= Self.longest else { return false }
    send("\u{1B}]52;c;\(encoded)\u{07}")
    return true
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
