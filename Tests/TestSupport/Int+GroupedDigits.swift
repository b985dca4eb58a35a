extension Int {
  /// The number with blanks between its thousands, as the app writes counts; it is not negative.
  public var groupedDigits: String {
    guard self >= 1000 else { return String(self) }
    let rest = String(self % 1000)
    return (self / 1000).groupedDigits + " " + String(repeating: "0", count: 3 - rest.count) + rest
  }
}
