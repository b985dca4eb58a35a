internal import CairnJSON

/// The format of a report about the app or the store.
public enum ReportFormat: String, CaseIterable, Sendable {
  case text
  case json
}

extension JSONValue {
  /// The document as a report, with a line break at its end.
  var report: String { text(.pretty) + "\n" }

  /// Returns a text, or null without one.
  static func optional(_ text: String?) -> JSONValue {
    text.map(JSONValue.string) ?? .null
  }

  /// Returns a count as a JSON number.
  static func count(_ number: Int) -> JSONValue { .number(JSONNumber(number)) }
}
