internal import CPlatform

/// Collects the bytes of a character that is not ASCII.
struct CharacterCollector: Equatable {
  /// How a terminal encodes characters.
  enum Encoding: Equatable {
    case utf8
    /// As the C library's locale says, such as Latin-1 with one byte for each character.
    case locale
  }

  /// What the bytes so far are.
  enum Reading: Equatable {
    case more
    case character(Unicode.Scalar)
    /// No character, and all bytes are used.
    case none
    /// No character, and the last byte may begin something else.
    case noneBeforeLast
  }

  private let encoding: Encoding
  private var bytes: [UInt8] = []

  init(_ encoding: Encoding) { self.encoding = encoding }

  /// Whether a byte that is not ASCII may begin a character.
  static func isStart(_ byte: UInt8, in encoding: Encoding) -> Bool {
    encoding == .utf8 ? 0xC2...0xF4 ~= byte : byte >= 0x80
  }

  /// Adds a byte.
  mutating func take(_ byte: UInt8) -> Reading {
    bytes.append(byte)
    let reading = encoding == .utf8 ? utf8 : locale
    // C1 controls are no characters.
    if case .character(let scalar) = reading, scalar.value < 0xA0 { return .none }
    return reading
  }

  private var utf8: Reading {
    if bytes.count > 1, !(0x80...0xBF ~= bytes[bytes.count - 1]) { return .noneBeforeLast }
    guard bytes.count == (bytes[0] < 0xE0 ? 2 : bytes[0] < 0xF0 ? 3 : 4) else { return .more }
    let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first
    return scalar.map(Reading.character) ?? .none
  }

  private var locale: Reading {
    let number = unsafe platform_character(bytes, bytes.count)
    if number == -2 { return .more }
    let scalar = number < 0 ? nil : Unicode.Scalar(UInt32(number))
    return scalar.map(Reading.character) ?? (bytes.count > 1 ? .noneBeforeLast : .none)
  }
}
