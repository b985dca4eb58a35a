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

  /// What a key does next: `u takes it back`.
  public struct Advice: Hashable, Sendable {
    /// What is done.
    public let action: ActionName
    /// The key that does it, where a person has given it no other.
    public let key: KeySequence
    /// What that is, behind the key.
    public let words: String

    /// An advice.
    public init(_ action: ActionName, _ key: KeySequence, _ words: String) {
      (self.action, self.key, self.words) = (action, key, words)
    }

    /// The key that takes back what was done.
    public static func undo(_ words: String = "takes it back") -> Advice {
      Advice(.undo, "u", words)
    }

    /// The key that does again what was taken back.
    public static let redo = Advice(.redo, "C-r", "does it again")

    /// The key that leads to all changes.
    public static let olderChanges = Advice(.changes, "g u", "has older changes")

    /// The key that leads to what is under way.
    public static let jobs = Advice(.jobs, "g w", "shows it")

    /// The text behind what happened.
    fileprivate func text(_ key: KeySequence) -> String { " · \(key.label) \(words)" }
  }

  /// One line, without control characters.
  public var text: String
  /// How good the news is.
  public var tone: Tone
  /// What the text ends with, if a key is of use.
  public private(set) var advice: Advice?

  /// A message.
  ///
  /// - Parameters:
  ///   - text: what happened.
  ///   - tone: how good that is.
  ///   - advice: what a key does next, which the text then ends with.
  public init(_ text: String, tone: Tone = .plain, advice: Advice? = nil) {
    self.text = text + (advice.map { $0.text($0.key) } ?? "")
    self.tone = tone
    self.advice = advice
  }

  /// The same with the key that a person has for what is advised; without the advice where no key
  /// does that.
  public func naming(_ table: ActionTable) -> Message {
    guard let advice else { return self }
    let key = table.actions.first { $0.name == advice.action }?.keys.first
    guard key != advice.key else { return self }
    var message = Message(String(text.dropLast(advice.text(advice.key).count)), tone: tone)
    guard let key else { return message }
    message.text += advice.text(key)
    message.advice = Advice(advice.action, key, advice.words)
    return message
  }
}
