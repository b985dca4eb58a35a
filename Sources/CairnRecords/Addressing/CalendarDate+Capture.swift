public import CairnNavigation
public import CairnStore

/// A day of a record in a route: `Route("kitchen://day/(day)") { (day: CalendarDate) in … }`.
///
/// `CalendarDay` of CairnNavigation is the same for an app without a store.
extension CalendarDate: CaptureValue {
  /// The type of a pattern's capture.
  public static var captureType: CaptureType { .date }

  /// Reads a day from the whole text.
  public init?(captureText: String) {
    guard let day = CalendarDay(captureText: captureText) else { return nil }
    self.init(day.captureText)
  }

  /// The day as a URL spells it, `2024-02-29`.
  public var captureText: String { description }
}
