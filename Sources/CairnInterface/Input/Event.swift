/// Something that a person did at the terminal.
public enum Event: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// The mouse was used.
  case mouse(MouseEvent)
  /// Text was pasted; it is text even where its characters would be commands.
  case paste(String)
  /// The terminal has another size now.
  case resize(Size)
  /// The terminal's window gained or lost the keyboard.
  case focus(Bool)
}
