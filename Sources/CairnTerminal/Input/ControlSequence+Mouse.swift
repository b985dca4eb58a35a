internal import CairnInterface

/// What the mouse sends.
extension ControlSequence {
  /// The event that `ESC [ < button ; column ; row M` reports; `nil` for anything else.
  var mouseEvent: MouseEvent? {
    guard marker == UInt8(ascii: "<"), !isOdd, parameters.count == 3 else { return nil }
    guard final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else { return nil }
    return Self.mouseEvent(
      code: parameters[0], column: parameters[1], row: parameters[2],
      isRelease: final == UInt8(ascii: "m"))
  }

  /// The event that the older `ESC [ M` and three bytes report; `nil` for one that means nothing.
  static func mouseEvent(old bytes: [UInt8]) -> MouseEvent? {
    let numbers = bytes.map { Int($0) - 32 }
    guard numbers.count == 3, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
    return mouseEvent(
      code: numbers[0], column: numbers[1], row: numbers[2], isRelease: numbers[0] & 67 == 3)
  }

  private static func mouseEvent(
    code: Int, column: Int, row: Int, isRelease: Bool
  ) -> MouseEvent? {
    let (isMotion, isWheel, isExtra) = (code & 32 != 0, code & 64 != 0, code >= 128)
    guard !isMotion, !isExtra else { return nil }
    var event = MouseEvent(
      kind: isRelease ? .release : .press,
      position: Position(column: max(0, column - 1), row: max(0, row - 1)),
      modifiers: modifiers(mouse: code))
    switch code & 3 {
    case 0 where isWheel: (event.kind, event.button) = (.wheelUp, .none)
    case 1 where isWheel: (event.kind, event.button) = (.wheelDown, .none)
    case _ where isWheel: return nil
    case 0: event.button = .left
    case 1: event.button = .middle
    case 2: event.button = .right
    default: event.button = .none
    }
    return event
  }

  private static func modifiers(mouse code: Int) -> Key.Modifiers {
    var modifiers: Key.Modifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    return modifiers
  }
}
