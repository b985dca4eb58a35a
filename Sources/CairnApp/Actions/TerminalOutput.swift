internal import CairnInterface
internal import CairnStore

/// The end of what a program wrote to a terminal, as `script` keeps it.
struct TerminalOutput {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The last line with text; empty without one, and for a program that used the whole screen.
  var lastLine: String {
    let (text, isFullScreen) = plain
    guard !isFullScreen else { return "" }
    let lines = text.split(whereSeparator: \.isNewline).map { line in
      TerminalText.visible(String(line)).trimmingBlanks()
    }
    let own = lines.last { line in
      !line.isEmpty && !line.hasPrefix("Script done") && !line.contains("[COMMAND_EXIT_CODE=")
    }
    return own.map { $0.contains("[COMMAND=") ? "" : $0.shortened(to: Self.longest) } ?? ""
  }

  private static let longest = 120

  /// The text without control sequences, and whether one of them began a full screen.
  private var plain: (text: String, isFullScreen: Bool) {
    var kept: [UInt8] = []
    var isFullScreen = false
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      guard byte == Self.escape else {
        kept.append(byte == Self.carriageReturn ? Self.newline : byte)
        continue
      }
      let sequence = Self.dropSequence(from: &rest)
      if sequence == "[?1049h" || sequence == "[?47h" { isFullScreen = true }
    }
    return (String(decoding: kept, as: UTF8.self), isFullScreen)
  }

  private static let escape: UInt8 = 0x1B
  private static let newline: UInt8 = 0x0A
  private static let carriageReturn: UInt8 = 0x0D
  private static let bell: UInt8 = 0x07

  /// Removes the rest of a control sequence after its escape character, and returns it.
  private static func dropSequence(from rest: inout ArraySlice<UInt8>) -> String {
    guard let kind = rest.popFirst() else { return "" }
    var sequence = [kind]
    switch kind {
    case UInt8(ascii: "["):
      while let byte = rest.popFirst() {
        sequence.append(byte)
        if (0x40...0x7E).contains(byte) { break }
      }
    case UInt8(ascii: "]"), UInt8(ascii: "P"):
      while let byte = rest.popFirst(), byte != bell, byte != escape { sequence.append(byte) }
    case 0x20...0x2F:
      if let byte = rest.popFirst() { sequence.append(byte) }
    default: break
    }
    return String(decoding: sequence, as: UTF8.self)
  }
}
