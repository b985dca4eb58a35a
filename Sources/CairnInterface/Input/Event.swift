/// An input of a person at the terminal, or of the terminal itself.
public enum Event: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// The mouse was used.
  case mouse(MouseEvent)
  /// Text was pasted, which never acts as keys.
  case paste(String)
  /// A paste stopped before its end: what came is pasted, and the rest is skipped.
  ///
  /// No key arrives until the rest has come, or until Escape or Ctrl-C is pressed.
  case pasteStopped
  /// The size of the terminal changed.
  case resize(Size)
  /// The terminal's window gained or lost the keyboard.
  case focus(Bool)
  /// The terminal told its colors, since it was asked.
  case colors(TerminalColors)
}

/// An input of the mouse.
public struct MouseEvent: Hashable, Sendable {
  /// The kind of an input.
  public enum Kind: Hashable, Sendable {
    /// A button went down.
    case press
    /// A button went up.
    case release
    /// The wheel turned away from the person.
    case wheelUp
    /// The wheel turned towards the person.
    case wheelDown
  }

  /// A button of the mouse.
  public enum Button: Hashable, Sendable {
    /// The button under the index finger of a right hand.
    case left
    /// The middle button or the pressed wheel.
    case middle
    /// The button that usually opens a menu.
    case right
    /// No button: the wheel turned, or the terminal does not say.
    case none
  }

  /// The kind of an input.
  public var kind: Kind

  /// The button that was used.
  public var button: Button

  /// The cell under the mouse.
  public var position: Position

  /// The number of presses of this button on this cell in quick succession, including this one.
  public var clicks: Int

  /// The keys that were held down.
  public var modifiers: Key.Modifiers

  /// Creates an event.
  public init(
    kind: Kind, button: Button = .left, position: Position, clicks: Int = 1,
    modifiers: Key.Modifiers = []
  ) {
    self.kind = kind
    self.button = button
    self.position = position
    self.clicks = clicks
    self.modifiers = modifiers
  }
}

extension MouseEvent {
  /// Returns the event with its position counted from the corner of a region.
  package func moved(to region: Region) -> MouseEvent {
    var event = self
    event.position = Position(
      column: position.column - region.column, row: position.row - region.row)
    return event
  }
}
