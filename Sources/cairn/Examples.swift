extension String {
  /// The discussion of a command's help: its examples, then the text.
  ///
  /// - Parameters:
  ///   - lines: one command a line, with the effect as a comment.
  ///   - text: the text below; empty for none.
  /// - Returns: the discussion.
  static func examples(_ lines: String, then text: String = "") -> String {
    let indented = lines.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
    return "EXAMPLES:\n\(indented)" + (text.isEmpty ? "" : "\n\n\(text)")
  }
}
