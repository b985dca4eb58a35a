/// The address of a screen: a scheme, path segments, query items in order, a fragment.
///
/// The parts are stored decoded. The host is no separate part but the first segment:
/// `cairn://recipes/p3` has the segments `recipes` and `p3`.
///
///     let url = try ScreenURL(parsing: "recipes?where=rating>=4&sort=-rating")
///     url.segments        // ["recipes"]
///     url.value("sort")   // "-rating"
///     url.text            // "cairn://recipes?where=rating>=4&sort=-rating"
///
/// Printing and parsing are exact inverses. The exception is a URL that code made of too many, too
/// long or empty parts (``isReadable``).
public struct ScreenURL: Hashable, Sendable {
  /// The scheme of a text without one.
  public static let defaultScheme = "cairn"

  /// The maximum length of a text, in bytes of UTF-8.
  public static let maximumLength = 8192

  /// The maximum number of path segments.
  public static let maximumSegments = 64

  /// The scheme, in lower case.
  public let scheme: String

  /// The decoded path segments.
  ///
  /// Reading a text gives no empty segment. Code can make one from an empty value. No route takes
  /// such a URL.
  public let segments: [String]

  /// The decoded query items in their order, including repeated names.
  public let query: [QueryItem]

  /// The decoded text after `#`, never empty.
  public let fragment: String?

  /// Creates a URL from decoded parts; items without name and value, and an empty fragment are left
  /// out.
  ///
  /// - Precondition: `scheme` is a letter followed by letters, digits, `+`, `-` and `.`.
  public init(
    scheme: String = ScreenURL.defaultScheme, _ segments: [String], query: [QueryItem] = [],
    fragment: String? = nil
  ) {
    precondition(URLScheme.isValid(scheme.utf8), "\(scheme) is not a URL scheme")
    self.scheme = scheme.lowercased()
    self.segments = segments
    self.query = query.filter { !($0.name.isEmpty && $0.value == nil) }
    self.fragment = fragment.flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension ScreenURL {
  /// Whether reading the text gives this URL again: no segment is empty, and the text and the path
  /// are short enough.
  public var isReadable: Bool {
    segments.count <= Self.maximumSegments && !segments.contains("")
      && text.utf8.count <= Self.maximumLength
  }

  /// The same place under another scheme.
  ///
  /// - Precondition: `scheme` is a letter followed by letters, digits, `+`, `-` and `.`.
  public func replacing(scheme: String) -> ScreenURL {
    ScreenURL(scheme: scheme, segments, query: query, fragment: fragment)
  }

  /// Returns the value of the first query item with a name; empty if the item has no `=`.
  public func value(_ name: String) -> String? {
    query.first { $0.name == name }.map { $0.value ?? "" }
  }

  /// Returns the values of all query items with a name, in order.
  public func values(_ name: String) -> [String] {
    query.filter { $0.name == name }.map { $0.value ?? "" }
  }

  /// Returns the URL with one query item `name`, in the place of the first; without it if `value`
  /// is nil.
  public func setting(_ name: String, to value: String?) -> ScreenURL {
    var items: [QueryItem] = []
    var replacement = value.map { QueryItem(name, $0) }
    for item in query {
      guard item.name == name else {
        items.append(item)
        continue
      }
      if let new = replacement { items.append(new) }
      replacement = nil
    }
    if let new = replacement { items.append(new) }
    return replacing(query: items)
  }

  /// Returns the URL with other query items.
  public func replacing(query: [QueryItem]) -> ScreenURL {
    ScreenURL(scheme: scheme, segments, query: query, fragment: fragment)
  }

  /// Returns the URL with other path segments.
  public func replacing(segments: [String]) -> ScreenURL {
    ScreenURL(scheme: scheme, segments, query: query, fragment: fragment)
  }

  /// Returns the URL with another fragment, or without one.
  public func replacing(fragment: String?) -> ScreenURL {
    ScreenURL(scheme: scheme, segments, query: query, fragment: fragment)
  }

  /// Returns the URL of a screen below this one, without query and fragment.
  public func appending(_ segments: String...) -> ScreenURL {
    ScreenURL(scheme: scheme, self.segments + segments)
  }

  /// The URL one segment up, without query and fragment; nil at the top.
  public var withoutLastSegment: ScreenURL? {
    segments.isEmpty ? nil : ScreenURL(scheme: scheme, segments.dropLast())
  }
}

extension ScreenURL: CustomStringConvertible {
  /// The canonical spelling, which state, favorites and output use.
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

  /// The canonical spelling.
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

/// A decoded name in a URL's query, with an optional value.
public struct QueryItem: Hashable, Sendable {
  /// The text before `=`.
  public let name: String

  /// The text after `=`; nil if there was no `=`.
  public let value: String?

  /// Creates an item from a decoded name and value.
  public init(_ name: String, _ value: String?) {
    self.name = name
    self.value = value
  }
}

/// A URL that belongs to another program, such as `https://example.org` or
/// `mailto:ann@example.org`.
public struct ExternalURL: Hashable, Sendable {
  /// The unchanged text, for the program that opens it.
  public let text: String

  /// The scheme, in lower case.
  public let scheme: String

  /// Creates a URL; nil if the text has no scheme or has control characters.
  public init?(_ text: String) {
    guard let length = URLScheme.length(in: text.utf8), text.firstControl == nil else { return nil }
    self.text = text
    scheme = String(text.prefix(length)).lowercased()
  }

  /// The whole URL for a person, with visible control characters.
  public var display: String { ControlPictures.text(of: text) }
}

/// The syntax of a scheme, by RFC 3986 section 3.1.
enum URLScheme {
  static func isValid(_ text: some Collection<UInt8>) -> Bool {
    guard let first = text.first, first.isASCIILetter else { return false }
    return text.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "+-.".utf8.contains($0) }
  }

  /// Returns the length of the scheme at the start of `bytes`, up to a colon; nil without a scheme.
  static func length(in bytes: some Collection<UInt8>) -> Int? {
    var count = 0
    for byte in bytes {
      if byte == colon { return isValid(bytes.prefix(count)) ? count : nil }
      if byte == slash || byte == questionMark || byte == hash { return nil }
      count += 1
    }
    return nil
  }

  private static let colon = UInt8(ascii: ":")
  private static let slash = UInt8(ascii: "/")
  private static let questionMark = UInt8(ascii: "?")
  private static let hash = UInt8(ascii: "#")
}
