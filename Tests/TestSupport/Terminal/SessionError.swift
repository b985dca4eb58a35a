/// Why a session on a terminal did not go as a test expects.
public struct SessionError: Error, CustomStringConvertible {
  /// What went wrong, and what the screen shows.
  public let what: String

  /// Says what went wrong.
  public init(what: String) { self.what = what }

  /// The reason in words.
  public var description: String { what }
}
