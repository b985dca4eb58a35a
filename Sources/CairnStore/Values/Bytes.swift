extension [UInt8] {
  /// Appends `number` in eight hexadecimal digits.
  mutating func append(hexadecimal number: UInt32) {
    for shift in stride(from: 28, through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: number >> UInt32(shift) & 15)
      append(digit < 10 ? 48 + digit : 87 + digit)
    }
  }
}

extension Span<UInt8> {
  /// The bytes as an array, for the few places that keep them.
  var bytes: [UInt8] {
    [UInt8](capacity: count) { output in
      for index in indices { output.append(self[index]) }
    }
  }

  /// Whether the bytes equal the UTF-8 of `text`.
  @inline(__always)
  func equals(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { buffer in
      guard buffer.count == count else { return false }
      for index in indices where unsafe buffer[index] != self[index] { return false }
      return true
    }
  }
}
