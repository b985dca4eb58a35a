internal import ArgumentParser
internal import CairnApp

/// `cairn find`: the records of all collections that hold words.
struct FindCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "find", abstract: "Search everything.",
    discussion: """
      Prints the URL and the title of each record whose texts hold all the words, with a tab between. \
      Capitals and accents make no difference; several words between quotation marks are looked for \
      as they stand. Conditions such as city:lyon are for the filters of cairn list.
      """)

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
