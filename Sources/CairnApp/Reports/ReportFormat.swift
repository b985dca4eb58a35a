internal import CairnJSON

/// How a report on the app or the store is printed.
public enum ReportFormat: String, CaseIterable, Sendable {
  /// Lines for people.
  case text
  /// JSON for scripts.
  case json
}

extension JSONValue {
  /// The document as a report prints it, with a line break at its end.
  var report: String { text(.pretty) + "\n" }

  /// A text, or null where there is none.
  static func optional(_ text: String?) -> JSONValue {
    text.map(JSONValue.string) ?? .null
  }

  /// A count.
  static func count(_ number: Int) -> JSONValue { .number(JSONNumber(number)) }
}
