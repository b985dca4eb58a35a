/// Tells where bytes stop being UTF-8.
enum UTF8Check {
  /// The first byte that no valid UTF-8 has at its place, or `nil` if all are in order.
  static func firstInvalidByte(in bytes: ArraySlice<UInt8>) -> UInt8? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
      return nil
    } catch {
      return bytes[bytes.startIndex + error.byteOffsets.lowerBound]
    }
  }
}
