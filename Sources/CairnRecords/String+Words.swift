extension String {
  /// The text with a capital first letter, as a title has it.
  package var capitalizingFirst: String {
    prefix(1).uppercased() + dropFirst()
  }

  /// The text with another first word.
  func replacingFirstWord(_ word: String) -> String {
    word + drop { $0 != " " }
  }
}
