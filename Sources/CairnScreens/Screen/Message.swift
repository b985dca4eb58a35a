public import CairnInterface

/// What just happened, said at the right end of the status line until the next key.
public struct Message: Hashable, Sendable {
  /// How good the news is.
  public enum Tone: Hashable, Sendable {
    case plain
    case good
    case warning
    case bad
  }

  /// One line, without control characters.
  public var text: String
  /// How good the news is.
  public var tone: Tone
  private let said: String
  private let advice: KeyWords

  /// A message.
  ///
  /// - Parameters:
  ///   - text: what happened.
  ///   - tone: how good that is.
  ///   - advice: what a key does next, which the text then ends with.
  public init(_ text: String, tone: Tone = .plain, advice: KeyWords = "") {
    (said, self.tone, self.advice) = (text, tone, advice)
    self.text = Self.text(text, advice.usual)
  }

  /// The same with the keys that a person has for what is advised.
  public func naming(_ table: ActionTable) -> Message {
    var message = self
    message.text = Self.text(said, advice.text(table))
    return message
  }

  private static func text(_ said: String, _ advice: String) -> String {
    advice.isEmpty ? said : "\(said) · \(advice)"
  }
}

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

/// What the status line says about the screen: what a person sees, where in it, and what is odd.
public struct ScreenStatus: Hashable, Sendable {
  /// The words at the left, such as "24 of 311 · name↑".
  public var text: String
  /// Whether work for this screen is under way.
  public var isBusy: Bool

  /// A status; nothing to say if it is empty.
  public init(_ text: String = "", isBusy: Bool = false) {
    self.text = text
    self.isBusy = isBusy
  }
}
