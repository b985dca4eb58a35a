internal import CairnKit
internal import CairnStore

/// Columns that several of the app's own lists have.
extension ArrayListSource.Column {
  /// What something is counted as, sorted as a number.
  static func number(_ number: @escaping (Element) -> UInt64) -> Self {
    Self(ListColumn("number", title: "#", alignment: .trailing, width: 2...6)) {
      "\(number($0))"
    } sort: {
      number($0) < number($1)
    }
  }

  /// How long ago something was, sorted by the time.
  ///
  /// - Parameters:
  ///   - name: what a sort and a URL call it.
  ///   - clock: the person's clock.
  ///   - time: when it was.
  /// - Returns: the column.
  static func age(
    _ name: String = "age", at clock: @escaping () -> WallClock,
    of time: @escaping (Element) -> Timestamp
  ) -> Self {
    Self(ListColumn(name, title: "age", alignment: .trailing, width: 4...7)) {
      JobReport.age(of: time($0), at: clock())
    } sort: {
      time($0) < time($1)
    }
  }
}
