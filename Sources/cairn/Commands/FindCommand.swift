internal import ArgumentParser
internal import CairnApp

/// `cairn find`: the records of all collections that hold words.
struct FindCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "Search all collections.",
    discussion: .examples(
      """
      cairn find onion          # records with the word
      cairn find onion butter   # with both words
      cairn find '"olive oil"'  # the words together
      """,
      then: """
        Prints the URL and the title of each record, separated by a tab. Case and accents don't \
        matter. For conditions such as city:lyon, use cairn list.
        """))

  @Argument(help: "The words.")
  var words: [String]

  @OptionGroup var limit: LimitOption

  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    try invocation.withWorkspace { (workspace) throws(AppError) in
      if let advice = try workspace.find(words, limit: limit.count, to: invocation.write) {
        try invocation.note(advice)
      }
    }
  }
}
