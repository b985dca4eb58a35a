/// Something wrong in a model, and the file and the line that say it.
public struct ModelMistake: Hashable, Sendable, CustomStringConvertible {
  /// The file that the model was read from, `nil` for text of no file.
  public let file: String?

  /// The line in the model's text, from 1; 0 when the model was not read from text.
  public let line: Int

  /// What is wrong, a lower-case sentence without a full stop.
  public let message: String

  /// The mistake `message` on `line` of `file`.
  public init(file: String? = nil, line: Int, message: String) {
    self.file = file
    self.line = line
    self.message = message
  }

  /// The sentence, with the file and the line where there are any.
  public var description: String {
    let place = [file, line > 0 ? "line \(line)" : nil].compactMap(\.self)
    return place.isEmpty ? message : "\(place.joined(separator: ", ")): \(message)"
  }
}
