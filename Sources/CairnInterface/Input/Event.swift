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

/// Something that a person did with the mouse.
public struct MouseEvent: Hashable, Sendable {
  /// What was done.
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
    /// The one under the first finger.
    case left
    /// The wheel, pressed.
    case middle
    /// The one for menus.
    case right
    /// No button: the wheel turned, or the terminal does not say.
    case none
  }

  /// What was done.
  public var kind: Kind

  /// With which button.
  public var button: Button

  /// At which cell.
  public var position: Position

  /// How many presses of this button came at this cell in quick succession, this one included.
  public var clicks: Int

  /// The keys that were held down.
  public var modifiers: Key.Modifiers

  /// An event of `kind` at `position`.
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
  /// The same event with its place counted from the corner of `region`.
  package func moved(to region: Region) -> MouseEvent {
    var event = self
    event.position = Position(
      column: position.column - region.column, row: position.row - region.row)
    return event
  }
}
