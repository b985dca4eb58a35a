internal import CairnStore

/// The separator between the values of a list in a cell.
enum CellSeparator: CaseIterable, Sendable {
  /// ` ::: `, as address books export several values.
  case colons
  case semicolon
  case bar
  case comma
  case blank

  /// Returns the values in a text, without the blanks around them and without empty ones.
  func values(in bytes: ArraySlice<UInt8>) -> [String] {
    let parts =
      switch self {
      case .colons: Self.split(bytes, at: Self.threeColons)
      case .semicolon: bytes.split(separator: Byte.semicolon)
      case .bar: bytes.split(separator: Byte.bar)
      case .comma: bytes.split(separator: Byte.comma)
      case .blank: bytes.split(separator: Byte.space)
      }
    return parts.map { String(decoding: $0, as: UTF8.self).trimmingBlanks() }
      .filter { !$0.isEmpty }
  }

  static let threeColons = Array(":::".utf8)

  private static func split(
    _ bytes: ArraySlice<UInt8>, at mark: [UInt8]
  ) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var (start, place) = (bytes.startIndex, bytes.startIndex)
    while place < bytes.endIndex {
      guard bytes[place...].starts(with: mark) else {
        place += 1
        continue
      }
      parts.append(bytes[start..<place])
      place += mark.count
      start = place
    }
    return parts + [bytes[start...]]
  }
}
