public import CairnInterface
internal import Glibc

/// The colors of the terminal itself, which it tells when asked.
extension Terminal {
  /// Asks the terminal for the colors of its text and its background.
  ///
  /// The answer is the event `Event.colors`. It may come at any time, or never. Only a terminal with
  /// colors and a window is asked: others would print the question, or never answer.
  public func askColors() {
    guard place == .onScreen, screen.reports.hasWindow, screen.colorCount > 0 else { return }
    (askedAt, decoder.awaitsColors) = (.now, true)
    send("\u{1B}]10;?\u{1B}\\\u{1B}]11;?\u{1B}\\")
  }

  /// Whether an answer about the colors may still come.
  public var awaitsColors: Bool {
    forgetLateAnswer()
    return decoder.awaitsColors
  }

  /// Whether the terminal has colors, but fewer than 256.
  public var hasBasicColors: Bool { (1..<256).contains(screen.colorCount) }

  /// Whether the terminal is the console of Linux, whose background is black.
  public var isConsole: Bool { screen.type.hasPrefix("linux") }

  /// Returns the colors if the terminal has already answered; other input stays for the next wait.
  ///
  /// It never waits.
  public func answeredColors() -> TerminalColors? {
    guard decoder.awaitsColors, place == .onScreen else { return nil }
    waitingInputs += decodeEarly()
    if hasInput(descriptor) { waitingInputs += readTerminal() }
    return takeColors()
  }

  /// Takes the colors out of the input that waits.
  private func takeColors() -> TerminalColors? {
    for (index, input) in waitingInputs.enumerated() {
      guard case .event(.colors(let colors)) = input else { continue }
      waitingInputs.remove(at: index)
      return colors
    }
    return nil
  }

  /// Stops expecting an answer that takes too long, so that Escape acts at once again.
  func forgetLateAnswer() {
    guard let askedAt, ContinuousClock.now - askedAt > Self.replyTimeout else { return }
    (self.askedAt, decoder.awaitsColors) = (nil, false)
  }

  /// Waits shortly for an answer that is on its way, before another program gets the input.
  ///
  /// That program, such as a shell, would take the answer for keys. Other input stays for the next
  /// wait.
  func takeAnswer() {
    forgetLateAnswer()
    let end = ContinuousClock.now + Self.lastReplyTimeout
    while decoder.awaitsColors, hasInput(descriptor, until: end) {
      let inputs = readTerminal()
      waitingInputs += inputs
      if inputs.contains(.end(.terminalGone)) { break }
    }
    decoder.awaitsColors = false
  }

  /// How long an answer is expected.
  private static let replyTimeout = Duration.seconds(2)
  /// How long the end of the program waits for an answer.
  private static let lastReplyTimeout = Duration.milliseconds(100)
}
