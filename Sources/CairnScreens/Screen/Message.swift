public import CairnInterface

/// A message at the right end of the status line, until the next key.
public struct Message: Hashable, Sendable {
  /// The tone of a message.
  public enum Tone: Hashable, Sendable {
    /// News that is neither good nor bad.
    case plain
    /// The success of an action.
    case good
    /// News that needs attention.
    case warning
    /// The failure of an action.
    case bad
  }

  /// One line, without control characters.
  public var text: String
  /// The tone.
  public var tone: Tone
  private let said: String
  private let advice: KeyWords

  /// Creates a message.
  ///
  /// - Parameters:
  ///   - text: the description of the event.
  ///   - tone: the tone.
  ///   - advice: the next useful key, appended to the text.
  public init(_ text: String, tone: Tone = .plain, advice: KeyWords = "") {
    (said, self.tone, self.advice) = (text, tone, advice)
    self.text = Self.text(text, advice.usual)
  }

  /// The message with the person's own keys in its advice.
  ///
  /// - Parameters:
  ///   - table: the actions with the keys.
  ///   - has: whether the app has an action; advice about others is left out.
  /// - Returns: the message.
  public func naming(
    _ table: ActionTable, where has: (ActionName) -> Bool = { _ in true }
  ) -> Message {
    var message = self
    message.text = Self.text(said, advice.text(table, where: has))
    return message
  }

  private static func text(_ said: String, _ advice: String) -> String {
    advice.isEmpty ? said : "\(said) · \(advice)"
  }
}

/// A past message of the status line.
public struct ShownMessage: Hashable, Sendable {
  /// The message.
  public var message: Message
  /// The number of messages before it since the start.
  public var number: Int
  /// The age in the shortest form: "2m", "3d".
  public var age: String

  /// Creates a past message.
  public init(_ message: Message, number: Int, age: String = "") {
    self.message = message
    self.number = number
    self.age = age
  }
}

/// The status line's part about the screen: content, position and problems.
public struct ScreenStatus: Hashable, Sendable {
  /// The left words, such as "24 of 311 · name↑".
  public var text: String
  /// Whether work for this screen is under way.
  public var isBusy: Bool

  /// Creates a status; empty by default.
  public init(_ text: String = "", isBusy: Bool = false) {
    self.text = text
    self.isBusy = isBusy
  }
}
