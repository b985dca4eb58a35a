/// Writes JSON piece by piece.
///
/// Commas, colons and line ends come by themselves; the caller says only what there is:
///
///     var writer = JSONWriter(.pretty)
///     writer.beginObject()
///     writer.name("title")
///     writer.write("Lentil soup")
///     writer.endObject()
public struct JSONWriter {
  /// How values are set.
  public enum Layout: Hashable, Sendable {
    /// Without any blanks, on one line.
    case compact
    /// One member or element a line, indented by two blanks.
    case pretty
  }

  /// An array or object that is not closed yet.
  fileprivate struct Container {
    let isObject: Bool
    var isEmpty = true
  }

  /// What was written so far and not taken yet.
  public internal(set) var bytes: [UInt8] = []
  private let layout: Layout
  private var containers: [Container] = []
  private var followsName = false

  /// Creates a writer that has written nothing.
  public init(_ layout: Layout = .compact) { self.layout = layout }

  /// Returns what was written since the last time, and forgets it.
  public mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// A place in what is written.
  public struct Mark {
    fileprivate let byteCount: Int
    fileprivate let depth: Int
    fileprivate let isEmpty: Bool
    fileprivate let followsName: Bool
  }

  /// The place at which it is; what was written until then must not be taken before going back.
  public var mark: Mark {
    Mark(
      byteCount: bytes.count, depth: containers.count, isEmpty: containers.last?.isEmpty ?? true,
      followsName: followsName)
  }

  /// Forgets what was written since a mark; what was open then must still be.
  public mutating func goBack(to mark: Mark) {
    bytes.removeLast(bytes.count - mark.byteCount)
    containers.removeLast(containers.count - mark.depth)
    if mark.depth > 0 { containers[mark.depth - 1].isEmpty = mark.isEmpty }
    followsName = mark.followsName
  }

  /// Begins an object; names and values alternate until `endObject`.
  public mutating func beginObject() {
    beginValue()
    bytes.append(ASCII.openBrace)
    containers.append(Container(isObject: true))
  }

  /// Ends the innermost object.
  public mutating func endObject() { end(ASCII.closeBrace, isObject: true) }

  /// Begins an array; values follow until `endArray`.
  public mutating func beginArray() {
    beginValue()
    bytes.append(ASCII.openBracket)
    containers.append(Container(isObject: false))
  }

  /// Ends the innermost array.
  public mutating func endArray() { end(ASCII.closeBracket, isObject: false) }

  /// Writes the name of an object's member; its value must come next.
  public mutating func name(_ name: String) {
    beginName()
    appendString(name)
    endName()
  }

  /// Writes the name of an object's member, which is made once for many; its value must come next.
  public mutating func name(_ name: JSONName) {
    beginName()
    bytes += name.bytes
    endName()
  }

  private mutating func beginName() {
    precondition(containers.last?.isObject == true, "only an object's members have names")
    precondition(!followsName, "a name is followed by a value")
    separate()
  }

  private mutating func endName() {
    bytes.append(ASCII.colon)
    if layout == .pretty { bytes.append(ASCII.space) }
    followsName = true
  }

  /// Ends a line, after which another value may begin, as in JSON Lines.
  public mutating func newline() {
    precondition(containers.isEmpty, "a line ends only between values")
    bytes.append(ASCII.lineFeed)
  }

  /// Writes what stands between a value and what is before it.
  mutating func beginValue() {
    if followsName {
      followsName = false
    } else if let container = containers.last {
      precondition(!container.isObject, "a value in an object follows a name")
      separate()
    }
  }

  private mutating func separate() {
    if !containers[containers.count - 1].isEmpty { bytes.append(ASCII.comma) }
    containers[containers.count - 1].isEmpty = false
    breakLine()
  }

  private mutating func end(_ bracket: UInt8, isObject: Bool) {
    guard let container = containers.popLast(), container.isObject == isObject, !followsName else {
      preconditionFailure("an end closes what was begun last")
    }
    if !container.isEmpty { breakLine() }
    bytes.append(bracket)
  }

  private mutating func breakLine() {
    guard layout == .pretty else { return }
    bytes.append(ASCII.lineFeed)
    bytes.append(contentsOf: repeatElement(ASCII.space, count: 2 * containers.count))
  }
}

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
