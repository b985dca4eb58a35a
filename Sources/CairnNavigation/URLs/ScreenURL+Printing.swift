extension ScreenURL: CustomStringConvertible {
  /// The one spelling that state, favorites and output hold.
  ///
  /// Query values keep unreserved characters and `, : ; / @ ! * = ( ) < >`, segments keep
  /// unreserved characters and `=`; the rest is percent-encoded. The segments `.` and `..` become
  /// `%2E` and `%2E%2E`.
  public var text: String {
    var text = "\(scheme)://\(pathText)"
    if !query.isEmpty { text += "?\(queryText)" }
    if let fragment { text += "#\(PercentCoding.encode(fragment, for: .fragment))" }
    return text
  }

  /// The same as ``text``.
  public var description: String { text }

  private var pathText: String {
    segments.map { PercentCoding.encode($0, for: .segment) }.joined(separator: "/")
  }

  private var queryText: String {
    query.map(Self.text(of:)).joined(separator: "&")
  }

  private static func text(of item: QueryItem) -> String {
    let name = PercentCoding.encode(item.name, for: .queryName)
    guard let value = item.value else { return name }
    return "\(name)=\(PercentCoding.encode(value, for: .queryValue))"
  }
}
