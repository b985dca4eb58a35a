internal import ArgumentParser
internal import CairnApp
internal import CairnInterface
internal import CairnKit

/// `cairn completions`: the script that completes words in a shell.
struct CompletionsCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print the completion script of a shell.",
    discussion: .examples(
      """
      source <(cairn completions bash)              # in ~/.bashrc
      cairn completions zsh > ~/.zfunc/_cairn       # and fpath+=~/.zfunc in ~/.zshrc
      cairn completions fish > ~/.config/fish/completions/cairn.fish
      """,
      then: """
        If you installed Cairn from a package or with make install, the scripts are already there.
        """))

  @Argument(help: "The shell.")
  var shell: Shell

  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    try invocation.write(shell.script)
  }
}

/// `cairn complete`: the completions of a word, for a shell.
///
/// It reports no errors, which would disturb a person who is typing.
struct CompleteCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "complete",
    abstract: "Print completions of a word.",
    shouldDisplay: false)

  @Argument(
    parsing: .captureForPassthrough,
    help: """
      The shell, then the words behind cairn, the last to be completed; of bash the line up to the \
      cursor, and what breaks its words.
      """)
  var words: [String]

  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    guard let shell = words.first.flatMap(Shell.init(rawValue:)) else { return }
    let rest = Array(words.dropFirst())
    let line =
      shell == .bash ? BashLine(rest.first ?? "", breaks: rest.dropFirst().first ?? "") : nil
    let request = CompletionRequest(line?.arguments ?? rest)
    switch request.answer({ Self.store(request, invocation) }) {
    case .files: try invocation.print(Shell.fileMark)
    case .words(let completions):
      for completion in completions where completion.text.hasPrefix(request.word) {
        let text = completion.text
        guard !text.contains(where: \.isNewline) else { continue }
        try invocation.print(
          line?.spelled(text)
            ?? (completion.note.isEmpty ? text : "\(text)\t\(completion.note.onOneLine)"))
      }
    }
  }

  /// Returns the completions of the store that the words name; `nil` if it can't be opened.
  private static func store(
    _ request: CompletionRequest, _ invocation: Invocation
  ) -> StoreCompletions? {
    let path = StoreLocation.resolve(
      request.optionValues["--store"], environment: invocation.environment,
      fileSystem: invocation.fileSystem)
    // The command itself will report an error of the store.
    let workspace = try? Workspace.open(
      path, isReadOnly: true, environment: invocation.environment)
    return workspace.map(StoreCompletions.init)
  }
}

extension Shell: ExpressibleByArgument {}
