/// What the status line said at some time.
public struct SaidMessage: Hashable, Sendable {
  /// The message.
  public var message: Message
  /// How many were said before it since the start.
  public var number: Int
  /// How long ago, in the shortest words: "2m", "3d".
  public var age: String

  /// A message that was said.
  public init(_ message: Message, number: Int, age: String = "") {
    self.message = message
    self.number = number
    self.age = age
  }
}
