/// The conventions of a person's country that decide about texts and weeks.
public struct Conventions: Hashable, Sendable {
  /// The order of letters; `nil` for the order that is the same everywhere.
  public var alphabet: Alphabet?
  /// The first day of a week, from 0 for Monday to 6 for Sunday.
  public var firstWeekday: Int

  /// Creates conventions.
  ///
  /// - Parameters:
  ///   - alphabet: the order of letters.
  ///   - firstWeekday: the first day of a week, from 0 for Monday to 6 for Sunday.
  public init(alphabet: Alphabet? = nil, firstWeekday: Int = 0) {
    (self.alphabet, self.firstWeekday) = (alphabet, firstWeekday)
  }

  /// The days of the week in English, from Monday on.
  public static let weekdays = CalendarDate.weekdays
}
