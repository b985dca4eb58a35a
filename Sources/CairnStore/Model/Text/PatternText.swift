/// How a model writes the regular expression of a field: `%type: Zip regexp /^[0-9]{5}$/`.
enum PatternText {
  /// The pattern between the first character of `text` and its last, which are the same.
  static func parse(_ text: Substring) -> String? {
    guard let sign = text.first, text.count > 2, text.last == sign else { return nil }
    return String(text.dropFirst().dropLast())
  }

  /// The pattern between two signs that it doesn't hold.
  static func quoted(_ pattern: String) -> String {
    let sign = ["/", "|", "!", "#", "@", "~"].first { !pattern.contains($0) } ?? "/"
    return "\(sign)\(pattern)\(sign)"
  }
}
