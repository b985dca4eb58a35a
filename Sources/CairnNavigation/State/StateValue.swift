internal import CairnJSON

/// What a screen keeps of itself: text, numbers, flags, lists and named values, nothing alive.
///
/// Screens write one through a ``StateEncoder`` and read it through a ``StateDecoder``.
public struct StateValue: Hashable, Sendable, CustomStringConvertible {
  let json: JSONValue

  init(_ json: JSONValue) { self.json = json }

  /// No state: a screen starts with its defaults.
  public static let empty = StateValue(.null)

  /// Whether there is nothing to decode.
  public var isEmpty: Bool { json.isNull || json == .object(JSONObject()) }

  /// Compact JSON.
  public var description: String { json.text() }
}
