extension JSONWriter {
  /// Writes a string.
  public mutating func write(_ text: String) {
    beginValue()
    appendString(text)
  }

  /// Writes a number, digit for digit.
  public mutating func write(_ number: JSONNumber) {
    beginValue()
    bytes.append(contentsOf: number.text.utf8)
  }

  /// Writes a whole number.
  public mutating func write(_ integer: Int64) {
    beginValue()
    if integer < 0 { bytes.append(ASCII.minus) }
    var rest = integer.magnitude
    let start = bytes.count
    repeat {
      bytes.append(ASCII.zero + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  /// Writes a whole number.
  public mutating func write(_ integer: Int) { write(Int64(integer)) }

  /// Writes a truth value.
  public mutating func write(_ flag: Bool) {
    beginValue()
    bytes.append(contentsOf: flag ? ASCII.true : ASCII.false)
  }

  /// Writes `null`.
  public mutating func writeNull() {
    beginValue()
    bytes.append(contentsOf: ASCII.null)
  }

  /// Writes any value, with all that is in it.
  public mutating func write(_ value: JSONValue) {
    switch value {
    case .null: writeNull()
    case .boolean(let flag): write(flag)
    case .number(let number): write(number)
    case .string(let text): write(text)
    case .array(let elements):
      beginArray()
      for element in elements { write(element) }
      endArray()
    case .object(let object):
      beginObject()
      for member in object.members {
        name(member.name)
        write(member.value)
      }
      endObject()
    }
  }
}
