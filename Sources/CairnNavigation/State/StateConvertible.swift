internal import CairnJSON

/// A type that a screen's state can have.
public protocol StateConvertible {
  /// Reads the value; nil if the state is of another kind.
  init?(_ state: StateValue)

  /// The value as state.
  var stateValue: StateValue { get }
}

extension String: StateConvertible {
  /// Reads a text; nil if the state is of another kind.
  public init?(_ state: StateValue) {
    guard let text = state.json.string else { return nil }
    self = text
  }

  /// The text as state.
  public var stateValue: StateValue { StateValue(.string(self)) }
}

extension Int: StateConvertible {
  /// Reads an integer; nil if the state is of another kind.
  public init?(_ state: StateValue) {
    guard let number = state.json.integer else { return nil }
    self.init(exactly: number)
  }

  /// The integer as state.
  public var stateValue: StateValue { StateValue(.number(JSONNumber(Int64(self)))) }
}

extension Double: StateConvertible {
  /// Reads a number; nil if the state is of another kind.
  public init?(_ state: StateValue) {
    guard let number = state.json.double else { return nil }
    self = number
  }

  /// The number as state; empty if it isn't finite.
  public var stateValue: StateValue { StateValue(JSONNumber(self).map { .number($0) } ?? .null) }
}

extension Bool: StateConvertible {
  /// Reads a flag; nil if the state is of another kind.
  public init?(_ state: StateValue) {
    guard let flag = state.json.boolean else { return nil }
    self = flag
  }

  /// The flag as state.
  public var stateValue: StateValue { StateValue(.boolean(self)) }
}

extension ScreenURL: StateConvertible {
  /// Reads a URL; nil if the state is of another kind.
  public init?(_ state: StateValue) {
    guard let text = state.json.string, let url = try? ScreenURL(parsing: text) else { return nil }
    self = url
  }

  /// The URL as state.
  public var stateValue: StateValue { text.stateValue }
}

extension Array: StateConvertible where Element: StateConvertible {
  /// Reads a list; nil if the state is of another kind.
  public init?(_ state: StateValue) {
    guard let array = state.json.array else { return nil }
    self = []
    for json in array {
      guard let element = Element(StateValue(json)) else { return nil }
      append(element)
    }
  }

  /// The list as state.
  public var stateValue: StateValue { StateValue(.array(map(\.stateValue.json))) }
}

extension StateConvertible where Self: RawRepresentable, RawValue: StateConvertible {
  /// Reads a raw value; nil if the state is of another kind.
  public init?(_ state: StateValue) {
    guard let raw = RawValue(state) else { return nil }
    self.init(rawValue: raw)
  }

  /// The raw value as state.
  public var stateValue: StateValue { rawValue.stateValue }
}
