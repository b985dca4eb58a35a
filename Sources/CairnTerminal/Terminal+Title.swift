internal import CairnInterface

extension Terminal {
  /// Gives the terminal's window a title, where it has one; the one before is back once the
  /// terminal is left.
  ///
  /// Sends nothing while the title stays the same.
  ///
  /// - Parameter title: the title; control characters in it show as pictures.
  public func setTitle(_ title: String) {
    guard place == .onScreen, screen.hasTitle, title != shownTitle else { return }
    let keep = shownTitle == nil ? Self.keepTitle : ""
    shownTitle = title
    // A title may hold a whole pasted text, of which no more is read than is shown.
    let start = String(title.unicodeScalars.prefix(Self.maximumTitle))
    let shown = TerminalText.visible(start).unicodeScalars.filter { isUTF8 || $0.isASCII }
    send("\(keep)\u{1B}]2;\(String(String.UnicodeScalarView(shown)))\u{7}")
  }

  /// Brings back the title that the window had.
  func restoreTitle() {
    guard shownTitle != nil else { return }
    shownTitle = nil
    send(ReportModes.restoreTitle)
  }

  private static let keepTitle = "\u{1B}[22;2t"
  /// More than windows and tabs show.
  private static let maximumTitle = 200
}
