internal import CairnInterface

/// Tells double clicks from single ones by when and where the presses come.
struct ClickCounter {
  /// The longest time between the presses of a double click.
  static let interval = Duration.milliseconds(400)

  private var last: (press: MouseEvent, time: Duration)?

  /// The event with the number of its clicks.
  ///
  /// - Parameters:
  ///   - event: what the mouse reported.
  ///   - time: when, on any clock that only goes forward.
  /// - Returns: the same event, counted.
  mutating func count(_ event: MouseEvent, at time: Duration) -> MouseEvent {
    var counted = event
    switch event.kind {
    case .press:
      if let last, last.press.button == event.button, last.press.position == event.position,
        time - last.time <= Self.interval
      {
        counted.clicks = last.press.clicks + 1
      }
      last = (counted, time)
    case .release:
      if let last, last.press.position == event.position { counted.clicks = last.press.clicks }
    case .wheelUp, .wheelDown:
      last = nil
    }
    return counted
  }
}
