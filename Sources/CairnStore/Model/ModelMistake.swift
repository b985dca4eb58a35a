/// Something wrong in a model, and the line that says it.
public struct ModelMistake: Hashable, Sendable, CustomStringConvertible {
  /// The line in the model's text, from 1; 0 when the model was not read from text.
  public let line: Int

  /// What is wrong, a lower-case sentence without a full stop.
  public let message: String

  /// The mistake `message` on `line`.
  public init(line: Int, message: String) {
    self.line = line
    self.message = message
  }

  /// The sentence, with the line when there is one.
  public var description: String { line > 0 ? "line \(line): \(message)" : message }
}
