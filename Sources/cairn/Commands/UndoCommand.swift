internal import ArgumentParser
internal import CairnApp

/// `cairn undo`: takes a change back.
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

/// `cairn redo`: makes the change again that was taken back last.
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
