/// Writes JSON step by step.
///
/// The writer adds commas, colons and line ends:
///
///     var writer = JSONWriter(.pretty)
///     writer.beginObject()
///     writer.name("title")
///     writer.write("Lentil soup")
///     writer.endObject()
public struct JSONWriter {
  /// The layout of values.
  public enum Layout: Hashable, Sendable {
    /// One line without spaces.
    case compact
    /// One line for each member or element, indented by two spaces.
    case pretty
  }

  /// An unclosed array or object.
  fileprivate struct Container {
    let isObject: Bool
    var isEmpty = true
  }

  /// The written bytes that were not taken yet.
  public internal(set) var bytes: [UInt8] = []
  private let layout: Layout
  private var containers: [Container] = []
  private var followsName = false

  /// Creates a writer.
  public init(_ layout: Layout = .compact) { self.layout = layout }

  /// Returns the bytes since the last call, and removes them.
  public mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// A position in the written bytes.
  public struct Mark {
    fileprivate let byteCount: Int
    fileprivate let depth: Int
    fileprivate let isEmpty: Bool
    fileprivate let followsName: Bool
  }

  /// The present position; the bytes up to it must not be taken before going back.
  public var mark: Mark {
    Mark(
      byteCount: bytes.count, depth: containers.count, isEmpty: containers.last?.isEmpty ?? true,
      followsName: followsName)
  }

  /// Removes the bytes since a mark; the arrays and objects of that time must still be open.
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

  /// Writes an encoded name of an object's member; its value must come next.
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

  /// Ends a line, as in JSON Lines; another value may follow.
  public mutating func newline() {
    precondition(containers.isEmpty, "a line ends only between values")
    bytes.append(ASCII.lineFeed)
  }

  /// Writes the separator before a value.
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

  /// Writes a number with its exact digits.
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

  /// Writes any value, with all its contents.
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
