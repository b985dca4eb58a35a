public import ArgumentParser
internal import CairnApp

/// `cairn log`: what was saved, the newest first.
struct LogCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Print the changes, the newest first.",
    discussion: .examples(
      """
      cairn log  # all changes
      cairn log recipes/p1  # the changes of a record
      cairn log --where 'from:import saved>=-7d'  # recent imports
      """,
      then: """
        A line has the number of the change, the time, the counts of added, changed and deleted \
        records, the origin and the title. cairn undo NUMBER undoes a change. A filter finds \
        words in the title and the origin. It can also use the fields number:, change: (the title), \
        from: (the origin), collection:, added:, changed:, deleted:, saved: (the time), replica: \
        (the machine) and undoes: (the number of the undone change).
        """))

  @Argument(help: "A record or a collection. The default is the whole store.")
  var url: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Only changes since this time: yesterday, 2026-11-20, -2h.", valueName: "time"))
  var since: String?

  @Option(
    name: .customLong("where"), parsing: .unconditional,
    help: ArgumentHelp(
      "Only changes that match a filter: words, from:import, deleted>0.", valueName: "filter"))
  var filter: String?

  @OptionGroup var limit: LimitOption

  @Option(help: "The output format.")
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
