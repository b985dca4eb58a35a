/// A value that an option or argument does not accept, from the parser's message.
///
/// The parser's own message lists the allowed values over several lines; this uses only its first
/// part:
///
///     The value 'xyz' is invalid for '--format <format>'. Please provide one of …
struct RefusedValue {
  let value: String
  /// The option's name; `nil` for an argument.
  let option: String?
  /// The name of the value in the help.
  let name: String

  /// Reads the parser's message; `nil` for any other message.
  init?(_ message: String) {
    let start = "The value '"
    let middle = "' is invalid for '"
    // The value may have any text, but the text after it is the parser's own.
    guard message.hasPrefix(start), let divider = Self.last(middle, in: message) else { return nil }
    value = String(message[..<divider.lowerBound].dropFirst(start.count))
    let target = message[divider.upperBound...].prefix { $0 != "'" }
    let words = target.split(separator: " <")
    guard let last = words.last else { return nil }
    option = words.count > 1 ? String(words[0]) : nil
    name = last.filter { $0 != "<" && $0 != ">" }
  }

  /// Returns a sentence with the mistake and the allowed values.
  ///
  /// - Parameter command: The arguments and options of the command.
  /// - Returns: The sentence.
  func sentence(in command: CommandTable?) -> String {
    let subject = option ?? name
    let known =
      option.map { option in command?.option(option)?.value }
      ?? command?.values.first { $0.name == name }
    guard let words = known?.words, !words.isEmpty else {
      let taken = option == nil ? known.map { Self.clause($0.abstract) } : nil
      return "\(option ?? "<\(name)>") takes \(taken ?? "<\(name)>"), not \(value)"
    }
    return "\(subject): \(value) is not one of \(words.joined(separator: ", "))"
  }

  /// Returns a sentence as a part of another one.
  private static func clause(_ sentence: String) -> String {
    sentence.prefix(1).lowercased() + sentence.dropFirst().prefix { $0 != "." }
  }

  private static func last(_ part: String, in text: String) -> Range<String.Index>? {
    text.ranges(of: part).last
  }
}
