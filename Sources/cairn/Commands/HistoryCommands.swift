public import ArgumentParser
internal import CairnApp

/// `cairn log`: lists the changes, newest first.
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
    let clock = invocation.environment.withConventions.wallClock
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

/// `cairn undo`: undoes a change.
struct UndoCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the newest change, or a change by its number.",
    discussion: .examples(
      """
      cairn undo     # the newest change
      cairn undo 12  # the change with number 12
      """,
      then: """
        Repeat the command to go further back. If a newer change gave a field another value, that \
        field stays as it is, and Cairn prints its name. Cairn does not restore a deleted \
        record if another record has taken its short name in the meantime.
        """))

  @Argument(help: "The change's number.")
  var change: UInt64?

  @Flag(help: "Undo the whole change or nothing.")
  var strict = false

  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    try invocation.withWorkspace { (workspace) throws(AppError) in
      for line in try workspace.undo(change, isStrict: strict) { try invocation.note(line) }
    }
  }
}

/// `cairn redo`: repeats the change that was undone last.
struct RedoCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Redo the change that was undone last.",
    discussion: .examples(
      """
      cairn redo  # undo the undo
      """))

  @Flag(help: "Redo the whole change or nothing.")
  var strict = false

  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    try invocation.withWorkspace { (workspace) throws(AppError) in
      for line in try workspace.redo(isStrict: strict) { try invocation.note(line) }
    }
  }
}
