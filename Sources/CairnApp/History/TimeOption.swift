public import CairnStore

/// A time that a person gives an option, in the words that dates take.
public struct TimeOption: Hashable, Sendable {
  /// The first moment of what was named, midnight for a day.
  public let first: Timestamp

  /// The last moment of what was named.
  public let last: Timestamp

  /// Reads what was typed behind an option.
  ///
  /// - Parameters:
  ///   - text: `yesterday`, `-2h`, `2026-11-20`, `2026-11-20T10:30` and so on.
  ///   - option: the option's name, for the error.
  ///   - clock: what the person's clock shows.
  /// - Throws: ``AppError/usage(_:)`` when it is no time.
  public init(_ text: String, of option: String, clock: WallClock) throws(AppError) {
    guard let moments = clock.moments(of: text) else {
      throw .usage(
        "\(option) takes a time such as yesterday, -2h or 2026-11-20T10:30, not \(text)")
    }
    first = moments.lowerBound
    last = moments.upperBound
  }
}
