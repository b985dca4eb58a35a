/// A UUID as a URL spells it, in lower case.
public struct UUIDText: Hashable, Sendable, CaptureValue {
  /// 8-4-4-4-12 hexadecimal digits in lower case.
  public let text: String

  /// The type of a pattern's capture.
  public static var captureType: CaptureType { .uuid }

  /// Reads a UUID from the whole text.
  public init?(captureText: String) {
    let groups = captureText.utf8.split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard groups.map(\.count) == [8, 4, 4, 4, 12],
      groups.allSatisfy({ $0.allSatisfy(Self.isHexadecimal) })
    else { return nil }
    text = captureText.lowercased()
  }

  /// The UUID as a URL spells it.
  public var captureText: String { text }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
