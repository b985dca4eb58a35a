/// The kinds of value that an attribute can hold.
public enum AttributeType: String, CaseIterable, Sendable {
  case string, text, integer, decimal, double, boolean, date, datetime
  case choice, uuid, url, email, phone, file, data, tags

  /// Whether values of this type are text to the store.
  public var isTextual: Bool {
    switch self {
    case .string, .text, .choice, .uuid, .url, .email, .phone, .file, .tags: true
    case .integer, .decimal, .double, .boolean, .date, .datetime, .data: false
    }
  }
}
