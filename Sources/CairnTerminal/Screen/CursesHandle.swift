internal import CNcurses
internal import Glibc

/// What ncurses needs to know of a terminal, given back with its owner.
///
/// It is safe to use, as the addresses in it are never given away.
@safe struct CursesHandle: ~Copyable {
  /// The type that the terminal is treated as.
  let type: String
  private let screen: OpaquePointer
  private let file: UnsafeMutablePointer<FILE>

  /// Lets ncurses treat the terminal as the first of the types that is described.
  init(descriptor: Int32, types: [String]) throws(TerminalError) {
    guard let file = unsafe fdopen(descriptor, "r+") else {
      throw .system(action: "open the terminal", code: errno)
    }
    for type in types {
      guard let screen = unsafe newterm(type, file, file) else {
        if Self.isHardcopy(type, descriptor) {
          unsafe fclose(file)
          throw .tooSimple(type: type)
        }
        continue
      }
      guard Self.hasCapability("cup") else {
        // The terminal's modes were changed when it was opened.
        reset_shell_mode()
        unsafe delscreen(screen)
        unsafe fclose(file)
        throw .tooSimple(type: type)
      }
      unsafe self.screen = screen
      unsafe self.file = file
      self.type = type
      return
    }
    unsafe fclose(file)
    throw .undescribed(type: types.first ?? "")
  }

  deinit {
    unsafe delscreen(screen)
    unsafe fclose(file)
  }

  /// Whether the terminal's window takes a title as xterm's does; a console would draw it.
  static var hasTitle: Bool {
    if unsafe tigetflag("XT") == 1 { return true }
    guard hasCapability("tsl"), let start = unsafe tigetstr("tsl") else { return false }
    return unsafe String(cString: start).hasPrefix("\u{1B}]")
  }

  /// Whether the terminal has a screen for programs aside from the shell's.
  static var hasScreenAside: Bool { hasCapability("rmcup") }

  /// The bytes that the terminal's description has for a capability; `nil` if it has none.
  static func bytes(of name: String) -> [UInt8]? {
    // A capability that is no text is the address -1.
    guard let text = unsafe tigetstr(name), Int(bitPattern: text) != -1 else { return nil }
    let characters = unsafe UnsafeBufferPointer(start: text, count: strlen(text))
    return unsafe characters.map(UInt8.init(bitPattern:))
  }

  /// The same as text without the pauses that it asks for, which only terminals of old need.
  static func text(of name: String) -> String {
    let parts = String(decoding: bytes(of: name) ?? [], as: UTF8.self)
      .split(separator: "$<", omittingEmptySubsequences: false)
    let kept = parts.dropFirst().map { $0.drop { $0 != ">" }.dropFirst() }
    return (parts.prefix(1) + kept).joined()
  }

  /// Whether the terminal can do something that its description has a text for.
  ///
  /// Asked after opening, as ncurses accepts terminals that cannot even place their cursor.
  private static func hasCapability(_ name: String) -> Bool { bytes(of: name) != nil }

  /// Whether a type that ncurses refuses is described, as one that prints on paper.
  private static func isHardcopy(_ type: String, _ descriptor: Int32) -> Bool {
    var reason: Int32 = 0
    return unsafe setupterm(type, descriptor, &reason) != OK && reason == 1
  }
}
