/// A value that an option or argument does not take, as the parser says it.
///
/// The parser's own sentence lists what is taken over several lines; of it remains what is refused:
///
///     The value 'xyz' is invalid for '--format <format>'. Please provide one of …
struct RefusedValue {
  /// The value as it was typed.
  let value: String
  /// The option's name, `nil` for an argument.
  let option: String?
  /// What the help calls the value.
  let name: String

  /// Reads the parser's sentence; `nil` for any other.
  init?(_ message: String) {
    let start = "The value '"
    let middle = "' is invalid for '"
    // The value may have anything in it, but what follows is the program's own.
    guard message.hasPrefix(start), let divider = Self.last(middle, in: message) else { return nil }
    value = String(message[..<divider.lowerBound].dropFirst(start.count))
    let target = message[divider.upperBound...].prefix { $0 != "'" }
    let words = target.split(separator: " <")
    guard let last = words.last else { return nil }
    option = words.count > 1 ? String(words[0]) : nil
    name = last.filter { $0 != "<" && $0 != ">" }
  }

  /// What is wrong, with all that can be typed in its place.
  ///
  /// - Parameter command: What the command takes.
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

  /// A sentence as part of another one.
  private static func clause(_ sentence: String) -> String {
    sentence.prefix(1).lowercased() + sentence.dropFirst().prefix { $0 != "." }
  }

  private static func last(_ part: String, in text: String) -> Range<String.Index>? {
    text.ranges(of: part).last
  }
}
