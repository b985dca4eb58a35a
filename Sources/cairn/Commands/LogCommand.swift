public import ArgumentParser
internal import CairnApp

/// `cairn log`: what was saved, the newest first.
struct LogCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Print what was saved, the newest change first.",
    discussion: """
      A line for each change: its number, when, how many records came, changed and went, where from \
      (a session of the app, a command, an import, a sync), what it did. cairn undo NUMBER takes one \
      back. A filter looks for words in what was done and where from, and compares number, change, \
      from, collection, added, changed, deleted, saved, replica and undoes: from:import saved>=-7d.
      """)

  @Argument(help: "A record or a collection; by default everything.")
  var url: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Nothing older: yesterday, 2026-11-20, -2h.", valueName: "time"))
  var since: String?

  @Option(
    name: .customLong("where"), parsing: .unconditional,
    help: ArgumentHelp("Only those: words, from:import, deleted>0.", valueName: "filter"))
  var filter: String?

  @OptionGroup var limit: LimitOption

  @Option(help: "How to print.")
  var format = LogFormat.text

  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    let address: Address? = if let url { try Address(url) } else { nil }
    let clock = invocation.environment.wallClock
    let time = try since.map { (text) throws(AppError) in
      try TimeOption(text, of: "--since", clock: clock)
    }
    try invocation.withWorkspace { (workspace) throws(AppError) in
      var log = try workspace.log(
        of: address, since: time, where: filter, limit: limit.count)
      try log.print(
        as: format, isSeen: invocation.environment.terminals.contains(.output), clock: clock,
        to: invocation.write)
    }
  }
}

extension LogFormat: ExpressibleByArgument {}
