public import ArgumentParser
internal import CairnApp

/// `cairn show`: one record.
struct ShowCommand: CairnCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print one record.",
    discussion: .examples(
      """
      cairn show recipes/p1                # as text
      cairn show recipes/p1 --format json  # for scripts
      cairn show recipes/p1 --at now       # or --at yesterday, --at 2026-11-20
      """))

  @Argument(help: "The URL of a record, with its id or its short name; or @NAME.")
  var url: String

  @Option(help: "The output format.")
  var format = RecordFormat.text

  @Flag(help: "Print the URL that opens the record on all your machines.")
  var portable = false

  @Option(
    name: .customLong("at"), parsing: .unconditional,
    help: ArgumentHelp(
      "The record at this time: yesterday, 2026-11-20, -2h. A day without a time means the end of that day.",
      valueName: "time"))
  var time: String?

  @OptionGroup var options: GlobalOptions

  func run(_ invocation: Invocation) throws(AppError) {
    let address = try Address(url)
    let time = try time.map { (text) throws(AppError) in
      try TimeOption(text, of: "--at", clock: invocation.environment.wallClock)
    }
    try invocation.withWorkspace { (workspace) throws(AppError) in
      let snapshot = try workspace.snapshot(atEndOf: time)
      let id = try workspace.record(at: address, in: snapshot)
      if portable { return try invocation.print(workspace.portableURL(of: id)) }
      try invocation.write(try workspace.text(of: id, in: snapshot, as: format))
    }
  }
}

extension RecordFormat: ExpressibleByArgument {}
