/// What follows `ESC [`, byte by byte up to its last one (ECMA-48, section 5.4).
struct ControlSequence: Hashable {
  /// The byte between `<` and `?` that a private sequence begins with.
  private(set) var marker: UInt8?
  /// The numbers, 0 where there is none.
  private(set) var parameters: [Int] = []
  /// The byte that ends the sequence and says what it is.
  private(set) var final: UInt8 = 0
  /// Whether there is anything that no key sends.
  private(set) var isOdd = false

  /// Whether nothing has come yet.
  private(set) var isEmpty = true

  // Longer ones are no keys; the limits keep hostile input small.
  private static let maximumParameters = 8
  private static let maximumNumber = 99_999

  /// Takes one more byte, and says whether that was the last one.
  mutating func take(_ byte: UInt8) -> Bool {
    defer { isEmpty = false }
    switch byte {
    case 0x30...0x39: addDigit(Int(byte - 0x30))
    case 0x3B: addParameter()
    case 0x3C...0x3F where isEmpty: marker = byte
    case 0x40...0x7E:
      final = byte
      return true
    default: isOdd = true
    }
    return false
  }

  /// The parameter at `index`, or `other` if it is absent or 0.
  func parameter(_ index: Int, or other: Int) -> Int {
    guard index < parameters.count, parameters[index] != 0 else { return other }
    return parameters[index]
  }

  private mutating func addDigit(_ digit: Int) {
    if parameters.isEmpty { parameters = [0] }
    let last = parameters.count - 1
    parameters[last] = min(parameters[last] * 10 + digit, Self.maximumNumber)
  }

  private mutating func addParameter() {
    if parameters.isEmpty { parameters = [0] }
    if parameters.count < Self.maximumParameters { parameters.append(0) } else { isOdd = true }
  }
}
